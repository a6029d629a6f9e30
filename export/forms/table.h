/*
 * Tables for people and machines. Declare the columns, add the cells row by row, and write the whole in one of the
 * formats.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/words.h"

enum table_format {
    TABLE_PEOPLE,   /* header, aligned by display width; control characters are made harmless */
    TABLE_TSV,      /* no header; tabs and line ends in cells become blanks */
    TABLE_JSON,     /* an array of objects with the names of columns as keys */
    TABLE_CSV,      /* RFC 4180 with a header */
    TABLE_MARKDOWN, /* as GitHub renders it; cells are text, not Markdown */
    TABLE_FORMAT_COUNT,
};

/* Indexed by enum table_format. */
extern const struct words table_format_words;

/*
 * Returns whether people read the format directly, so that sentences may surround it. Otherwise it is for programs.
 */
bool table_format_is_for_people(enum table_format format);

enum table_align { ALIGN_LEFT, ALIGN_RIGHT };

struct table_column {
    const char *name;
    enum table_align align;
    size_t width;   /* display width of its name and of the measured cells */
    bool has_signs; /* a cell has a sign, which takes one more column */
};

/* The columns that are written side by side: the first n_keys, and those from `first` to the one before `end`. */
struct table_part {
    size_t n_keys, first, end;
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
    bool is_continued;      /* table_pass has written earlier rows */
    struct table_part part; /* chosen by table_next_part */
    /* Number of texts in all rows that a spreadsheet takes for formulas (export/forms/csv.h). */
    size_t n_formulas;
    struct bytes first_formula;
};

void table_release(struct table *table);
/* Adds a column. All columns come before the first cell. Names are copied. */
void table_add_column(struct table *table, const char *name, enum table_align align);

/* Add the next cell, from left to right. After the last column, the next row begins. Text is copied. */
void table_add_text(struct table *table, struct bytes text);
void table_add_integer(struct table *table, int64_t value);
/* Adds a number with `precision` decimals, in every format. A value that is not finite is an empty cell. */
void table_add_real(struct table *table, double value, int precision);
/* Adds a number of wins, of which only ties make halves: with one decimal if it is no whole number. */
void table_add_wins(struct table *table, double wins);
/* Adds an empty cell: null in JSON. */
void table_add_empty(struct table *table);
/* Adds a one-column sign after the last cell, in formats for people only. */
void table_mark(struct table *table, const char *sign);

/*
 * Give access to the content for other writers. The last row must be complete. The sign is NULL when a cell has none.
 */
size_t table_row_count(const struct table *table);
struct bytes table_text_at(const struct table *table, size_t row, size_t column);
const char *table_sign_at(const struct table *table, size_t row, size_t column);

/*
 * Adds the table as whole lines. Its last row must be complete. In an aligned format, a table that is wider than
 * `line_columns` (0: lines may have any length) is written in parts, one below the other, as by table_next_part.
 */
void table_write(const struct table *table, enum table_format format, size_t line_columns,
                 struct buffer *out);
/* Returns whether columns are as wide as their widest cells. */
bool table_format_is_aligned(enum table_format format);
/*
 * Chooses the columns that the functions below write: first those that fit into a line of line_columns, and with each
 * further call the next ones. The columns on the left, up to the first one that is aligned to the right, tell the rows
 * apart and are in each part. Returns false after the last part. All columns are one part if the table fits, if lines
 * may have any length (line_columns is 0), if the format is not aligned, if no column is on the left, and if lines are
 * too short for parts.
 */
bool table_next_part(struct table *table, enum table_format format, size_t line_columns);
/*
 * Write rows as they are made. table_begin writes the header, table_pass writes and removes the rows so far, as often as
 * necessary, and table_end writes the footer. In an aligned format, table_measure must first be called for all rows, which
 * measures and removes them, and then table_next_part.
 */
void table_measure(struct table *table);
void table_begin(const struct table *table, enum table_format format, struct buffer *out);
void table_pass(struct table *table, enum table_format format, struct buffer *out);
void table_end(const struct table *table, enum table_format format, struct buffer *out);
/* Adds the rows as objects to an array of a larger value (export/forms/json.h). */
void table_add_to_json(const struct table *table, struct json *array);
