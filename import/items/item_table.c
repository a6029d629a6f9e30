/*
 * A table whose first line names its columns: RFC 4180, also with a tab or a semicolon in place of the comma. A row
 * becomes an object with the names of the header as keys, and is used like an object in JSON.
 *
 * A cell may be in quotation marks and then contain line ends. Between tabs, many programs write unescaped quotation
 * marks. So in such a table, a row with unbalanced marks is read as a plain line. Only its names distinguish a header,
 * see is_header.
 */
#include "core/base/map.h"
#include "import/field_names.h"
#include "import/fields/field_facts.h"
#include "import/items/item_fields.h"
#include "import/items/item_reading.h"
#include "import/text/table_row.h"

#include <string.h>

static const struct row_format formats[] = {
    {.separator = '\t', .has_marks = true},
    {.separator = ',', .has_marks = true},
    {.separator = ';', .has_marks = true},
};

struct item_table {
    const struct row_format *format;
    const char **names;
    size_t n;
    struct map known; /* the names in lower case */
    struct table_row row;
    struct arena memory; /* memory of the names */
};

/* --- The header ----------------------------------------------------------- */

/* Returns whether an unknown name may be the name of a column and is not a sentence. One word may ask: "relevant?" */
static bool is_like_name(struct bytes cell)
{
    if (bytes_ends_with(cell, "?") && memchr(cell.data, ' ', cell.size) == NULL)
        cell = bytes_slice(cell, 0, cell.size - 1);
    for (size_t i = 0; i < cell.size; i++) {
        unsigned char byte = (unsigned char)cell.data[i];
        if (byte < ' ' || memchr("?!\"<>{}", byte, 7) != NULL)
            return false;
    }
    return cell.size <= 64;
}

/* Returns the role of a column, by what the user says, else by its name. */
static enum item_role role_of(const struct item_fields *fields, struct bytes name)
{
    const struct item_mapping *mapping = fields->mapping;
    const char *known;
    for (enum item_role role = ITEM_ROLE_ID; role < ITEM_ROLES; role++) {
        if (fields->named[role] != NULL && field_is_called(name, fields->named[role]))
            return role;
    }
    for (enum item_role role = ITEM_ROLE_ID; mapping != NULL && role < ITEM_ROLES; role++) {
        for (size_t i = 0; i < mapping->n_names[role]; i++) {
            if (field_is_called(name, mapping->names[role][i].name))
                return role;
        }
    }
    return item_field_role(fields->kind, name, &known);
}

/* Returns whether names without an id are a header: no pair of an id and a text looks like them. */
static bool is_no_pair(const struct item_fields *fields, const struct table_row *row, enum item_role first)
{
    const struct bytes name = bytes_trim(row->cells[0].written);
    return row->n > 2 ||
           (fields->kind == ITEM_QUESTION && (first > ITEM_ROLE_ID || field_sounds_right(name) ||
                                              field_find_name(name, document_id_names) != NULL));
}

/*
 * Returns whether the row is a header. Between tabs, a header names an id and a text, or begins with one of them; a
 * single name elsewhere may be content. If ids are made, the header need not name one. Between commas, which occur in
 * any sentence, all cells must look like names. A single text is a table of one column.
 */
static bool is_header(const struct item_fields *fields, const struct table_row *row, char separator)
{
    enum item_role first = role_of(fields, bytes_trim(row->cells[0].written));
    bool has_id = false;
    bool has_text = false;
    bool are_names = true;
    for (size_t i = 0; i < row->n; i++) {
        enum item_role role = role_of(fields, bytes_trim(row->cells[i].written));
        has_id |= role == ITEM_ROLE_ID;
        has_text |= role > ITEM_ROLE_ID;
        are_names &= is_like_name(row->cells[i].written);
    }
    if (row->n == 1)
        return separator == '\t' && has_text;
    if (separator != '\t')
        return are_names && (has_id || has_text);
    bool has_recipe = fields->mapping != NULL && fields->mapping->n_recipes > 0;
    bool makes_ids = has_recipe || is_no_pair(fields, row, first);
    return first == ITEM_ROLE_ID || (has_text && (has_id || (are_names && makes_ids)));
}

/* Returns the content from its header on. */
static struct bytes find_header(struct bytes content)
{
    return bytes_skip_blank_lines(table_skip_declaration(bytes_skip_blank_lines(content)));
}

static const char *end_of_first_line(struct bytes content)
{
    const char *found = memchr(content.data, '\n', content.size);
    return found != NULL ? found : content.data + content.size;
}

/* Reads the header into `row`. Returns NULL when there is none. */
static const struct row_format *read_header_row(const struct item_fields *fields, struct bytes content,
                                                struct table_row *row)
{
    struct bytes rest = find_header(content);
    if (rest.size == 0 || memchr(rest.data, '\0', (size_t)(end_of_first_line(rest) - rest.data)) != NULL)
        return NULL;
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (table_row_read(row, &formats[i], rest) && is_header(fields, row, formats[i].separator))
            return &formats[i];
    }
    return NULL;
}

bool item_table_recognise(const struct item_fields *fields, struct bytes content)
{
    struct table_row row = {0};
    bool recognised = read_header_row(fields, content, &row) != NULL;
    table_row_release(&row);
    return recognised;
}

static struct bytes in_small_letters(struct arena *arena, struct bytes text)
{
    char *letters = arena_get(arena, text.size);
    for (size_t i = 0; i < text.size; i++)
        letters[i] = byte_in_small(text.data[i]);
    return (struct bytes){letters, text.size};
}

