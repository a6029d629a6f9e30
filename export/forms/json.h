/*
 * Builds JSON: a tree that is filled from the top and printed once.
 *
 * Members of an object have a key; elements of an array have the key NULL. Texts and keys may be any bytes: invalid
 * UTF-8 and NUL become U+FFFD. Members are printed in the order in which they were added.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/must_check.h"

/* An object or an array. Freeing the root frees the whole tree. */
struct json;

struct json *json_object(void);
struct json *json_array(void);
/* Frees a root and everything in it; NULL is allowed. */
void json_free(struct json *root);

/* Add an empty object or array to `parent` and return it, for filling. */
struct json *json_add_object(struct json *parent, const char *key);
struct json *json_add_array(struct json *parent, const char *key);

void json_add_text(struct json *parent, const char *key, struct bytes text);
/* The value is exact, also beyond 2^53. */
void json_add_integer(struct json *parent, const char *key, int64_t value);
/* Prints the fewest digits that read back as the same number; null when it is not finite. */
void json_add_real(struct json *parent, const char *key, double value);
/* Adds a number as it is written: `text` must be a valid number of JSON. */
void json_add_number(struct json *parent, const char *key, struct bytes text);
/* Adds any value as it is written: `text` must be valid JSON. */
void json_add_value(struct json *parent, const char *key, struct bytes text);
void json_add_boolean(struct json *parent, const char *key, bool value);
void json_add_null(struct json *parent, const char *key);
/*
 * Adds the members of a JSON object in a text. Leaves out those whose keys the object already has, and sets *n_left_out
 * to their number. Returns false when the text is not an object.
 */
MUST_CHECK bool json_add_members(struct json *object, struct bytes text, size_t *n_left_out);

enum json_style {
    JSON_LINE,     /* on one line, without a line end */
    JSON_INDENTED, /* indented for reading, also without a line end */
};

void json_print(const struct json *root, enum json_style style, struct buffer *out);

/* Adds a text as a JSON string, in quotation marks. */
void json_print_text(struct bytes text, struct buffer *out);
