/*
 * JSON of columns, as from Chroma's get() and query(): {"ids": […], "documents": […], "metadatas": […]}. The values at
 * one position of all columns are an item. With query(), the elements are lists of items, one for each question.
 * Columns that are null, and others such as "embeddings", are ignored.
 */
#include "import/items/item_reading.h"
#include "import/text/json_scan.h"

#include <string.h>

enum { IDS, TEXTS, METADATA, N_COLUMNS };

static const char *const column_names[N_COLUMNS] = {"\"ids\"", "\"documents\"", "\"metadatas\""};

struct columns {
    struct json_scan lists[N_COLUMNS];
    bool is_there[N_COLUMNS];
    bool is_cut; /* the columns may continue beyond the visible content */
};

/* Finds the columns of the object at the beginning of the content. */
static struct columns find_columns(struct bytes content)
{
    struct columns columns = {0};
    struct json_scan scan = json_scan_of(content);
    struct bytes key, value;
    bool goes_on = json_scan_take_if(&scan, '{');
    for (bool is_first = true; goes_on && json_scan_next(&scan, '}', is_first) && json_scan_key(&scan, &key);
         is_first = false) {
        bool is_list = json_scan_peek(&scan) == '[';
        for (size_t i = 0; is_list && i < N_COLUMNS; i++) {
            if (!bytes_equal(key, bytes_of(column_names[i])))
                continue;
            columns.lists[i] = scan;
            columns.is_there[i] = true;
        }
        goes_on = json_scan_value(&scan, &value);
    }
    columns.is_cut = scan.is_cut;
    return columns;
}

bool item_columns_recognise(const struct item_fields *fields, struct bytes content)
{
    (void)fields;
    struct columns columns = find_columns(content);
    return columns.is_there[IDS] && (columns.is_there[TEXTS] || columns.is_there[METADATA] || columns.is_cut);
}

static bool fail_at(struct item_reading *reading, const char *at, const char *what, struct err *err)
{
    err_set(err, ERR_INPUT, "%s", what);
    return item_reading_fail(reading, at, err);
}

/* Moves to the next row. Sets *more to whether there is one; either all columns have it or none. */
static bool next_row(struct item_reading *reading, struct columns *columns, bool is_first, bool *more,
                     struct err *err)
{
    *more = json_scan_next(&columns->lists[IDS], ']', is_first);
    for (size_t i = 0; i < N_COLUMNS; i++) {
        struct json_scan *list = &columns->lists[i];
        if (!columns->is_there[i])
            continue;
        bool goes_on = i == IDS ? *more : json_scan_next(list, ']', is_first);
        if (list->fault != NULL)
            return fail_at(reading, list->fault_at, list->fault, err);
        if (goes_on != *more)
            return fail_at(
                reading, list->at,
                "this list does not have as many elements as \"ids\"; both must be columns of one table",
                err);
    }
    return true;
}

/* Adds a text under a name, unless it is null. */
static bool add_text(struct item_reading *reading, struct json_fields *object, const char *name,
                     struct bytes value, struct err *err)
{
    struct bytes text;
    if (value.size == 0 || bytes_equal(value, bytes_of("null")))
        return true;
    if (value.data[0] != '"')
        return fail_at(reading, value.data, "a text in quotation marks is missing here", err);
    if (!item_reading_check(reading, value, err))
        return false;
    if (!json_string_parse(value, &reading->arena, &text, err))
        return item_reading_fail(reading, value.data, err);
    json_fields_add_text(object, name, text);
    return true;
}

static bool add_metadata(struct item_reading *reading, struct json_fields *object, struct bytes value,
                         struct err *err)
{
    struct json_fields *metadata = NULL;
    const char *broken_at = value.data;
    if (value.size == 0 || value.data[0] != '{')
        return true;
    if (!json_fields_parse_part(&metadata, value, &broken_at, err))
        return item_reading_fail(reading, broken_at, err);
    json_fields_add_object(object, "metadata", metadata);
    return true;
}

static bool put_row(struct item_reading *reading, const struct bytes values[N_COLUMNS], struct err *err)
{
    struct json_fields *object = json_fields_make();
    if (add_text(reading, object, "_id", values[IDS], err) &&
        add_text(reading, object, "text", values[TEXTS], err) &&
        add_metadata(reading, object, values[METADATA], err))
        return item_reading_put_object(reading, object, values[IDS], err);
    json_fields_free(object);
    return false;
}

static bool take_row(struct item_reading *reading, struct columns *columns, struct err *err)
{
    struct bytes values[N_COLUMNS] = {{0}};
    for (size_t i = 0; i < N_COLUMNS; i++) {
        struct json_scan *list = &columns->lists[i];
        if (columns->is_there[i] && !json_scan_value(list, &values[i]))
            return fail_at(reading, list->fault_at, list->fault, err);
    }
    return put_row(reading, values, err);
}

static bool open_lists(struct item_reading *reading, struct columns *columns, struct err *err)
{
    for (size_t i = 0; i < N_COLUMNS; i++) {
        struct json_scan *list = &columns->lists[i];
        if (columns->is_there[i] && !json_scan_take(list, '['))
            return fail_at(reading, list->fault_at, list->fault, err);
    }
    return true;
}

/* Calls `put` for each row of the lists in the columns. */
static bool read_list(struct item_reading *reading, struct columns *columns,
                      bool (*put)(struct item_reading *reading, struct columns *columns, struct err *err),
                      struct err *err)
{
    bool more = true;
    if (!open_lists(reading, columns, err))
        return false;
    for (bool is_first = true; next_row(reading, columns, is_first, &more, err); is_first = false) {
        if (!more)
            return true;
        if (!put(reading, columns, err))
            return false;
    }
    return false;
}

static bool read_inner_list(struct item_reading *reading, struct columns *columns, struct err *err)
{
    return read_list(reading, columns, take_row, err);
}

bool item_columns_read(struct item_reading *reading, struct err *err)
{
    struct columns columns = find_columns(reading->content);
    struct json_scan ids = columns.lists[IDS];
    bool is_nested = json_scan_take(&ids, '[') && json_scan_peek(&ids) == '[';
    return read_list(reading, &columns, is_nested ? read_inner_list : take_row, err);
}
