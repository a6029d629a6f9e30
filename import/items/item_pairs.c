/*
 * `id TAB text`, line by line, without a header. Quotation marks are ordinary bytes. A text can contain neither a tab
 * nor a line end.
 */
#include "import/items/item_fields.h"
#include "import/items/item_reading.h"

#include <string.h>

bool item_pairs_recognise(const struct item_fields *fields, struct bytes content)
{
    (void)fields;
    struct bytes line;
    while (bytes_next_line(&content, &line)) {
        if (bytes_trim(line).size > 0)
            return memchr(line.data, '\t', line.size) != NULL;
    }
    return false;
}

/* --- Lines that may be meant as a header ------------------------------------------------------ */

/* Returns whether the cell looks like a name. Most ids have digits. */
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
    for (enum item_kind kind = ITEM_DOCUMENT; kind <= ITEM_QUESTION; kind++) {
        const char *known;
        enum item_role role = item_field_role(kind, cell, &known);
        if (role != ITEM_ROLE_NONE && role != ITEM_ROLE_ID)
            return true;
    }
    return false;
}

/* Takes the next cell and the tab after it. Returns false at the end. */
static bool next_cell(struct bytes *rest, struct bytes *cell)
{
    if (rest->data == NULL)
        return false;
    if (bytes_split(*rest, '\t', cell, rest))
        return true;
    *cell = *rest;
    *rest = (struct bytes){0};
    return true;
}

/* Returns whether all cells are like names, and one is a name for a text. */
static bool is_like_header(struct bytes line)
{
    struct bytes cell;
    bool has_text = false;
    while (next_cell(&line, &cell)) {
        if (!is_like_name(bytes_trim(cell)))
            return false;
        has_text = has_text || names_text(bytes_trim(cell));
    }
    return has_text;
}

static bool fail_header(enum item_kind kind, struct err *err)
{
    struct buffer names = {0};
    item_add_id_names(kind, &names);
    err_set(err, ERR_INPUT,
            "this header names no id; name it %s; if this is a %s, put a header `id TAB text` above it",
            buffer_string(&names), item_kind_name(kind));
    buffer_release(&names);
    return false;
}

/* --- Lines ---------------------------------------------------------------- */

static size_t count_cells(struct bytes line)
{
    struct bytes cell;
    size_t n = 0;
    while (next_cell(&line, &cell))
        n++;
    return n;
}

static bool check_line(const struct item_reading *reading, struct bytes line, struct err *err)
{
    size_t n = count_cells(line);
    if (!reading->has_item && is_like_header(line))
        return fail_header(reading->fields->kind, err);
    if (n < 2)
        return err_set(err, ERR_INPUT,
                       "this line has no tab and is not a JSON object; a %s is a line `id TAB text`, or "
                       "{\"_id\": …, \"text\": …}",
                       item_kind_name(reading->fields->kind));
    if (n > 2)
        return err_set(err, ERR_INPUT,
                       "there are %zu columns and no header; begin the file with their names, such as `id "
                       "TAB title TAB text`, or use JSON lines",
                       n);
    return true;
}

static bool put_line(struct item_reading *reading, struct bytes line, struct err *err)
{
    struct bytes rest = line;
    struct bytes id;
    struct bytes text;
    next_cell(&rest, &id);
    next_cell(&rest, &text);
    return item_reading_put_columns(reading, id, text, line, err);
}

bool item_pairs_read(struct item_reading *reading, struct err *err)
{
    struct bytes rest = reading->content;
    struct bytes line;
    bool worked = true;
    while (worked && bytes_next_line(&rest, &line)) {
        if (bytes_trim(line).size == 0)
            continue;
        worked = item_reading_check(reading, line, err) &&
                 (check_line(reading, line, err) || item_reading_fail(reading, line.data, err)) &&
                 put_line(reading, line, err);
    }
    return worked;
}
