/*
 * An item lives until the sink returns. Its memory is then cleared for the next one, so that a file of any length needs
 * memory for one item.
 */
#include "import/items/item_reading.h"

#include "import/files/file.h"
#include "import/files/mapped.h"
#include "import/items/item_id.h"
#include "import/items/item_object.h"

#include <string.h>

/* Returns the number of the line of a place. For a long file, only a small part is in memory at a time. */
static size_t line_of(struct item_reading *reading, const char *at)
{
    enum { LOOKED_AT_ONCE = 1 << 20 };
    /* Backwards, to the beginning of an item with an error. */
    if (reading->counted_to == NULL || at < reading->counted_to) {
        reading->counted_to = reading->content.data;
        reading->counted_kept = reading->content.data;
        reading->lines_before = 0;
    }
    while (reading->counted_to < at) {
        size_t left = (size_t)(at - reading->counted_to);
        size_t looked_at = left < LOOKED_AT_ONCE ? left : LOOKED_AT_ONCE;
        const char *line_end = memchr(reading->counted_to, '\n', looked_at);
        reading->lines_before += line_end != NULL;
        reading->counted_to = line_end != NULL ? line_end + 1 : reading->counted_to + looked_at;
        mapped_drop_passed(reading->counted_to, &reading->counted_kept);
    }
    return reading->lines_before + 1;
}

bool item_reading_fail(struct item_reading *reading, const char *at, struct err *err)
{
    return err->code == ERR_INPUT
               ? err_context(err, "%s:%zu", file_label(reading->path), line_of(reading, at))
               : false;
}

bool item_reading_check(struct item_reading *reading, struct bytes source, struct err *err)
{
    if (source.size > ITEM_SIZE_MAX)
        err_set(err, ERR_INPUT, "this %s has more than %d MB, too much to judge; cut it into passages",
                item_kind_name(reading->fields->kind), ITEM_SIZE_MAX >> 20);
    else if (source.size > 0 && memchr(source.data, '\0', source.size) != NULL)
        err_set(err, ERR_INPUT, "it holds a NUL byte; is this a binary file?");
    else
        return true;
    return item_reading_fail(reading, source.data, err);
}

/*
 * Passes on an item. `source` is its part of the content. The item lies in the arena, which is cleared afterwards. Also
 * returns false when the sink does. The error names file and line.
 */
static bool item_reading_put(struct item_reading *reading, const struct item *item, struct bytes source,
                             struct err *err)
{
    size_t bytes_read = (size_t)(source.data + source.size - reading->content.data);
    reading->has_item = true;
    bool worked =
        item_id_check(reading->fields->kind, item->id, "remove it, or make ids with --make-id", err) &&
        reading->sink(reading->context, item, line_of(reading, source.data), bytes_read, err);
    arena_clear(&reading->arena);
    return worked || item_reading_fail(reading, source.data, err);
}

bool item_reading_show(struct item_reading *reading, const struct json_fields *object)
{
    if (reading->look == NULL)
        return false;
    reading->look(reading->context, object);
    reading->has_item = true;
    return true;
}

bool item_reading_put_columns(struct item_reading *reading, struct bytes id, struct bytes text,
                              struct bytes source, struct err *err)
{
    struct item item = {0};
    return item_take_columns(reading->fields, id, text, &reading->arena, &item, err)
               ? item_reading_put(reading, &item, source, err)
               : item_reading_fail(reading, source.data, err);
}

bool item_reading_put_object(struct item_reading *reading, struct json_fields *object, struct bytes source,
                             struct err *err)
{
    struct item item = {0};
    item_object_unwrap(object);
    if (reading->of_group != NULL)
        json_fields_add_lacking(object, reading->of_group);
    if (item_reading_show(reading, object)) {
        json_fields_free(object);
        return false;
    }
    bool taken = item_take_fields(reading->fields, object, &reading->arena, &item, err);
    json_fields_free(object);
    return taken ? item_reading_put(reading, &item, source, err)
                 : item_reading_fail(reading, source.data, err);
}
