/*
 * A table of a Markdown document: cells as they come, then drawn in columns, or
 * below each other where there is no room for columns.
 */
#ifndef ASSAY_TUI_TEXT_MARKDOWN_TABLE_H
#define ASSAY_TUI_TEXT_MARKDOWN_TABLE_H

#include "tui/text/styled_text.h"

enum cell_align { CELL_LEFT, CELL_CENTER, CELL_RIGHT };

/* A cell is a range of the table's text. */
struct markdown_cell {
    size_t start;
    size_t end;
    enum cell_align align;
};

/* {0} is empty and safe to release. The first row is the header. */
struct markdown_table {
    struct styled_text text;
    struct markdown_cell *cells; /* row by row */
    size_t n_cells;
    size_t capacity;
    size_t n_columns;
};

void markdown_table_release(struct markdown_table *table);
void markdown_table_reset(struct markdown_table *table, size_t n_columns);

/* What is added to table->text between these two is the cell. */
void markdown_table_begin_cell(struct markdown_table *table, enum cell_align align);
void markdown_table_end_cell(struct markdown_table *table);

/*
 * Adds the table to the styled text, the first line with the one prefix, the
 * others with the other. False, and nothing is added: headers so long stand on
 * rows so many that they can't all be repeated.
 */
bool markdown_table_add_to(const struct markdown_table *table, struct styled_text *styled, int columns,
                           struct bytes first_prefix, struct bytes next_prefix);

#endif
