/* Reads the records of a table with a header, or of JSON, for tools that find their fields by name. */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "import/fields/field_sample.h"

struct rows {
    struct bytes content;
    const struct row_format *format; /* of a table; NULL: JSON */
    const struct bytes *paths;       /* of the fields that are read */
    size_t n;
    struct arena *arena; /* for the values */
};

/*
 * Takes a sample of the beginning: of a table only the names of its columns, so that other texts take no time; of JSON
 * its first records, also those of a list inside one object. Returns false when there are no names of fields.
 */
bool rows_sample(struct bytes content, struct arena *arena, struct field_sample *sample);

/* `values`: the texts at the paths; empty: missing. Returns false to stop. */
typedef bool row_reader(void *context, const char *place, const struct bytes *values, struct err *err);
/*
 * Passes on the values of each record. Returns false when the reader does. ERR_INPUT, without a place: a record can't
 * be read. *at is where the last record begins.
 */
MUST_CHECK bool rows_read(const struct rows *rows, row_reader *read, void *context, const char **at,
                          struct err *err);
