/*
 * The grid has a column for each one that any cell occupies, up to a limit. The caller only sees columns in which a
 * cell begins. All that is kept between rows is how far down cells reach.
 *
 * The header is the first row and those that continue it: rows of a thead, rows that consist of th, and rows into
 * which a cell of the first row reaches next to a cell wider than one column. A cell across the whole table is a
 * title.
 */
#include "tui/text/markup/html_table.h"

#include <string.h>

enum { COLUMNS_MAX = 64, HEADER_ROWS_MAX = 8, ROWSPAN_MAX = 65534 };

/* The number with which the value begins; 1 if there is none. */
static size_t span_of(const struct html_token *cell, const char *name, size_t most)
{
    struct bytes value;
    size_t span = 0, at = 0;
    html_attribute(cell, name, &value);
    value = bytes_skip_space(value);
    if (bytes_starts_with(value, "+"))
        value = bytes_from(value, 1);
    for (; at < value.size && value.data[at] >= '0' && value.data[at] <= '9'; at++)
        if (span <= most)
            span = 10 * span + (size_t)(value.data[at] - '0');
    return at == 0 ? 1 : span < most ? span : most;
}

static size_t columns_of(const struct html_token *cell)
{
    size_t span = span_of(cell, "colspan", GRID_COLUMNS_MAX);
    return span > 0 ? span : 1;
}

/* A rowspan of 0 means all following rows of the section. */
static size_t rows_of(const struct html_token *cell)
{
    size_t span = span_of(cell, "rowspan", ROWSPAN_MAX);
    return span > 0 ? span : ROWSPAN_MAX;
}

/* --- Places --------------------------------------------------------------- */

void html_table_begin_row(struct html_table *table)
{
    table->n_begun++;
}

void html_table_begin_section(struct html_table *table)
{
    table->n_begun++;
    table->is_section_over = true;
}

bool html_table_is_row_over(const struct html_table *table)
{
    return table->n_begun > 0;
}

static bool holds(const struct html_table *table, size_t column)
{
    return table->held_until[column] > table->row;
}

static void go_to_row(struct html_table *table)
{
    if (table->is_section_over)
        memset(table->held_until, 0, sizeof table->held_until);
    if (table->n_begun > 0)
        table->column = 0;
    table->row += table->n_begun;
    table->n_begun = 0;
    table->is_section_over = false;
}

/* The place in the grid. */
static bool place_in_grid(struct html_table *table, const struct html_token *cell, struct html_place *place)
{
    go_to_row(table);
    while (table->column < GRID_COLUMNS_MAX && holds(table, table->column))
        table->column++;
    if (table->column == GRID_COLUMNS_MAX)
        return false;
    place->first = table->column;
    size_t n_columns = columns_of(cell), until = table->row + rows_of(cell);
    while (table->column < GRID_COLUMNS_MAX && table->column - place->first < n_columns &&
           !holds(table, table->column))
        table->held_until[table->column++] = until;
    place->end = table->column;
    return true;
}

/* The number of grid columns before this one in which a cell begins. */
static size_t columns_before(const struct html_table *table, size_t column)
{
    size_t n = 0;
    for (size_t i = 0; i < column; i++)
        n += table->begins[i];
    return n;
}

bool html_table_place(struct html_table *table, const struct html_token *cell, struct html_place *place)
{
    struct html_place in_grid;
    if (!place_in_grid(table, cell, &in_grid))
        return false;
    *place = (struct html_place){columns_before(table, in_grid.first), columns_before(table, in_grid.end)};
    return true;
}

bool html_table_is_held(const struct html_table *table, size_t column)
{
    size_t in_grid = 0;
    for (size_t n = 0; in_grid < GRID_COLUMNS_MAX - 1; in_grid++) {
        if (table->begins[in_grid] && n == column)
            break;
        n += table->begins[in_grid];
    }
    return holds(table, in_grid);
}

/* --- The shape ------------------------------------------------------------ */

