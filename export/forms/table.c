/*
 * A table is one array of cells, row after row. Numbers become text when they are added, so that all formats show the
 * same digits. The kind of a cell matters only for JSON.
 *
 * A format is a function over the whole table. Formats for people make each cell safe for a terminal and measure the
 * result. Formats for programs write the bytes as they are, quoted if the format can quote.
 */
#include "export/forms/table.h"

#include "core/base/bug.h"
#include "core/base/memory.h"
#include "core/base/unicode.h"
#include "export/forms/csv.h"
#include "export/forms/json.h"
#include "export/forms/markdown.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <stdlib.h>

enum cell_kind { CELL_EMPTY, CELL_TEXT, CELL_NUMBER };

struct table_cell {
    enum cell_kind kind;
    struct bytes text;
    const char *sign; /* NULL: none */
};

void table_release(struct table *table)
{
    free(table->columns);
    free(table->cells);
    arena_release(&table->names);
    arena_release(&table->arena);
    *table = (struct table){0};
}

static size_t visible_columns(struct bytes text)
{
    struct buffer visible = {0};
    unicode_add_visible(&visible, text);
    size_t columns = unicode_columns(buffer_bytes(&visible));
    buffer_release(&visible);
    return columns;
}

void table_add_column(struct table *table, const char *name, enum table_align align)
{
    BUG_UNLESS(table->n_cells == 0);
    VECTOR_PUSH(table->columns, table->n_columns, table->columns_capacity) =
        (struct table_column){.name = arena_copy_string(&table->names, name),
                              .align = align,
                              .width = visible_columns(bytes_of(name))};
}

static void add_cell(struct table *table, struct table_cell cell)
{
    VECTOR_PUSH(table->cells, table->n_cells, table->cells_capacity) = cell;
}

void table_add_text(struct table *table, struct bytes text)
{
    if (csv_is_formula(text) && table->n_formulas++ == 0)
        table->first_formula = arena_copy(&table->names, text);
    add_cell(table, (struct table_cell){.kind = CELL_TEXT, .text = arena_copy(&table->arena, text)});
}

static void add_number(struct table *table, const char *text)
{
    add_cell(table, (struct table_cell){.kind = CELL_NUMBER, .text = bytes_of(text)});
}

void table_add_integer(struct table *table, int64_t value)
{
    add_number(table, arena_format(&table->arena, "%" PRId64, value));
}

/* A number that is rounded to 0 has no sign. */
static const char *without_sign_of_zero(const char *number)
{
    return number[0] == '-' && strspn(number + 1, "0.") == strlen(number + 1) ? number + 1 : number;
}

void table_add_real(struct table *table, double value, int precision)
{
    if (isfinite(value))
        add_number(table, without_sign_of_zero(arena_format(&table->arena, "%.*f", precision, value)));
    else
        table_add_empty(table);
}

void table_add_wins(struct table *table, double wins)
{
    table_add_real(table, wins, fmod(wins, 1) > 0 ? 1 : 0);
}

void table_add_empty(struct table *table)
{
    add_cell(table, (struct table_cell){.kind = CELL_EMPTY});
}

void table_mark(struct table *table, const char *sign)
{
    BUG_UNLESS(table->n_cells > 0);
    table->cells[table->n_cells - 1].sign = arena_copy_string(&table->arena, sign);
}

size_t table_row_count(const struct table *table)
{
    BUG_UNLESS(table->n_columns > 0 && table->n_cells % table->n_columns == 0);
    return table->n_cells / table->n_columns;
}

static const struct table_cell *cell_at(const struct table *table, size_t row, size_t column)
{
    return &table->cells[row * table->n_columns + column];
}

struct bytes table_text_at(const struct table *table, size_t row, size_t column)
{
    return cell_at(table, row, column)->text;
}

const char *table_sign_at(const struct table *table, size_t row, size_t column)
{
    return cell_at(table, row, column)->sign;
}

