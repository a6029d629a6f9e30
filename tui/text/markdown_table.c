/*
 * All cells are kept in one styled text, row by row, and as many in each row: md4c adds those that are missing. When
 * the table is whole its columns are measured. If they fit they are drawn beside each other, as lines that are never
 * wrapped; else each cell that is not empty becomes a line of its own, with its header before it. A long header over
 * many rows could fill the memory then: beyond a limit the table is not drawn.
 */
#include "tui/text/markdown_table.h"

#include "core/base/memory.h"
#include "tui/text/cluster.h"

#include <stdlib.h>

enum { RECORD_INDENT = 2, REPEATED_SIZE_MAX = 512 * 1024 };

void markdown_table_release(struct markdown_table *table)
{
    styled_text_release(&table->text);
    free(table->cells);
    *table = (struct markdown_table){0};
}

void markdown_table_reset(struct markdown_table *table, size_t n_columns)
{
    styled_text_cut(&table->text, (struct styled_text_size){0});
    table->n_cells = 0;
    table->n_columns = n_columns;
}

void markdown_table_begin_cell(struct markdown_table *table, enum cell_align align)
{
    size_t start = table->text.text.size;
    VECTOR_PUSH(table->cells, table->n_cells, table->capacity) = (struct markdown_cell){start, start, align};
}

void markdown_table_end_cell(struct markdown_table *table)
{
    table->cells[table->n_cells - 1].end = table->text.text.size;
}

/* What is being drawn, and where. */
struct drawing {
    const struct markdown_table *table;
    struct styled_text *styled;
    struct bytes first_prefix;
    struct bytes next_prefix;
    bool has_begun;
};

static struct bytes cell_text(const struct markdown_table *table, const struct markdown_cell *cell)
{
    return bytes_slice(buffer_bytes(&table->text.text), cell->start, cell->end);
}

static size_t row_count(const struct markdown_table *table)
{
    return table->n_cells / table->n_columns;
}

static const struct markdown_cell *table_cell(const struct markdown_table *table, size_t row, size_t column)
{
    return &table->cells[row * table->n_columns + column];
}

/* The columns of the screen that each column of the table needs; returns their sum with what stands between. */
static int find_column_widths(const struct markdown_table *table, int *widths)
{
    int sum = 3 * ((int)table->n_columns - 1);
    for (size_t column = 0; column < table->n_columns; column++) {
        widths[column] = 1;
        for (size_t row = 0; row < row_count(table); row++) {
            int width = text_width(cell_text(table, table_cell(table, row, column)));
            widths[column] = width > widths[column] ? width : widths[column];
        }
        sum += widths[column];
    }
    return sum;
}

static void begin_table_block(struct drawing *drawing, enum wrap_kind kind, int indent)
{
    struct buffer next = {0};
    buffer_add(&next, drawing->next_prefix);
    buffer_add_format(&next, "%*s", indent, "");
    styled_text_begin_block(drawing->styled, kind,
                            drawing->has_begun ? drawing->next_prefix : drawing->first_prefix,
                            buffer_bytes(&next));
    buffer_release(&next);
    drawing->has_begun = true;
}

static void add_string(const struct drawing *drawing, const char *text, enum style style)
{
    styled_text_add(drawing->styled, bytes_of(text), style, NO_SOURCE);
}

static void add_repeated(const struct drawing *drawing, const char *text, int times, enum style style)
{
    for (int i = 0; i < times; i++)
        add_string(drawing, text, style);
}

static void add_table_cell(const struct drawing *drawing, const struct markdown_cell *cell, enum style style)
{
    styled_text_add_range(drawing->styled, &drawing->table->text, cell->start, cell->end, style);
}

/* --- In columns ----------------------------------------------------------- */

static void add_table_row(const struct drawing *drawing, size_t row, const int *widths)
{
    const struct markdown_table *table = drawing->table;
    for (size_t column = 0; column < table->n_columns; column++) {
        const struct markdown_cell *cell = table_cell(table, row, column);
        int room = widths[column] - text_width(cell_text(table, cell));
        int left = cell->align == CELL_RIGHT ? room : cell->align == CELL_CENTER ? room / 2 : 0;
        bool is_last = column + 1 == table->n_columns;
        add_repeated(drawing, " ", left, STYLE_NORMAL);
        add_table_cell(drawing, cell, row == 0 ? STYLE_STRONG : STYLE_NORMAL);
        if (!is_last) {
            add_repeated(drawing, " ", room - left, STYLE_NORMAL);
            add_string(drawing, " │ ", STYLE_FRAME);
        }
    }
    add_string(drawing, "\n", STYLE_NORMAL);
}

static void add_header_rule(const struct drawing *drawing, const int *widths)
{
    size_t n_columns = drawing->table->n_columns;
    for (size_t column = 0; column < n_columns; column++) {
        add_repeated(drawing, "─", widths[column], STYLE_FRAME);
        add_string(drawing, column + 1 < n_columns ? "─┼─" : "\n", STYLE_FRAME);
    }
}

static void add_in_columns(struct drawing *drawing, const int *widths)
{
    begin_table_block(drawing, WRAP_AS_IT_IS, 0);
    for (size_t row = 0; row < row_count(drawing->table); row++) {
        add_table_row(drawing, row, widths);
        if (row == 0)
            add_header_rule(drawing, widths);
    }
}

/* --- Below each other ----------------------------------------------------- */

static void add_field(struct drawing *drawing, size_t row, size_t column)
{
    const struct markdown_table *table = drawing->table;
    const struct markdown_cell *header = table_cell(table, 0, column);
    const struct markdown_cell *cell = table_cell(table, row, column);
    if (cell->start == cell->end)
        return;
    begin_table_block(drawing, WRAP_FLOWING, RECORD_INDENT);
    if (row > 0 && header->start < header->end) {
        styled_text_add(drawing->styled, cell_text(table, header), STYLE_STRONG, NO_SOURCE);
        add_string(drawing, ": ", STYLE_STRONG);
    }
    add_table_cell(drawing, cell, row == 0 ? STYLE_STRONG : STYLE_NORMAL);
    add_string(drawing, "\n", STYLE_NORMAL);
}

/* A table that is only a header is a row like any other. */
static void add_below_each_other(struct drawing *drawing)
{
    const struct markdown_table *table = drawing->table;
    size_t first = row_count(table) > 1 ? 1 : 0;
    for (size_t row = first; row < row_count(table); row++) {
        if (row > first && table->n_columns > 1) {
            begin_table_block(drawing, WRAP_FLOWING, 0);
            add_string(drawing, "\n", STYLE_NORMAL);
        }
        for (size_t column = 0; column < table->n_columns; column++)
            add_field(drawing, row, column);
    }
}

/* The bytes that headers take when each row repeats them. */
static size_t repeated_size(const struct markdown_table *table)
{
    return row_count(table) * table_cell(table, 0, table->n_columns - 1)->end;
}

bool markdown_table_add_to(const struct markdown_table *table, struct styled_text *styled, int columns,
                           struct bytes first_prefix, struct bytes next_prefix)
{
    struct drawing drawing = {table, styled, first_prefix, next_prefix, false};
    int *widths = memory_get_zeroed(table->n_columns, sizeof *widths);
    bool fits = find_column_widths(table, widths) <= columns - wrap_indent(next_prefix, columns);
    bool can_repeat = repeated_size(table) <= REPEATED_SIZE_MAX;
    if (fits)
        add_in_columns(&drawing, widths);
    else if (can_repeat)
        add_below_each_other(&drawing);
    free(widths);
    return fits || can_repeat;
}
