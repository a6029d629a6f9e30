/*
 * The fields of a JSON object, read from one line. json_fields.c is the one file of import/ that knows cJSON;
 * JSON is written by export/forms/json.h.
 */
#ifndef ASSAY_IMPORT_TEXT_JSON_FIELDS_H
#define ASSAY_IMPORT_TEXT_JSON_FIELDS_H

#include "core/base/arena.h"
#include "core/base/err.h"

struct json_fields;

/*
 * Parses one line that holds one JSON object. ERR_INPUT: not JSON (with the column), not an
 * object (which says that it must be one like `example`), with \u0000, which no text may hold, with half a character
 * as an escape, or with one key twice in an object. Bytes that are no UTF-8 are kept as they are, and so are the digits
 * of large numbers.
 */
bool json_fields_parse(struct json_fields **out, struct bytes line, const char *example, struct err *err)
    __attribute__((warn_unused_result));
/*
 * The same for an object that stands in a larger text, over any number of lines: *broken_at = where it is no
 * JSON, for who knows on which line that is.
 */
bool json_fields_parse_part(struct json_fields **out, struct bytes part, const char **broken_at,
                            struct err *err) __attribute__((warn_unused_result));
/* An empty one. */
struct json_fields *json_fields_make(void);
/* NULL is fine. */
void json_fields_free(struct json_fields *object);

enum json_field {
    JSON_FIELD_ABSENT,
    JSON_FIELD_TEXT,
    JSON_FIELD_NUMBER,
    JSON_FIELD_TRUE,
    JSON_FIELD_FALSE,
    JSON_FIELD_NULL,
    JSON_FIELD_OBJECT,
    JSON_FIELD_OTHER
};

/* Goes through the fields in their order. */
struct json_cursor {
    struct bytes key;
    enum json_field kind;
    const void *next;
};

struct json_cursor json_fields_begin(const struct json_fields *object);
/* Takes the next field; false: there is none. */
bool json_fields_next(struct json_cursor *cursor) __attribute__((warn_unused_result));
/* What stands under `key` (case counts). */
enum json_field json_fields_kind(const struct json_fields *object, const char *key);
/* The text under `key`, a bug to ask for when it is none; valid as long as the object. */
struct bytes json_fields_text(const struct json_fields *object, const char *key);
double json_fields_number(const struct json_fields *object, const char *key);
/* The object under `key`, as long as the outer one lives; NULL: it is none. */
const struct json_fields *json_fields_object(const struct json_fields *object, const char *key);
/* What is under `key`: a text as it is, anything else as compact JSON; empty when the key is absent. In the arena. */
struct bytes json_fields_value(const struct json_fields *object, const char *key, struct arena *arena);
/*
 * The texts of the array under `key`, at most `room`, valid as long as the object; false: it is no array, holds
 * something else, or more.
 */
bool json_fields_texts(const struct json_fields *object, const char *key, struct bytes *texts, size_t room,
                       size_t *n) __attribute__((warn_unused_result));
/* The same of numbers, each finite. */
bool json_fields_numbers(const struct json_fields *object, const char *key, double *numbers, size_t room,
                         size_t *n) __attribute__((warn_unused_result));
/* Adds a text, which holds no NUL. */
void json_fields_add_text(struct json_fields *object, const char *key, struct bytes text);
/* Adds an object, which is not to be freed then. */
void json_fields_add_object(struct json_fields *object, const char *key, struct json_fields *added);
/* Adds copies of those fields of the other object that it has none of. */
void json_fields_add_lacking(struct json_fields *object, const struct json_fields *others);
/* Takes a key out. */
void json_fields_remove(struct json_fields *object, const char *key);
/*
 * The members of the object under `key` take its place. Where one of their names is taken, by more than null,
 * the key and a point come in front of it. False: there is no object under `key`.
 */
bool json_fields_lift(struct json_fields *object, const char *key);
/* What is left as compact JSON in the arena; empty bytes when nothing is left. */
struct bytes json_fields_print(const struct json_fields *object, struct arena *arena);

/*
 * The text of a JSON string; its quotation marks are the first and the last byte. A view into it where
 * nothing is escaped, else in the arena. ERR_INPUT: an escape that is none of JSON's, or \u0000.
 */
bool json_string_parse(struct bytes quoted, struct arena *arena, struct bytes *text, struct err *err)
    __attribute__((warn_unused_result));

#endif
