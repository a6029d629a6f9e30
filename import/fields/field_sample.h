/*
 * The first records of a file as a table: their fields and values. The table is the same for rows below a header, a
 * sequence of JSON objects, an array of objects, or an array inside one object. import/fields/record_shape.h derives
 * the meaning of the fields from it.
 */
#pragma once

#include "core/base/arena.h"
#include "import/text/table_row.h"

/* How much of a file is read for the sample. */
enum { SAMPLE_BYTES = 1 << 20, SAMPLE_ROWS = 1000, SAMPLE_FIELDS = 64 };

enum value_kind {
    VALUE_ABSENT, /* missing, null or an empty text */
    VALUE_PLAIN,  /* a text, a number, true or false */
    VALUE_LIST,   /* a JSON list */
    VALUE_OBJECT, /* in a cell, too */
};

struct field_value {
    enum value_kind kind;
    struct bytes text; /* of a text its content, of any other value its JSON */
};

struct field_sample {
    struct bytes names[SAMPLE_FIELDS]; /* a field inside an object is called "metadata.source" */
    size_t n_fields;
    struct field_value **rows; /* each has n_fields values */
    size_t width;              /* capacity of each row, in values */
    size_t n_rows;
    const struct row_format *format; /* format of a table; NULL: JSON */
    bool are_pairs;                  /* the rows are pairs (list_is_pair) */
    bool is_keyed;                   /* the rows are the members of one object */
    const char *list_at;             /* opening bracket of the array that holds the objects; NULL: no array */
};

/*
 * Reads the first records. The content must begin at a header or at JSON. Returns false when its beginning has no
 * records. Decoded values lie in the arena; all others are views into the content.
 */
bool field_sample_take(struct bytes content, struct arena *arena, struct field_sample *sample);
/*
 * Does the same for the first array of objects inside a single object, such as {"queries": [{…}, …]}. Returns false
 * when there is none.
 */
bool field_sample_descend(struct bytes content, struct arena *arena, struct field_sample *sample);
/*
 * Does the same for the members of a single object. Each member is a row: the key under the first name, and its value
 * (a list or an object) under the second. Stops at the first other value. Returns false when there is no row.
 */
bool field_sample_keys(struct bytes content, struct bytes key_name, struct bytes value_name,
                       struct arena *arena, struct field_sample *sample);
/* Adds the objects or the pairs of a list as rows. Adds none when the list holds anything else. */
void field_sample_add_list(struct field_sample *sample, struct bytes list, struct arena *arena);

/*
 * Returns the value of written JSON. A text comes without its quotation marks and escapes. A text with an invalid
 * escape stays as it is written.
 */
struct field_value field_value_of_json(struct bytes written, struct arena *arena);
/* Does the same for a cell. What Python printed becomes JSON in the arena. */
struct field_value field_value_of_cell(struct bytes text, struct arena *arena);
/* Finds the members of an object, or of a pair, at `n` paths in one pass. Missing members are empty. */
void field_find(struct bytes object, const struct bytes *paths, struct bytes *values, size_t n);

/*
 * Returns whether the keys of the object are ids or the like and not names of fields. That is so when it holds only
 * numbers, or begins with more numbers than a record has fields.
 */
bool field_is_map(struct bytes object);

/*
 * Returns whether the cell holds two ids or more: texts without blanks between `;`, `|` or `,`, with or without blanks
 * around it. Between commas each has a digit or is the id of a known document (import/fields/known_names.h).
 */
bool field_cell_has_ids(struct bytes cell);
/* Iterates over a JSON list, or the ids of a cell separated by `;`, `|` or `,`. */
struct list_walk {
    struct bytes rest;
    char separator; /* NUL: a list in brackets */
    bool is_begun, is_broken;
};
struct list_walk list_walk_of(struct bytes list);
/* Does the same for a value whose ids, if it is a cell, stand between `separator`; NUL: it is not known. */
struct list_walk list_walk_between(const struct field_value *value, char separator);
/* Takes the next element as written. Returns false at the end, and sets is_broken when the rest is not a list. */
bool list_walk_next(struct list_walk *walk, struct bytes *written);

/*
 * Returns whether the list is a document with its number, as programs write the tuples of a search: ["d1", 0.5],
 * [0.5, "d1"], [17, 0.5] or [{"id": …}, 0.5]. The document is a text, an object, or a whole number beside a fraction.
 * As a row, a pair has these fields; an object has its own beside the number.
 */
bool list_is_pair(struct bytes list, struct bytes *id, struct bytes *number);
#define PAIR_ID "id"
#define PAIR_NUMBER "score"
