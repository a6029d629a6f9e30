/*
 * The documents of a truth that has their texts beside their ids, as in training sets for retrieval (MIRACL, DPR): the
 * relevant and the wrong ones. A passage has an id, a text and perhaps a title. Other values, such as a score, describe
 * the passage together with its question and are ignored.
 */
#include "import/items/item_reading.h"
#include "import/text/json_scan.h"

static bool put_passage(struct item_reading *reading, struct bytes passage, struct err *err)
{
    const struct record_shape *shape = reading->fields->passages;
    const struct bytes paths[] = {shape->element, shape->element_text, shape->element_title};
    struct bytes found[] = {{0}, {0}, {0}};
    field_find(passage, paths, found, sizeof paths / sizeof *paths);
    const struct field_value id = field_value_of_json(found[0], &reading->arena),
                             text = field_value_of_json(found[1], &reading->arena),
                             title = field_value_of_json(found[2], &reading->arena);
    if (id.kind != VALUE_PLAIN || text.kind != VALUE_PLAIN)
        return true;
    struct json_fields *object = json_fields_make();
    json_fields_add_text(object, "id", id.text);
    json_fields_add_text(object, "text", text.text);
    if (title.kind == VALUE_PLAIN)
        json_fields_add_text(object, "title", title.text);
    return item_reading_put_object(reading, object, passage, err);
}

static bool put_list(struct item_reading *reading, struct bytes list, struct err *err)
{
    struct list_walk walk = list_walk_of(list);
    struct bytes element;
    bool worked = true;
    while (worked && bytes_starts_with(list, "[") && list_walk_next(&walk, &element))
        worked = bytes_starts_with(element, "[")   ? put_list(reading, element, err)
                 : bytes_starts_with(element, "{") ? put_passage(reading, element, err)
                                                   : true;
    return worked;
}

static bool put_record(struct item_reading *reading, struct bytes record, struct err *err)
{
    const struct record_shape *shape = reading->fields->passages;
    const struct bytes paths[] = {shape->document, shape->wrong[0], shape->wrong[1]};
    struct bytes found[] = {{0}, {0}, {0}};
    bool worked = item_reading_check(reading, record, err);
    field_find(record, paths, found, sizeof paths / sizeof *paths);
    for (size_t i = 0; worked && i < sizeof found / sizeof *found; i++)
        worked = put_list(reading, found[i], err);
    return worked;
}

bool item_passages_read(struct item_reading *reading, struct err *err)
{
    const struct record_shape *shape = reading->fields->passages;
    struct json_scan scan = json_scan_of(reading->content);
    struct bytes record;
    scan.at = shape->list_at != NULL ? shape->list_at : scan.at;
    const bool is_array = json_scan_take_if(&scan, '[');
    for (bool is_first = true;
         is_array ? json_scan_next(&scan, ']', is_first) : !json_scan_at_end(&scan) && scan.fault == NULL;
         is_first = false) {
        if (!json_scan_value(&scan, &record))
            break;
        if (!put_record(reading, record, err))
            return false;
    }
    if (scan.fault == NULL)
        return true;
    err_set(err, ERR_INPUT, "%s", scan.fault);
    return item_reading_fail(reading, scan.fault_at, err);
}