/* --- For people ----------------------------------------------------------- */

static void measure_column(struct table *table, size_t number)
{
    struct table_column *column = &table->columns[number];
    for (size_t row = 0; row < table_row_count(table); row++) {
        const struct table_cell *cell = cell_at(table, row, number);
        size_t columns = visible_columns(cell->text);
        column->width = columns > column->width ? columns : column->width;
        column->has_signs = column->has_signs || cell->sign != NULL;
    }
}

static void add_blanks(struct buffer *line, size_t count)
{
    buffer_add_format(line, "%*s", (int)count, "");
}

/* A cell that is wider than the measured ones shifts the rest of its line. */
static void add_aligned(struct buffer *line, struct bytes text, const char *sign,
                        const struct table_column *column)
{
    size_t columns = visible_columns(text), blanks = column->width > columns ? column->width - columns : 0;
    add_blanks(line, column->align == ALIGN_RIGHT ? blanks : 0);
    unicode_add_visible(line, text);
    if (sign != NULL)
        buffer_add_string(line, sign);
    else if (column->has_signs)
        add_blanks(line, 1);
    add_blanks(line, column->align == ALIGN_LEFT ? blanks : 0);
}

/* Removes trailing blanks. */
static void end_line(struct buffer *out, struct buffer *line)
{
    struct bytes text = buffer_bytes(line);
    while (text.size > 0 && text.data[text.size - 1] == ' ')
        text.size--;
    buffer_add(out, text);
    buffer_add_byte(out, '\n');
    buffer_clear(line);
}

static size_t first_column(const struct table *table)
{
    return table->part.n_keys > 0 ? 0 : table->part.first;
}

/* Returns the column after this one in the chosen part. */
static size_t next_column(const struct table *table, size_t column)
{
    return column + 1 == table->part.n_keys ? table->part.first : column + 1;
}

static void add_people_header(const struct table *table, struct buffer *out)
{
    struct buffer line = {0};
    if (table->part.first > table->part.n_keys)
        buffer_add_byte(out, '\n');
    for (size_t column = first_column(table); column < table->part.end; column = next_column(table, column)) {
        add_blanks(&line, column > first_column(table) ? 2 : 0);
        add_aligned(&line, bytes_of(table->columns[column].name), NULL, &table->columns[column]);
    }
    end_line(out, &line);
    buffer_release(&line);
}

static void add_people_rows(const struct table *table, struct buffer *out)
{
    struct buffer line = {0};
    for (size_t row = 0; row < table_row_count(table); row++) {
        for (size_t column = first_column(table); column < table->part.end;
             column = next_column(table, column)) {
            const struct table_cell *cell = cell_at(table, row, column);
            add_blanks(&line, column > first_column(table) ? 2 : 0);
            add_aligned(&line, cell->text, cell->sign, &table->columns[column]);
        }
        end_line(out, &line);
    }
    buffer_release(&line);
}

/* --- For programs ----------------------------------------------------------------------------- */

static void add_tsv_rows(const struct table *table, struct buffer *out)
{
    for (size_t row = 0; row < table_row_count(table); row++) {
        for (size_t column = 0; column < table->n_columns; column++) {
            if (column > 0)
                buffer_add_byte(out, '\t');
            buffer_add_one_line(out, cell_at(table, row, column)->text);
        }
        buffer_add_byte(out, '\n');
    }
}

static void add_csv_header(const struct table *table, struct buffer *out)
{
    for (size_t column = 0; column < table->n_columns; column++) {
        if (column > 0)
            buffer_add_byte(out, ',');
        csv_add_cell(bytes_of(table->columns[column].name), out);
    }
    buffer_add_string(out, "\r\n");
}

static void add_csv_rows(const struct table *table, struct buffer *out)
{
    for (size_t row = 0; row < table_row_count(table); row++) {
        for (size_t column = 0; column < table->n_columns; column++) {
            if (column > 0)
                buffer_add_byte(out, ',');
            csv_add_cell(cell_at(table, row, column)->text, out);
        }
        buffer_add_string(out, "\r\n");
    }
}

