/*
 * The fields of a JSON object, read from one line. In import/, only json_fields.c uses cJSON. export/forms/json.h
 * writes JSON.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"

struct json_fields;

/*
 * Parses one line with one JSON object. ERR_INPUT: it is not JSON (with the column); not an object (the error asks for
 * one like `example`); it contains \u0000, which no text may hold, or half a surrogate pair as an escape; or an object
 * has a key twice. Bytes that are not UTF-8 are kept, and so are the digits of large numbers.
 */
MUST_CHECK bool json_fields_parse(struct json_fields **out, struct bytes line, const char *example,
                                  struct err *err);
/*
 * Does the same for an object inside a larger text, on any number of lines. If it is not JSON, sets *broken_at to the
 * place, so that the caller can tell the line.
 */
MUST_CHECK bool json_fields_parse_part(struct json_fields **out, struct bytes part, const char **broken_at,
                                       struct err *err);
/* Returns an empty object. */
struct json_fields *json_fields_make(void);
/* NULL is allowed. */
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

/* Iterates over the fields in their order. */
struct json_cursor {
    struct bytes key;
    enum json_field kind;
    const void *next;
};

struct json_cursor json_fields_begin(const struct json_fields *object);
/* Takes the next field. Returns false at the end. */
MUST_CHECK bool json_fields_next(struct json_cursor *cursor);
/* Returns the kind of the value under `key` (case counts). */
enum json_field json_fields_kind(const struct json_fields *object, const char *key);
/* Return the value under `key`, which must be a text, or a number. The text is valid as long as the object. */
struct bytes json_fields_text(const struct json_fields *object, const char *key);
double json_fields_number(const struct json_fields *object, const char *key);
/* Returns the object under `key`, valid as long as the outer one. NULL: it is not an object. */
const struct json_fields *json_fields_object(const struct json_fields *object, const char *key);
/*
 * Returns the value under `key`: a text as it is, anything else as compact JSON. Empty when the key is absent. In the
 * arena.
 */
struct bytes json_fields_value(const struct json_fields *object, const char *key, struct arena *arena);
/*
 * Takes the texts of the array under `key`, at most `room`, valid as long as the object. Returns false when it is not
 * an array, holds something else, or has more texts.
 */
MUST_CHECK bool json_fields_texts(const struct json_fields *object, const char *key, struct bytes *texts,
                                  size_t room, size_t *n);
/* Does the same for numbers, which must be finite. */
MUST_CHECK bool json_fields_numbers(const struct json_fields *object, const char *key, double *numbers,
                                    size_t room, size_t *n);
/* Adds a text, which must not contain NUL. */
void json_fields_add_text(struct json_fields *object, const char *key, struct bytes text);
/* Adds an object and takes ownership of it. */
void json_fields_add_object(struct json_fields *object, const char *key, struct json_fields *added);
/* Adds copies of the fields that only `others` has. */
void json_fields_add_lacking(struct json_fields *object, const struct json_fields *others);
/* Removes a key. */
void json_fields_remove(struct json_fields *object, const char *key);
/*
 * Replaces the field under `key` by the members of its object. If a member's name is taken by a value other than null,
 * the member is called by the key, a point and its name. Returns false when the value under `key` is not an object.
 */
bool json_fields_lift(struct json_fields *object, const char *key);
/* Returns the remaining fields as compact JSON in the arena; empty bytes when there are none. */
struct bytes json_fields_print(const struct json_fields *object, struct arena *arena);

/*
 * Parses a JSON string; the first and last bytes are its quotation marks. *text is a view into it when nothing is
 * escaped, else it lies in the arena. ERR_INPUT: an escape is invalid in JSON, or is \u0000.
 */
MUST_CHECK bool json_string_parse(struct bytes quoted, struct arena *arena, struct bytes *text,
                                  struct err *err);
