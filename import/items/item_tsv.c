/*
 * Without a header a line is an id, a tab and a text. With a header a line becomes the fields of a JSON
 * object, under the names of the header, and is taken as a line of JSONL would be: both formats know the
 * same names.
 *
 * Nothing marks a header but its names, see is_header and check_no_header. There are no quotation marks and no escapes: a cell
 * can hold neither a tab nor a line end.
 */
#include "import/items/item_file.h"

#include <string.h>

/* Takes the next cell and the tab behind it. False: there is none. */
static bool next_tsv_cell(struct bytes *rest, struct bytes *cell)
{
    if (rest->data == NULL)
        return false;
    if (bytes_split(*rest, '\t', cell, rest))
        return true;
    *cell = *rest;
    *rest = (struct bytes){0};
    return true;
}

static size_t count_tsv_cells(struct bytes line)
{
    struct bytes cell;
    size_t n = 0;
    while (next_tsv_cell(&line, &cell))
        n++;
    return n;
}

/* --- With a header -------------------------------------------------------- */

/* A header begins with the name of an id, or has names of an id and of a text; one name elsewhere may be content. */
static bool is_header(enum item_kind kind, struct bytes line)
{
    const char *known;
    struct bytes cell;
    bool has[ITEM_ROLES] = {false};
    bool begins_with_id = false;
    for (size_t i = 0; next_tsv_cell(&line, &cell); i++) {
        enum item_role role = item_field_role(kind, cell, &known);
        has[role] = true;
        begins_with_id = begins_with_id || (i == 0 && role == ITEM_ROLE_ID);
    }
    return begins_with_id || (has[ITEM_ROLE_ID] && (has[ITEM_ROLE_TEXT] || has[ITEM_ROLE_TITLE]));
}

/* Ids mostly have digits. */
static bool is_like_name(struct bytes cell)
{
    for (size_t i = 0; i < cell.size; i++) {
        char lower = (char)(cell.data[i] | 0x20);
        if ((lower < 'a' || lower > 'z') && cell.data[i] != '-' && cell.data[i] != '_')
            return false;
    }
    return cell.size > 0;
}

static bool names_text(struct bytes cell)
{
    const char *known;
    return item_field_role(ITEM_DOCUMENT, cell, &known) >= ITEM_ROLE_TEXT || /* or a title */
           item_field_role(ITEM_QUESTION, cell, &known) == ITEM_ROLE_TEXT;
}

/* What is no header may have been meant as one: nothing but names, and one of them a text's. */
static bool check_no_header(enum item_kind kind, struct bytes line, struct err *err)
{
    struct bytes rest = line;
    struct bytes cell;
    bool has_text = false;
    while (next_tsv_cell(&rest, &cell)) {
        if (!is_like_name(bytes_trim(cell)))
            return true;
        has_text = has_text || names_text(bytes_trim(cell));
    }
    if (!has_text)
        return true;
    struct buffer names = {0};
    item_add_id_names(kind, &names);
    err_set(err, ERR_INPUT,
            "a header that names no id; call it %s; if this is a %s, put a header `id TAB text` above it",
            buffer_string(&names), item_kind_name(kind));
    buffer_release(&names);
    return false;
}

static bool check_unnamed(const struct item_header *header, const char *name, struct err *err)
{
    for (size_t i = 0; i < header->n_names; i++) {
        if (bytes_equal_ignoring_case(bytes_of(header->names[i]), bytes_of(name)))
            return err_set(err, ERR_INPUT, "two columns of the header are called '%s'; rename one", name);
    }
    return true;
}

bool item_tsv_read_header(enum item_kind kind, struct bytes line, struct arena *arena,
                          struct item_header *header, struct err *err)
{
    struct bytes cell;
    size_t n = count_tsv_cells(line);
    if (n < 2 || memchr(line.data, '\0', line.size) != NULL)
        return true;
    if (!is_header(kind, line))
        return check_no_header(kind, line, err);
    header->names = arena_get_array(arena, n, sizeof *header->names);
    while (next_tsv_cell(&line, &cell)) {
        const char *name = arena_copy(arena, cell).data;
        if (!check_unnamed(header, name, err))
            return false;
        header->names[header->n_names++] = name;
    }
    return true;
}

static bool read_named(const struct item_layout *layout, struct bytes line, struct arena *arena,
                       struct item *item, struct err *err)
{
    const struct item_header *header = &layout->header;
    size_t n = count_tsv_cells(line);
    struct bytes cell;
    if (n != header->n_names)
        return err_set(err, ERR_INPUT, "%zu column%s where the header has %zu; a text holds no tab", n,
                       n == 1 ? "" : "s", header->n_names);
    struct json_fields *object = json_fields_make();
    for (size_t i = 0; next_tsv_cell(&line, &cell); i++)
        json_fields_add_text(object, header->names[i], cell);
    bool taken = item_take_fields(layout->fields, object, arena, item, err);
    json_fields_free(object);
    return taken;
}

/* --- Without ---------------------------------------------------------------- */

/* id TAB text */
static bool read_pair(struct item_fields *fields, struct bytes line, struct arena *arena, struct item *item,
                      struct err *err)
{
    size_t n = count_tsv_cells(line);
    if (n < 2)
        return err_set(
            err, ERR_INPUT,
            "no tab and no JSON object; a %s is a line `id TAB text`, or {\"_id\": …, \"text\": …}",
            item_kind_name(fields->kind));
    if (n > 2)
        return err_set(
            err, ERR_INPUT,
            "%zu columns, and no header says what they are; begin the file with a line of their names, "
            "as `id TAB title TAB text`, or use JSONL",
            n);
    struct bytes id, text;
    next_tsv_cell(&line, &id);
    next_tsv_cell(&line, &text);
    return item_take_columns(fields, id, text, arena, item, err);
}

bool item_tsv_read(const struct item_layout *layout, struct bytes line, struct arena *arena,
                   struct item *item, struct err *err)
{
    if (memchr(line.data, '\0', line.size) != NULL)
        return err_set(err, ERR_INPUT, "it holds a NUL byte; is this a binary file?");
    return layout->header.n_names > 0 ? read_named(layout, line, arena, item, err)
                                      : read_pair(layout->fields, line, arena, item, err);
}
