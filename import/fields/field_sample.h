/*
 * The first records of a file as a table: what fields they have, and what stands in them. It is the same table whether the
 * records are rows below a header, JSON objects one behind the other, an array of them, or an array within one object. What the
 * fields are follows from it: import/fields/record_shape.h.
 */
#ifndef ASSAY_IMPORT_FIELDS_FIELD_SAMPLE_H
#define ASSAY_IMPORT_FIELDS_FIELD_SAMPLE_H

#include "core/base/arena.h"
#include "import/text/table_row.h"

/* So much of a file is looked at. */
enum { SAMPLE_BYTES = 1 << 20, SAMPLE_ROWS = 1000, SAMPLE_FIELDS = 64 };

enum value_kind {
    VALUE_ABSENT, /* or null, or an empty text */
    VALUE_PLAIN,  /* a text, a number, true or false */
    VALUE_LIST,   /* of JSON; in a cell also as Python prints one */
    VALUE_OBJECT,
};

struct field_value {
    enum value_kind kind;
    struct bytes text; /* of a text what it says, of anything else what is written */
};

struct field_sample {
    struct bytes names[SAMPLE_FIELDS]; /* of a field in an object: "metadata.source" */
    size_t n_fields;
    struct field_value **rows; /* each has n_fields values */
    size_t width;              /* so many have room in each */
    size_t n_rows;
    const struct row_format *format; /* of a table; NULL: JSON */
    bool is_keyed;                   /* the rows are the members of one object */
    const char *list_at; /* the bracket of the array that the objects stand in; NULL: they stand alone */
};

/*
 * Looks at the first records, which begin at a header or at JSON; false: there are none, as far as the beginning shows. What is decoded lies in the arena, all else
 * is a view into the content.
 */
bool field_sample_take(struct bytes content, struct arena *arena, struct field_sample *sample);
/*
 * The same of the first array of objects within the one object that the content is, as {"queries": [{…}, …]}. False: there is
 * none.
 */
bool field_sample_descend(struct bytes content, struct arena *arena, struct field_sample *sample);
/*
 * The same of the members of the one object that the content is: a row each, its key under the first name and what stands behind
 * it, a list or an object, under the second, up to the first that is something else. False: there is none.
 */
bool field_sample_keys(struct bytes content, struct bytes key_name, struct bytes value_name,
                       struct arena *arena, struct field_sample *sample);
/* The objects of a list as rows; none where it holds something else. */
void field_sample_add_list(struct field_sample *sample, struct bytes list, struct arena *arena);

/* The value as it is written in JSON, without the marks and escapes of a text. An escape that is wrong leaves it as it is. */
struct field_value field_value_of_json(struct bytes written, struct arena *arena);
/* The same of a cell. */
struct field_value field_value_of_cell(struct bytes text);
/* The members of an object at these paths, in one go; absent ones are empty. `n` of them. */
void field_find(struct bytes object, const struct bytes *paths, struct bytes *values, size_t n);

/* Whether the object is of ids or the like, whose keys are no names of fields: nothing but numbers stands in it. */
bool field_is_map(struct bytes object);

/* Goes through a list of JSON, or one that Python has printed, or the ids of a cell with `;` or `|` between them. */
struct list_walk {
    struct bytes rest;
    char separator; /* NUL: the list stands in brackets */
    bool is_begun;
};
struct list_walk list_walk_of(struct bytes list);
/* Takes the next element. False: there is none, or what follows is no list. */
bool list_walk_next(struct list_walk *walk, struct bytes *written);
/* The element as a value. */
struct field_value list_value(struct bytes written, struct arena *arena);

#endif
