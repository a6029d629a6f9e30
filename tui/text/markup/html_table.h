/*
 * Where the cells of a table in HTML stand when some take several columns or rows (colspan, rowspan). Its tags are looked
 * through once to learn its shape, then each cell is given its place.
 *
 * A column in which no cell begins is none, as is what a cell takes beyond the others: colspan="9" across a table of three
 * columns is three. A cell ends where one from above stands, and with its section (thead, tbody, tfoot). Spans that are no
 * numbers are 1, as in browsers.
 */
#ifndef ASSAY_TUI_TEXT_MARKUP_HTML_TABLE_H
#define ASSAY_TUI_TEXT_MARKUP_HTML_TABLE_H

#include "core/markup/html_tokens.h"

enum { GRID_COLUMNS_MAX = 256 }; /* that are told apart while columns without a beginning count, too */

struct html_table {
    size_t n_columns;                    /* 0: it is there for the looks */
    size_t n_header_rows;                /* of those that have cells */
    bool begins[GRID_COLUMNS_MAX];       /* whether a cell of any row begins there */
    size_t held_until[GRID_COLUMNS_MAX]; /* the row before which a cell of one above stands there */
    size_t row;                          /* of the last cell */
    size_t column;                       /* behind it */
    size_t n_begun;                      /* rows since then … */
    bool is_section_over;                /* … or another section */
};

/* The columns from `first` up to, not including, `end`. */
struct html_place {
    size_t first;
    size_t end;
};

/* The shape of the table whose tag ends at `offset`; no cell has its place yet. */
void html_table_read(struct html_table *table, struct bytes source, size_t offset);

/* A row, or a section of rows, begins or ends. Nothing changes until the next cell. */
void html_table_begin_row(struct html_table *table);
void html_table_begin_section(struct html_table *table);
bool html_table_is_row_over(const struct html_table *table);

/* The place of the next cell. False: it has none, since there are too many. */
bool html_table_place(struct html_table *table, const struct html_token *cell, struct html_place *place);

/* Whether a cell from above stands in the column, which is behind the last cell of the row. */
bool html_table_is_held(const struct html_table *table, size_t column);

#endif
