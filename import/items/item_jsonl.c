/*
 * One JSON object per line. If the first line is the only value of the file, the file is read as JSON instead.
 */
#include "import/items/item_reading.h"
#include "import/text/json_scan.h"

bool item_jsonl_recognise(const struct item_fields *fields, struct bytes content)
{
    (void)fields;
    struct json_scan scan = json_scan_of(content);
    struct bytes first;
    struct bytes line;
    if (json_scan_peek(&scan) != '{')
        return false;
    content = bytes_from(content, (size_t)(scan.at - content.data));
    if (!bytes_next_line(&content, &line))
        return false;
    scan = json_scan_of(line);
    bool is_whole = json_scan_value(&scan, &first) && json_scan_at_end(&scan);
    scan = json_scan_of(content);
    return is_whole && !json_scan_at_end(&scan);
}

static bool read_line(struct item_reading *reading, struct bytes line, struct err *err)
{
    struct json_fields *object = NULL;
    if (!item_reading_check(reading, line, err))
        return false;
    return json_fields_parse(&object, line, "{\"_id\": …, \"text\": …}", err)
               ? item_reading_put_object(reading, object, line, err)
               : item_reading_fail(reading, line.data, err);
}

bool item_jsonl_read(struct item_reading *reading, struct err *err)
{
    struct bytes rest = reading->content;
    struct bytes line;
    bool worked = true;
    while (worked && bytes_next_line(&rest, &line))
        worked = bytes_trim(line).size == 0 || read_line(reading, line, err);
    return worked;
}