/* What a row contains. */
struct row_cells {
    size_t n_cells;
    bool has_data;    /* td */
    bool has_wide;    /* a cell that spans several columns */
    bool is_below;    /* a cell from above reaches into it */
    size_t n_deepest; /* the largest rowspan of its cells */
};

struct table_look {
    struct html_table *table;
    struct row_cells row;
    bool is_in_head;
    size_t n_rows; /* rows with cells */
    size_t n_header_rows;
    size_t header_end; /* the row up to which cells of the header's first row reach */
    bool is_header_over;
};

/* Whether the row continues the header. */
static bool goes_on(const struct table_look *look)
{
    const struct row_cells *row = &look->row;
    return look->is_in_head || look->n_rows < look->header_end ||
           (!row->has_data && (row->n_cells > 1 || row->is_below));
}

static void end_row(struct table_look *look)
{
    const struct row_cells row = look->row;
    bool is_title = row.n_cells == 1 && row.has_wide && !row.is_below;
    if (row.n_cells == 0)
        return;
    if (!is_title && !look->is_header_over) {
        if (look->n_header_rows == 0 && row.has_wide && row.n_deepest > 1)
            look->header_end = look->n_rows + row.n_deepest;
        look->is_header_over = look->n_header_rows > 0 && (!goes_on(look) || look->n_rows >= HEADER_ROWS_MAX);
        if (!look->is_header_over)
            look->n_header_rows = look->n_rows + 1;
    }
    look->n_rows++;
    look->row = (struct row_cells){0};
}

/* Returns false if there are too many columns. */
static bool look_at_cell(struct table_look *look, const struct html_token *cell)
{
    struct html_place place;
    struct html_table *table = look->table;
    size_t n_rows = rows_of(cell);
    if (html_table_is_row_over(table))
        end_row(look);
    size_t before = html_table_is_row_over(table) ? 0 : table->column;
    if (!place_in_grid(table, cell, &place))
        return false;
    table->begins[place.first] = true;
    look->row.is_below = look->row.is_below || place.first > before;
    look->row.n_cells++;
    look->row.has_data = look->row.has_data || bytes_equal_ignoring_case(cell->name, bytes_of("td"));
    look->row.has_wide = look->row.has_wide || columns_of(cell) > 1;
    look->row.n_deepest = n_rows > look->row.n_deepest && n_rows < ROWSPAN_MAX ? n_rows : look->row.n_deepest;
    return true;
}

static bool has_name(const struct html_token *token, const char *name)
{
    return bytes_equal_ignoring_case(token->name, bytes_of(name));
}

/* Returns false if the table only serves layout. */
static bool look_at_tags(struct table_look *look, struct bytes source, size_t offset)
{
    struct html_token token;
    while (html_next_token(source, &offset, &token)) {
        bool is_begin = token.kind == HTML_BEGIN, is_head = has_name(&token, "thead");
        if (has_name(&token, "table"))
            return !is_begin;
        if (is_head || has_name(&token, "tbody") || has_name(&token, "tfoot")) {
            end_row(look);
            look->is_in_head = is_head && is_begin;
            html_table_begin_section(look->table);
        } else if (is_begin && has_name(&token, "tr")) {
            html_table_begin_row(look->table);
        } else if (is_begin && (has_name(&token, "td") || has_name(&token, "th")) &&
                   !look_at_cell(look, &token)) {
            return false;
        }
    }
    return true;
}

void html_table_read(struct html_table *table, struct bytes source, size_t offset)
{
    struct table_look look = {.table = table};
    *table = (struct html_table){0};
    bool is_table = look_at_tags(&look, source, offset);
    end_row(&look);
    size_t n_columns = columns_before(table, GRID_COLUMNS_MAX);
    memset(table->held_until, 0, sizeof table->held_until);
    table->row = table->column = table->n_begun = 0;
    table->is_section_over = false;
    table->n_columns = is_table && n_columns > 1 && n_columns <= COLUMNS_MAX ? n_columns : 0;
    table->n_header_rows =
        look.n_header_rows > 0 && look.n_header_rows < look.n_rows ? look.n_header_rows : 1;
}
