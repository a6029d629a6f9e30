/*
 * The places of the cells of an HTML table when some span several columns or rows (colspan, rowspan). The table's
 * tags are scanned once to learn its shape; then each cell is given its place.
 *
 * A column in which no cell begins does not count; nor does the part of a span beyond the other cells: colspan="9"
 * across a table of three columns is three. A cell ends where a cell from above stands, and at the end of its section
 * (thead, tbody, tfoot). Invalid spans count as 1, as in browsers.
 */
#pragma once

#include "core/markup/html_tokens.h"

enum { GRID_COLUMNS_MAX = 256 }; /* counting also columns in which no cell begins */

struct html_table {
    size_t n_columns;                    /* 0: the table only serves layout */
    size_t n_header_rows;                /* counting only rows with cells */
    bool begins[GRID_COLUMNS_MAX];       /* whether a cell of some row begins in the column */
    size_t held_until[GRID_COLUMNS_MAX]; /* the row up to which a cell from above occupies the column */
    size_t row;                          /* of the last cell */
    size_t column;                       /* the column after it */
    size_t n_begun;                      /* rows begun since then … */
    bool is_section_over;                /* … or another section has begun */
};

/* The columns from `first` up to, not including, `end`. */
struct html_place {
    size_t first;
    size_t end;
};

/* Reads the shape of the table whose tag ends at `offset`. No cell is placed yet. */
void html_table_read(struct html_table *table, struct bytes source, size_t offset);

/* Note that a row or a section of rows begins or ends. Nothing changes until the next cell. */
void html_table_begin_row(struct html_table *table);
void html_table_begin_section(struct html_table *table);
bool html_table_is_row_over(const struct html_table *table);

/* Places the next cell. Returns false if there are too many columns for it. */
bool html_table_place(struct html_table *table, const struct html_token *cell, struct html_place *place);

/* Whether a cell from above occupies the column, which is after the last cell of the row. */
bool html_table_is_held(const struct html_table *table, size_t column);
