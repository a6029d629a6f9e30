/*
 * Reading JSON: one object at a time. The one file of import/ that knows cJSON
 * is json.c.
 */
#ifndef ASSAY_IMPORT_JSON_H
#define ASSAY_IMPORT_JSON_H

#include "core/base/arena.h"
#include "core/base/err.h"

struct json_object;

/*
 * Parses one line that holds one JSON object. ERR_INPUT: not JSON (with the column), not an
 * object, or with \u0000, which no text may hold. Bytes that are no UTF-8 are kept as they are.
 */
bool json_object_parse(struct json_object **out, struct bytes line, struct err *err)
    __attribute__((warn_unused_result));
/* An empty one. */
struct json_object *json_object_make(void);
/* NULL is fine. */
void json_object_free(struct json_object *object);

enum json_kind { JSON_ABSENT, JSON_TEXT, JSON_NUMBER, JSON_TRUE, JSON_FALSE, JSON_NULL, JSON_OTHER };

/* What stands under `key` (case counts). */
enum json_kind json_object_kind(const struct json_object *object, const char *key);
/* The text under `key`, a bug to ask for when it is none; valid as long as the object. */
struct bytes json_object_text(const struct json_object *object, const char *key);
double json_object_number(const struct json_object *object, const char *key);
/* Adds a text, which holds no NUL. */
void json_object_add_text(struct json_object *object, const char *key, struct bytes text);
/* Takes a key out. */
void json_object_remove(struct json_object *object, const char *key);
/* What is left as compact JSON in the arena; empty bytes when nothing is left. */
struct bytes json_object_print(const struct json_object *object, struct arena *arena);

/*
 * The text of a JSON string; its quotation marks are the first and the last byte. A view into it where
 * nothing is escaped, else in the arena. ERR_INPUT: an escape that is none of JSON's, or \u0000.
 */
bool json_text_parse(struct bytes quoted, struct arena *arena, struct bytes *text, struct err *err)
    __attribute__((warn_unused_result));

#endif