static void add_member(struct json *object, const char *name, const struct table_cell *cell)
{
    switch (cell->kind) {
    case CELL_EMPTY:
        json_add_null(object, name);
        break;
    case CELL_TEXT:
        json_add_text(object, name, cell->text);
        break;
    case CELL_NUMBER:
        json_add_number(object, name, cell->text);
        break;
    }
}

static void add_json_row(const struct table *table, size_t row, struct json *array)
{
    struct json *object = json_add_object(array, NULL);
    for (size_t column = 0; column < table->n_columns; column++)
        add_member(object, table->columns[column].name, cell_at(table, row, column));
}

void table_add_to_json(const struct table *table, struct json *array)
{
    for (size_t row = 0; row < table_row_count(table); row++)
        add_json_row(table, row, array);
}

static void begin_json(const struct table *table, struct buffer *out)
{
    (void)table;
    buffer_add_byte(out, '[');
}

/* Prints each row as an array without its brackets, so that it looks like in one array of all rows. */
static void add_json_rows(const struct table *table, struct buffer *out)
{
    struct buffer printed = {0};
    for (size_t row = 0; row < table_row_count(table); row++) {
        struct json *array = json_array();
        add_json_row(table, row, array);
        buffer_clear(&printed);
        json_print(array, JSON_INDENTED, &printed);
        buffer_add_string(out, row > 0 || table->is_continued ? ", " : "");
        buffer_add(out, bytes_slice(buffer_bytes(&printed), 1, printed.size - 1));
        json_free(array);
    }
    buffer_release(&printed);
}

static void end_json(const struct table *table, struct buffer *out)
{
    (void)table;
    buffer_add_string(out, "]\n");
}

/* --- Markdown ------------------------------------------------------------- */

static void add_markdown_header(const struct table *table, struct buffer *out)
{
    for (size_t column = 0; column < table->n_columns; column++) {
        buffer_add_string(out, column == 0 ? "| " : " | ");
        markdown_add_text(out, bytes_of(table->columns[column].name));
    }
    buffer_add_string(out, " |\n");
    for (size_t column = 0; column < table->n_columns; column++)
        buffer_add_string(out, table->columns[column].align == ALIGN_RIGHT ? "| --: " : "| --- ");
    buffer_add_string(out, "|\n");
}

static void add_markdown_rows(const struct table *table, struct buffer *out)
{
    for (size_t row = 0; row < table_row_count(table); row++) {
        for (size_t column = 0; column < table->n_columns; column++) {
            const struct table_cell *cell = cell_at(table, row, column);
            buffer_add_string(out, column == 0 ? "| " : " | ");
            markdown_add_text(out, cell->text);
            if (cell->sign != NULL)
                markdown_add_text(out, bytes_of(cell->sign));
        }
        buffer_add_string(out, " |\n");
    }
}

/* --- Formats -------------------------------------------------------------- */

static const struct {
    const char *name;
    bool is_for_people;
    bool is_aligned; /* the width of a column depends on all its cells */
    /* Write the header (may be NULL), the rows, and the footer (may be NULL). */
    void (*begin)(const struct table *table, struct buffer *out);
    void (*add_rows)(const struct table *table, struct buffer *out);
    void (*end)(const struct table *table, struct buffer *out);
} formats[TABLE_FORMAT_COUNT] = {
    [TABLE_PEOPLE] = {.name = "table",
                      .is_for_people = true,
                      .is_aligned = true,
                      .begin = add_people_header,
                      .add_rows = add_people_rows},
    [TABLE_TSV] = {.name = "tsv", .add_rows = add_tsv_rows},
    [TABLE_JSON] = {.name = "json", .begin = begin_json, .add_rows = add_json_rows, .end = end_json},
    [TABLE_CSV] = {.name = "csv", .begin = add_csv_header, .add_rows = add_csv_rows},
    [TABLE_MARKDOWN] = {.name = "markdown",
                        .is_for_people = true,
                        .begin = add_markdown_header,
                        .add_rows = add_markdown_rows},
};

