/*
 * Ids that are made of what an item says: the fields that a recipe names, joined with '-', and of the MD5 of these bytes
 * the first hex digits. Whoever has the same fields makes the same ids, in any language:
 *
 *     hashlib.md5(f"{course}-{question}-{text[:10]}".encode()).hexdigest()[:8]      course,question,text:10
 */
#ifndef ASSAY_IMPORT_ITEMS_ID_RECIPE_H
#define ASSAY_IMPORT_ITEMS_ID_RECIPE_H

#include "core/base/arena.h"
#include "core/base/err.h"

enum { ID_LENGTH_LEAST = 4, ID_LENGTH_DEFAULT = 8, ID_LENGTH_MOST = 32 };

/* One field of a recipe. */
struct id_part {
    const char *field;
    size_t characters; /* how many of its first characters count; 0: all */
};

struct id_recipe {
    struct id_part *parts;
    size_t n_parts;
    bool is_used; /* by a file that was read */
};

/* Reads "course,question,text:10" into the arena. ERR_USAGE: it names no field, or no whole number of characters. */
bool id_recipe_parse(const char *text, struct arena *arena, struct id_recipe *recipe, struct err *err)
    __attribute__((warn_unused_result));
/* Adds "course", "question" and the first 10 characters of "text". */
void id_recipe_describe(const struct id_recipe *recipe, struct buffer *out);

/* Adds what a part takes of its field's value; a '-' before it, unless it is the first. */
void id_part_join(const struct id_part *part, struct bytes value, bool is_first, struct buffer *joined);
/* The id of the joined parts, `length` hex digits, in the arena. */
struct bytes id_make(struct bytes joined, size_t length, struct arena *arena);

#endif
