/*
 * Tables for people and machines: columns are declared, cells are added row by row, and
 * the whole is written in one of the formats.
 */
#ifndef ASSAY_EXPORT_FORMS_TABLE_H
#define ASSAY_EXPORT_FORMS_TABLE_H

#include "core/base/arena.h"
#include "core/base/words.h"

enum table_format {
    TABLE_PEOPLE,   /* header, aligned by display width; nothing in it can command a terminal */
    TABLE_TSV,      /* no header; tabs and line ends in a cell become blanks */
    TABLE_JSON,     /* an array of objects with the columns' names as keys */
    TABLE_CSV,      /* RFC 4180 with a header */
    TABLE_MARKDOWN, /* as GitHub renders it; what stands in a cell is text, not Markdown */
    TABLE_FORMAT_COUNT,
};

/* By enum table_format. */
extern const struct words table_format_words;

/* Whether somebody reads it as it is, so that sentences may stand around it; else it is for programs. */
bool table_format_is_for_people(enum table_format format);

enum table_align { ALIGN_LEFT, ALIGN_RIGHT };

struct table_column {
    const char *name;
    enum table_align align;
    size_t width;   /* of its name and the cells that were measured, as they are drawn */
    bool has_signs; /* one of these has a sign, for which there is one more */
};

struct table_cell;
struct json;

/* {0} is a table without columns and safe to release. */
struct table {
    struct arena names; /* of the columns, and the first formula */
    struct arena arena; /* of all other text */
    struct table_column *columns;
    size_t n_columns, columns_capacity;
    struct table_cell *cells; /* row after row */
    size_t n_cells, cells_capacity;
    bool is_continued; /* rows before these were written by table_pass */
    size_t
        n_formulas; /* cells of text that a spreadsheet takes for formulas (export/forms/csv.h), in all rows */
    struct bytes first_formula;
};

void table_release(struct table *table);
/* All columns before the first cell. Names are copied. */
void table_add_column(struct table *table, const char *name, enum table_align align);

/* The next cell, from left to right; behind the last column the next row begins. Text is copied. */
void table_add_text(struct table *table, struct bytes text);
void table_add_integer(struct table *table, int64_t value);
/* With `precision` digits after the point, in every format; a value that is not finite is an empty cell. */
void table_add_real(struct table *table, double value, int precision);
/* Nothing: JSON's null. */
void table_add_empty(struct table *table);
/* Puts a sign of one column behind the cell added last, for people only. */
void table_mark(struct table *table, const char *sign);

/* What is in it, for a writer of its own: the last row is complete. A cell's sign is NULL where it has none. */
size_t table_row_count(const struct table *table);
struct bytes table_text_at(const struct table *table, size_t row, size_t column);
const char *table_sign_at(const struct table *table, size_t row, size_t column);

/* Adds the table, whose last row is complete, as whole lines. */
void table_write(const struct table *table, enum table_format format, struct buffer *out);
/* Whether the columns are as wide as their widest cells. */
bool table_format_is_aligned(enum table_format format);
/*
 * The same little by little: what stands before the rows, then the rows so far, which are forgotten, as often as there are
 * more, then what stands behind them. In a format that is aligned all rows are added, measured and forgotten once before.
 */
void table_measure(struct table *table);
void table_begin(const struct table *table, enum table_format format, struct buffer *out);
void table_pass(struct table *table, enum table_format format, struct buffer *out);
void table_end(const struct table *table, enum table_format format, struct buffer *out);
/* Adds the rows, as objects, to an array that is part of something larger (export/forms/json.h). */
void table_add_to_json(const struct table *table, struct json *array);

#endif
