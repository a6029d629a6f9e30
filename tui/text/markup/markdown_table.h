/*
 * A table of a document: cells as they come, then drawn in columns, or
 * below each other where there is no room for columns.
 *
 * A cell that is repeated takes several columns or rows. In columns it is seen once in a row, as wide as all of its columns,
 * and in each of its rows, but in the header once; below each other it stands with each header. One that takes all columns is
 * a line of its own.
 */
#ifndef ASSAY_TUI_TEXT_MARKUP_MARKDOWN_TABLE_H
#define ASSAY_TUI_TEXT_MARKUP_MARKDOWN_TABLE_H

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
    size_t n_header_rows; /* the first ones */
    size_t repeated;      /* bytes of cells that are repeated */
};

void markdown_table_release(struct markdown_table *table);
void markdown_table_reset(struct markdown_table *table, size_t n_columns, size_t n_header_rows);

/* The text added to table->text between these two calls is the cell. */
void markdown_table_begin_cell(struct markdown_table *table, enum cell_align align);
void markdown_table_end_cell(struct markdown_table *table);
/* Another cell: the one that stands so many before it, or an empty one when too much was repeated. */
void markdown_table_repeat_cell(struct markdown_table *table, size_t before);

/*
 * Adds the table to the styled text, the first line with the one prefix, the
 * others with the other. False, and nothing is added: headers so long stand on
 * rows so many that they can't all be repeated.
 */
bool markdown_table_add_to(const struct markdown_table *table, struct styled_text *styled, int columns,
                           struct bytes first_prefix, struct bytes next_prefix);

#endif
