/*
 * Bulk requests of Elasticsearch and OpenSearch: a line with the action and the id, then a line with the document.
 * Together they are like a hit that a search would return, and are read as one.
 */
#include "import/items/item_reading.h"

/* The actions with a document. */
static const char *const actions[] = {"index", "create"};

enum { N_ACTIONS = sizeof actions / sizeof *actions, ACTION_SIZE_MAX = 4096 };

/* Unwraps {"index": {…}}. Returns false when the object is no such action. */
static bool lift_action(struct json_fields *object)
{
    struct json_cursor first = json_fields_begin(object);
    struct json_cursor second;
    if (!json_fields_next(&first) || (second = first, json_fields_next(&second)))
        return false;
    for (size_t i = 0; i < N_ACTIONS; i++) {
        if (bytes_equal(first.key, bytes_of(actions[i])))
            return json_fields_lift(object, actions[i]);
    }
    return false;
}

/* Returns the fields of an action, such as the id of its document; NULL: the line has none. */
static struct json_fields *read_action(struct bytes line)
{
    struct json_fields *object = NULL;
    if (line.size > ACTION_SIZE_MAX || !json_fields_parse(&object, line, "", err_ignored()))
        return NULL;
    if (lift_action(object))
        return object;
    json_fields_free(object);
    return NULL;
}

static bool next_line_with_text(struct bytes *rest, struct bytes *line)
{
    *rest = bytes_skip_space(*rest);
    return bytes_next_line(rest, line);
}

bool item_bulk_recognise(const struct item_fields *fields, struct bytes content)
{
    (void)fields;
    struct bytes line;
    struct json_fields *action = next_line_with_text(&content, &line) ? read_action(line) : NULL;
    json_fields_free(action);
    return action != NULL;
}

/* Passes on the document of an action: both become one object of fields. */
static bool put_document(struct item_reading *reading, struct json_fields *action, struct bytes source,
                         struct bytes line, struct err *err)
{
    struct json_fields *document = NULL;
    bool worked = item_reading_check(reading, line, err);
    if (worked && !json_fields_parse(&document, line, "{\"text\": …}", err))
        worked = item_reading_fail(reading, line.data, err);
    if (!worked) {
        json_fields_free(action);
        return false;
    }
    json_fields_add_object(action, "_source", document);
    return item_reading_put_object(reading, action, source, err);
}

bool item_bulk_read(struct item_reading *reading, struct err *err)
{
    struct bytes rest = reading->content;
    struct bytes first;
    struct bytes line;
    bool worked = true;
    while (worked && next_line_with_text(&rest, &first)) {
        struct json_fields *action = read_action(first);
        if (action == NULL) {
            err_set(err, ERR_INPUT,
                    "an action like {\"index\": {\"_id\": …}} must be here, with its document on the next "
                    "line; remove other actions");
            return item_reading_fail(reading, first.data, err);
        }
        if (!next_line_with_text(&rest, &line)) {
            json_fields_free(action);
            err_set(err, ERR_INPUT, "no document follows this action; is the file cut short?");
            return item_reading_fail(reading, first.data, err);
        }
        struct bytes source = {.data = first.data, .size = (size_t)(line.data + line.size - first.data)};
        worked = put_document(reading, action, source, line, err);
    }
    return worked;
}
