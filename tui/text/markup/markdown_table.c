/*
 * All cells are kept in one styled text, row by row, with the same number in each row: md4c adds missing ones. A
 * repeated cell is the same range of the text. When the table is complete, its columns are measured. If they fit,
 * they are drawn side by side as lines that never wrap. Otherwise each cell that is not empty becomes a line after
 * its headers. A long header in many rows could then fill the memory, so beyond a limit the table is not drawn.
 */
#include "tui/text/markup/markdown_table.h"

#include "core/base/memory.h"
#include "tui/text/cluster.h"
#include "tui/text/visual_order.h"

#include <stdlib.h>

enum { RECORD_INDENT = 2, REPEATED_SIZE_MAX = 512 * 1024 };

void markdown_table_release(struct markdown_table *table)
{
    styled_text_release(&table->text);
    free(table->cells);
    *table = (struct markdown_table){0};
}

void markdown_table_reset(struct markdown_table *table, size_t n_columns, size_t n_header_rows)
{
    styled_text_cut(&table->text, (struct styled_text_size){0});
    table->n_cells = 0;
    table->n_columns = n_columns;
    table->n_header_rows = n_header_rows;
    table->repeated = 0;
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

void markdown_table_repeat_cell(struct markdown_table *table, size_t before)
{
    size_t end = table->text.text.size;
    struct markdown_cell cell = before <= table->n_cells ? table->cells[table->n_cells - before]
                                                         : (struct markdown_cell){end, end, CELL_LEFT};
    table->repeated += cell.end - cell.start;
    if (table->repeated > REPEATED_SIZE_MAX)
        cell.start = cell.end;
    VECTOR_PUSH(table->cells, table->n_cells, table->capacity) = cell;
}

/* The state while a table is drawn. */
struct drawing {
    const struct markdown_table *table;
    struct styled_text *styled;
    struct bytes first_prefix;
    struct bytes next_prefix;
    const char *mark; /* the direction mark of all rows, so that their columns have the same order */
    bool has_begun;
    bool is_in_columns; /* the open block is a row in columns */
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

static bool is_same_cell(const struct markdown_cell *a, const struct markdown_cell *b)
{
    return a->start == b->start && a->end == b->end && a->start < a->end;
}

/* The column after those that the cell spans. */
static size_t cell_end(const struct markdown_table *table, size_t row, size_t column)
{
    size_t end = column + 1;
    while (end < table->n_columns &&
           is_same_cell(table_cell(table, row, column), table_cell(table, row, end)))
        end++;
    return end;
}

/* Whether the row is one cell that spans all columns. */
static bool is_across(const struct markdown_table *table, size_t row)
{
    return table->n_columns > 1 && cell_end(table, row, 0) == table->n_columns;
}

/* Whether the cell above also covers this row of the header. */
static bool is_header_from_above(const struct markdown_table *table, size_t row, size_t column)
{
    return row > 0 && row < table->n_header_rows &&
           is_same_cell(table_cell(table, row - 1, column), table_cell(table, row, column));
}

/* The width of several columns with their separators. */
static int width_of(const int *widths, size_t column, size_t end)
{
    int sum = 3 * (int)(end - column - 1);
    for (; column < end; column++)
        sum += widths[column];
    return sum;
}

/* Makes room for the cells of a row that span several columns (or one). Missing width goes to their last column. */
static void widen_columns(const struct markdown_table *table, size_t row, bool is_wide, int *widths)
{
    for (size_t column = 0, end; column < table->n_columns; column = end) {
        end = cell_end(table, row, column);
        int width = text_width(cell_text(table, table_cell(table, row, column)));
        int room = width_of(widths, column, end);
        if (is_wide == (end > column + 1) && width > room)
            widths[end - 1] += width - room;
    }
}

/* Finds the width that each column needs. Returns their sum, including separators. */
static int find_column_widths(const struct markdown_table *table, int *widths)
{
    for (size_t column = 0; column < table->n_columns; column++)
        widths[column] = 1;
    for (int is_wide = 0; is_wide < 2; is_wide++)
        for (size_t row = 0; row < row_count(table); row++)
            if (!is_across(table, row))
                widen_columns(table, row, is_wide, widths);
    return width_of(widths, 0, table->n_columns);
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

static enum style row_style(const struct markdown_table *table, size_t row)
{
    return row < table->n_header_rows ? STYLE_STRONG : STYLE_NORMAL;
}

static void add_table_row(struct drawing *drawing, size_t row, const int *widths)
{
    const struct markdown_table *table = drawing->table;
    if (!drawing->is_in_columns)
        begin_table_block(drawing, WRAP_AS_IT_IS, 0);
    drawing->is_in_columns = true;
    add_string(drawing, drawing->mark, STYLE_FRAME);
    for (size_t column = 0, end; column < table->n_columns; column = end) {
        end = cell_end(table, row, column);
        struct markdown_cell cell = *table_cell(table, row, column);
        if (is_header_from_above(table, row, column))
            cell.start = cell.end;
        int room = width_of(widths, column, end) - text_width(cell_text(table, &cell));
        int left = cell.align == CELL_RIGHT ? room : cell.align == CELL_CENTER ? room / 2 : 0;
        add_repeated(drawing, " ", left, STYLE_NORMAL);
        add_table_cell(drawing, &cell, row_style(table, row));
        if (end < table->n_columns) {
            add_repeated(drawing, " ", room - left, STYLE_NORMAL);
            add_string(drawing, drawing->mark, STYLE_FRAME);
            add_string(drawing, " │ ", STYLE_FRAME);
            add_string(drawing, drawing->mark, STYLE_FRAME);
        }
    }
    add_string(drawing, "\n", STYLE_NORMAL);
}

static void add_header_rule(const struct drawing *drawing, const int *widths)
{
    size_t n_columns = drawing->table->n_columns;
    add_string(drawing, drawing->mark, STYLE_FRAME);
    for (size_t column = 0; column < n_columns; column++) {
        add_repeated(drawing, "─", widths[column], STYLE_FRAME);
        add_string(drawing, column + 1 < n_columns ? "─┼─" : "\n", STYLE_FRAME);
    }
}

/* Adds a cell across the table, which is as wide as the window. */
static void add_row_across(struct drawing *drawing, size_t row)
{
    begin_table_block(drawing, WRAP_FLOWING, 0);
    add_table_cell(drawing, table_cell(drawing->table, row, 0), row_style(drawing->table, row));
    add_string(drawing, "\n", STYLE_NORMAL);
    drawing->is_in_columns = false;
}

static void add_in_columns(struct drawing *drawing, const int *widths)
{
    const struct markdown_table *table = drawing->table;
    for (size_t row = 0; row < row_count(table); row++) {
        if (is_across(table, row))
            add_row_across(drawing, row);
        else
            add_table_row(drawing, row, widths);
        if (row + 1 == table->n_header_rows && drawing->is_in_columns)
            add_header_rule(drawing, widths);
    }
}

/* --- One below the other -------------------------------------------------- */

/* Whether the cell is part of a column's header; titles are not. */
static bool is_header(const struct markdown_table *table, size_t row, size_t column)
{
    const struct markdown_cell *cell = table_cell(table, row, column);
    return cell->start < cell->end && !is_across(table, row) && !is_header_from_above(table, row, column);
}

static void add_headers(const struct drawing *drawing, size_t column)
{
    const struct markdown_table *table = drawing->table;
    bool has_one = false;
    for (size_t row = 0; row < table->n_header_rows; row++) {
        if (!is_header(table, row, column))
            continue;
        add_string(drawing, has_one ? ", " : "", STYLE_STRONG);
        styled_text_add(drawing->styled, cell_text(table, table_cell(table, row, column)), STYLE_STRONG,
                        NO_SOURCE);
        has_one = true;
    }
    add_string(drawing, has_one ? ": " : "", STYLE_STRONG);
}

static void add_field(struct drawing *drawing, size_t row, size_t column)
{
    const struct markdown_table *table = drawing->table;
    const struct markdown_cell *cell = table_cell(table, row, column);
    if (cell->start == cell->end)
        return;
    begin_table_block(drawing, WRAP_FLOWING, RECORD_INDENT);
    if (row >= table->n_header_rows)
        add_headers(drawing, column);
    add_table_cell(drawing, cell, row_style(table, row));
    add_string(drawing, "\n", STYLE_NORMAL);
}

static void add_fields(struct drawing *drawing, size_t row)
{
    for (size_t column = 0; column < drawing->table->n_columns; column++)
        add_field(drawing, row, column);
}

/* Draws each cell on its own line. A table that consists only of a header is drawn like a row. */
static void add_below_each_other(struct drawing *drawing)
{
    const struct markdown_table *table = drawing->table;
    bool has_body = row_count(table) > table->n_header_rows;
    for (size_t row = 0; row < row_count(table); row++) {
        bool is_title = is_across(table, row);
        if (has_body && row < table->n_header_rows && !is_title)
            continue;
        if (drawing->has_begun && table->n_columns > 1) {
            begin_table_block(drawing, WRAP_FLOWING, 0);
            add_string(drawing, "\n", STYLE_NORMAL);
        }
        if (is_title)
            add_row_across(drawing, row);
        else
            add_fields(drawing, row);
    }
}

/* The bytes that the headers take when each row repeats them. */
static size_t repeated_size(const struct markdown_table *table)
{
    size_t n_header_cells = table->n_header_rows * table->n_columns, size = 0;
    for (size_t i = 0; i < n_header_cells && i < table->n_cells; i++)
        size += table->cells[i].end - table->cells[i].start;
    return row_count(table) * size;
}

bool markdown_table_add_to(const struct markdown_table *table, struct styled_text *styled, int columns,
                           struct bytes first_prefix, struct bytes next_prefix)
{
    struct drawing drawing = {.table = table,
                              .styled = styled,
                              .mark = visual_order_mark(buffer_bytes(&table->text.text)),
                              .first_prefix = first_prefix,
                              .next_prefix = next_prefix};
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
