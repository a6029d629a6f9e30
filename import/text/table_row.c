#include "import/text/table_row.h"

#include "core/base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Limits the cost of an unclosed mark, even if there is one on every line. */
enum { QUOTED_SIZE_MAX = 64 << 20 };

static void add_cell(struct table_row *row, struct bytes written, bool has_pairs)
{
    VECTOR_PUSH(row->cells, row->n, row->capacity) =
        (struct row_cell){.written = written, .has_pairs = has_pairs};
}

static bool set_fault(struct table_row *row, const char *mark, const char *fault)
{
    row->fault = fault;
    row->fault_at = mark;
    return false;
}

/* --- Cells ---------------------------------------------------------------- */

/* Returns the end of the line that contains `at`. */
static const char *end_of_line(const char *at, const char *end)
{
    const char *found = memchr(at, '\n', (size_t)(end - at));
    return found != NULL ? found : end;
}

static bool is_line_end(const char *at, const char *end)
{
    return at == end || *at == '\n' || (*at == '\r' && (at + 1 == end || at[1] == '\n'));
}

static const char *skip_margin(const struct row_format *format, const char *at, const char *end)
{
    while (format->has_margin && at < end && (*at == ' ' || *at == '\t') && *at != format->separator)
        at++;
    return at;
}

/* Returns the closing mark of the cell that begins at `mark`; NULL: there is none. */
static const char *find_closing(const char *mark, const char *end, bool *has_pairs)
{
    const char *at = mark + 1;
    *has_pairs = false;
    while ((at = memchr(at, '"', (size_t)(end - at))) != NULL && at + 1 < end && at[1] == '"') {
        *has_pairs = true;
        at += 2;
    }
    return at;
}

/* Reads the cell whose quotation mark is at `mark`. Sets *at to the place after it. */
static bool read_quoted(struct table_row *row, const struct row_format *format, const char *mark,
                        const char *end, const char **at)
{
    bool has_pairs;
    const char *limit = (size_t)(end - mark) > QUOTED_SIZE_MAX ? mark + QUOTED_SIZE_MAX : end;
    const char *closing = find_closing(mark, limit, &has_pairs);
    if (closing == NULL)
        return set_fault(row, mark, "the quotation mark of this cell is not closed; close it or double it");
    *at = skip_margin(format, closing + 1, end);
    if (!is_line_end(*at, end) && **at != format->separator)
        return set_fault(
            row, mark,
            "text follows the closing quotation mark of this cell; double the quotation marks in its text");
    add_cell(row, (struct bytes){.data = mark + 1, .size = (size_t)(closing - mark - 1)}, has_pairs);
    return true;
}

static void read_plain(struct table_row *row, const struct row_format *format, const char *end,
                       const char **at)
{
    const char *line_end = end_of_line(*at, end);
    const char *found = memchr(*at, format->separator, (size_t)(line_end - *at));
    const char *cell_end = found != NULL ? found : line_end;
    struct bytes cell = {.data = *at, .size = (size_t)(cell_end - *at)};
    if (found == NULL && cell.size > 0 && cell.data[cell.size - 1] == '\r')
        cell.size--;
    add_cell(row, format->has_margin ? bytes_trim(cell) : cell, false);
    *at = cell_end;
}

struct bytes row_cell_text(const struct row_cell *cell, struct arena *memory)
{
    struct bytes text = cell->written;
    if (!cell->has_pairs)
        return text;
    char *copy = arena_get(memory, text.size);
    size_t size = 0;
    for (size_t i = 0; i < text.size; i++) {
        copy[size++] = text.data[i];
        i += text.data[i] == '"'; /* skip the second of a pair */
    }
    return (struct bytes){.data = copy, .size = size};
}

/* --- Rows ----------------------------------------------------------------- */

struct bytes table_skip_declaration(struct bytes content)
{
    static const struct bytes word = {.data = "sep=", .size = 4};
    struct bytes rest = content;
    struct bytes line = {0};
    bytes_next_line(&rest, &line);
    bool is_quoted = line.size == word.size + 3 && line.data[0] == '"' && line.data[line.size - 1] == '"';
    if (is_quoted)
        line = bytes_slice(line, 1, line.size - 1);
    bool is_declaration =
        line.size == word.size + 1 && bytes_equal_ignoring_case(bytes_slice(line, 0, word.size), word);
    return is_declaration ? rest : content;
}

static bool read_cells(struct table_row *row, const struct row_format *format, const char *end,
                       const char **at)
{
    while (true) {
        const char *mark = skip_margin(format, *at, end);
        if (!format->has_marks || mark == end || *mark != '"')
            read_plain(row, format, end, at);
        else if (!read_quoted(row, format, mark, end, at))
            return false;
        if (*at == end || **at != format->separator)
            return true;
        ++*at;
    }
}

static void read_words(struct table_row *row, struct bytes line)
{
    for (struct bytes word; bytes_next_word(&line, &word);)
        add_cell(row, word, false);
}

bool table_row_read(struct table_row *row, const struct row_format *format, struct bytes rest)
{
    const char *at = rest.data;
    const char *end = rest.data + rest.size;
    row->n = 0;
    row->fault = NULL;
    if (format->separator == ' ')
        read_words(row, bytes_slice(rest, 0, (size_t)(end_of_line(at, end) - at)));
    else if (!read_cells(row, format, end, &at))
        return false;
    const char *line_end = end_of_line(at, end);
    row->next = line_end == end ? end : line_end + 1;
    return true;
}

void table_row_release(struct table_row *row)
{
    free(row->cells);
    *row = (struct table_row){0};
}

bool table_row_is_blank(const struct table_row *row)
{
    for (size_t i = 0; i < row->n; i++) {
        if (bytes_trim(row->cells[i].written).size > 0)
            return false;
    }
    return true;
}

struct bytes table_number(const struct row_format *format, struct bytes text, char room[TABLE_NUMBER_SIZE])
{
    const char *comma = text.size > 0 ? memchr(text.data, ',', text.size) : NULL;
    if (format == NULL || format->separator != ';' || comma == NULL || text.size > TABLE_NUMBER_SIZE ||
        memchr(text.data, '.', text.size) != NULL)
        return text;
    memcpy(room, text.data, text.size);
    room[comma - text.data] = '.';
    return (struct bytes){.data = room, .size = text.size};
}