const struct words table_format_words = WORDS_OF_ROWS(formats, name);

bool table_format_is_for_people(enum table_format format)
{
    return formats[format].is_for_people;
}

bool table_format_is_aligned(enum table_format format)
{
    return formats[format].is_aligned;
}

static void forget_rows(struct table *table)
{
    table->n_cells = 0;
    arena_clear(&table->arena);
}

/* Measures into `columns`; the rows stay. */
static void measure(struct table *table)
{
    for (size_t column = 0; column < table->n_columns; column++)
        measure_column(table, column);
}

void table_measure(struct table *table)
{
    measure(table);
    forget_rows(table);
}

/* --- Parts ---------------------------------------------------------------- */

enum { KEYS_SHARE = 2 }; /* the columns on the left take at most one in so many columns of a line */

static size_t columns_of(const struct table *table, size_t first, size_t end)
{
    size_t columns = 0;
    for (size_t i = first; i < end; i++)
        columns += table->columns[i].width + table->columns[i].has_signs + (i > 0 ? 2 : 0);
    return columns;
}

static size_t count_keys(const struct table *table)
{
    size_t n = 0;
    while (n < table->n_columns && table->columns[n].align == ALIGN_LEFT)
        n++;
    return n;
}

/* Whether there are columns on the left, and each other one fits into a line beside them. */
static bool has_parts(const struct table *table, size_t line_columns)
{
    const size_t n_keys = count_keys(table), keys = columns_of(table, 0, n_keys);
    if (columns_of(table, 0, table->n_columns) <= line_columns || n_keys == 0 ||
        keys > line_columns / KEYS_SHARE)
        return false;
    for (size_t i = n_keys; i < table->n_columns; i++)
        if (keys + columns_of(table, i, i + 1) > line_columns)
            return false;
    return true;
}

bool table_next_part(struct table *table, enum table_format format, size_t line_columns)
{
    struct table_part *part = &table->part;
    if (part->end == table->n_columns)
        return false;
    if (!formats[format].is_aligned || line_columns == 0 || !has_parts(table, line_columns)) {
        part->end = table->n_columns;
        return true;
    }
    part->n_keys = count_keys(table);
    part->first = part->end == 0 ? part->n_keys : part->end;
    part->end = part->first;
    const size_t keys = columns_of(table, 0, part->n_keys);
    while (part->end < table->n_columns &&
           keys + columns_of(table, part->first, part->end + 1) <= line_columns)
        part->end++;
    return true;
}

void table_begin(const struct table *table, enum table_format format, struct buffer *out)
{
    if (formats[format].begin != NULL)
        formats[format].begin(table, out);
}

void table_pass(struct table *table, enum table_format format, struct buffer *out)
{
    formats[format].add_rows(table, out);
    table->is_continued = table->is_continued || table->n_cells > 0;
    forget_rows(table);
}

void table_end(const struct table *table, enum table_format format, struct buffer *out)
{
    if (formats[format].end != NULL)
        formats[format].end(table, out);
}

void table_write(const struct table *table, enum table_format format, size_t line_columns, struct buffer *out)
{
    struct table measured = *table;
    measured.columns = memory_get_zeroed(table->n_columns, sizeof *table->columns);
    for (size_t column = 0; column < table->n_columns; column++)
        measured.columns[column] = table->columns[column];
    if (formats[format].is_aligned)
        measure(&measured);
    while (table_next_part(&measured, format, line_columns)) {
        table_begin(&measured, format, out);
        formats[format].add_rows(&measured, out);
        table_end(&measured, format, out);
    }
    free(measured.columns);
}
