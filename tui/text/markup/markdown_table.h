/*
 * A table of a document: its cells are collected, then drawn in columns, or one below the other if columns do not
 * fit.
 *
 * A repeated cell stands for one that spans several columns or rows. In columns, it is drawn once per row, across all
 * of its columns, and again in each of its rows (in the header only once). One below the other, it is repeated with
 * each header. A cell that spans all columns is a line of its own.
 */
#pragma once

#include "tui/text/styled_text.h"

enum cell_align { CELL_LEFT, CELL_CENTER, CELL_RIGHT };

/* A cell is a range of the table's text. */
struct markdown_cell {
    size_t start;
    size_t end;
    enum cell_align align;
};

/* {0} is empty and safe to release. */
struct markdown_table {
    struct styled_text text;
    struct markdown_cell *cells; /* row by row */
    size_t n_cells;
    size_t capacity;
    size_t n_columns;
    size_t n_header_rows; /* they come first */
    size_t repeated;      /* total bytes of repeated cells */
};

void markdown_table_release(struct markdown_table *table);
void markdown_table_reset(struct markdown_table *table, size_t n_columns, size_t n_header_rows);

/* The text appended to table->text between these two calls is the cell. */
void markdown_table_begin_cell(struct markdown_table *table, enum cell_align align);
void markdown_table_end_cell(struct markdown_table *table);
/* Adds a copy of the cell that is `before` cells earlier, or an empty cell if too much was repeated. */
void markdown_table_repeat_cell(struct markdown_table *table, size_t before);

/*
 * Appends the table to the styled text: the first line after `first_prefix`, the others after `next_prefix`. Returns
 * false and appends nothing if repeating long headers in so many rows would take too much.
 */
bool markdown_table_add_to(const struct markdown_table *table, struct styled_text *styled, int columns,
                           struct bytes first_prefix, struct bytes next_prefix);