static bool add_name(struct item_table *table, struct bytes cell, struct err *err)
{
    const char *name = cell.size > 0 ? arena_copy(&table->memory, cell).data
                                     : arena_format(&table->memory, "column %zu", table->n + 1);
    bool is_new;
    map_put(&table->known, in_small_letters(&table->memory, bytes_of(name)), &is_new);
    if (!is_new)
        return err_set(err, ERR_INPUT, "two columns of the header have the name '%s'; rename one", name);
    table->names[table->n++] = name;
    return true;
}

/* Takes the names from the header, which is in the row. */
static bool take_header(struct item_reading *reading, struct item_table *table, const char *at,
                        struct err *err)
{
    table->names = arena_get_array(&table->memory, table->row.n, sizeof *table->names);
    for (size_t i = 0; i < table->row.n; i++) {
        if (!add_name(table, bytes_trim(row_cell_text(&table->row.cells[i], &table->memory)), err))
            return item_reading_fail(reading, at, err);
    }
    return true;
}

/* --- Reading -------------------------------------------------------------- */

/* Returns the remedy for a row whose number of columns differs from the header. */
static const char *remedy_of(const struct item_table *table, bool is_last)
{
    if (table->row.n < table->n)
        return is_last ? "is the file cut short?" : "a text with a line end must be in quotation marks";
    return table->format->separator == '\t' ? "a text with a tab must be in quotation marks"
                                            : "a text with a column separator must be in quotation marks";
}

static bool fail_row(struct item_reading *reading, const struct item_table *table, const char *at,
                     struct err *err)
{
    const struct table_row *row = &table->row;
    if (row->fault != NULL) {
        err_set(err, ERR_INPUT, "%s", row->fault);
        return item_reading_fail(reading, row->fault_at, err);
    }
    const char *end = reading->content.data + reading->content.size;
    err_set(err, ERR_INPUT, "%zu column%s where the header has %zu; %s", row->n, row->n == 1 ? "" : "s",
            table->n, remedy_of(table, row->next == end));
    return item_reading_fail(reading, at, err);
}

/*
 * Returns whether the last line of the row has all columns by itself. Then several lines were wrongly read as one cell.
 */
static bool holds_lines(const struct item_table *table, struct bytes row)
{
    struct bytes line;
    struct bytes last = {0};
    size_t n_lines = 0;
    size_t n = 1;
    for (; bytes_next_line(&row, &line); n_lines++)
        last = line;
    for (struct bytes cell; bytes_split(last, table->format->separator, &cell, &last);)
        n++;
    return n_lines > 1 && n == table->n;
}

/* Reads the next row, which must have as many columns as the header. */
static bool read_next(struct item_reading *reading, struct item_table *table, struct bytes rest,
                      struct err *err)
{
    static const struct row_format plain = {.separator = '\t'};
    struct table_row *row = &table->row;
    bool is_tabbed = table->format->separator == '\t';
    bool is_read = table_row_read(row, table->format, rest) && row->n == table->n;
    if (is_read && is_tabbed && holds_lines(table, bytes_slice(rest, 0, (size_t)(row->next - rest.data))))
        is_read = false;
    if (!is_read && is_tabbed)
        is_read = table_row_read(row, &plain, rest) && row->n == table->n;
    return is_read || fail_row(reading, table, rest.data, err);
}

static bool put_row(struct item_reading *reading, const struct item_table *table, struct bytes source,
                    struct err *err)
{
    if (!item_reading_check(reading, source, err))
        return false;
    struct json_fields *object = json_fields_make();
    for (size_t i = 0; i < table->n; i++)
        json_fields_add_text(object, table->names[i], row_cell_text(&table->row.cells[i], &reading->arena));
    return item_reading_put_object(reading, object, source, err);
}

static bool read_rows(struct item_reading *reading, struct item_table *table, struct bytes rest,
                      struct err *err)
{
    bool worked = true;
    while (worked && (rest = bytes_skip_blank_lines(rest)).size > 0) {
        worked = read_next(reading, table, rest, err);
        if (!worked)
            break;
        size_t size = (size_t)(table->row.next - rest.data);
        worked = table_row_is_blank(&table->row) || put_row(reading, table, bytes_slice(rest, 0, size), err);
        rest = bytes_from(rest, size);
    }
    return worked;
}

/* Passes the names and the first row to `look`. The texts are empty if no row can be read. */
static bool show_first(struct item_reading *reading, struct item_table *table, struct bytes rest)
{
    if (reading->look == NULL)
        return false;
    rest = bytes_skip_blank_lines(rest);
    bool has_row = rest.size > 0 && read_next(reading, table, rest, err_ignored()) &&
                   item_reading_check(reading, bytes_slice(rest, 0, (size_t)(table->row.next - rest.data)),
                                      err_ignored());
    struct json_fields *object = json_fields_make();
    for (size_t i = 0; i < table->n; i++)
        json_fields_add_text(object, table->names[i],
                             has_row ? row_cell_text(&table->row.cells[i], &reading->arena)
                                     : (struct bytes){0});
    bool shown = item_reading_show(reading, object);
    json_fields_free(object);
    return shown;
}

bool item_table_read(struct item_reading *reading, struct err *err)
{
    struct item_table table = {0};
    table.format = read_header_row(reading->fields, reading->content, &table.row);
    struct bytes header = find_header(reading->content);
    size_t behind = (size_t)(table.row.next - reading->content.data);
    struct bytes rows = bytes_from(reading->content, behind);
    bool worked = take_header(reading, &table, header.data, err) && !show_first(reading, &table, rows) &&
                  read_rows(reading, &table, rows, err);
    table_row_release(&table.row);
    map_release(&table.known);
    arena_release(&table.memory);
    return worked;
}
