/*
 * Ids made from the content of an item. A recipe names fields; their values are joined with '-', and the id is the
 * first hex digits of the MD5 of these bytes. Any language makes the same ids from the same fields:
 *
 *     hashlib.md5(f"{course}-{question}-{text[:10]}".encode()).hexdigest()[:8]      course,question,text:10
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"

enum { ID_LENGTH_LEAST = 4, ID_LENGTH_DEFAULT = 8, ID_LENGTH_MOST = 32 };

/* One field of a recipe. */
struct id_part {
    const char *field;
    size_t characters; /* use only so many of its first characters; 0: all */
};

struct id_recipe {
    struct id_part *parts;
    size_t n_parts;
    bool is_used; /* by a file that was read */
};

/*
 * Reads "course,question,text:10" into the arena. ERR_USAGE: it names no field, or a number of characters is not a
 * whole number.
 */
MUST_CHECK bool id_recipe_parse(const char *text, struct arena *arena, struct id_recipe *recipe,
                                struct err *err);
/* Adds a description: "course", "question" and the first 10 characters of "text". */
void id_recipe_describe(const struct id_recipe *recipe, struct buffer *out);

/* Adds the part's share of the field's value, after a '-' unless it is the first. */
void id_part_join(const struct id_part *part, struct bytes value, bool is_first, struct buffer *joined);
/* Returns the id of the joined parts: `length` hex digits, in the arena. */
struct bytes id_make(struct bytes joined, size_t length, struct arena *arena);
