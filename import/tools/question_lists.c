/*
 * {"d1": ["How …?", "Why …?"]}: questions by the document that they were made from, as language models often write
 * them. A run by question, {"q1": ["d1"]}, looks the same except for the question marks.
 */
#include "import/tools/forms.h"

#include "import/fields/field_sample.h"
#include "import/text/json_scan.h"
#include "import/tools/record_writer.h"

static bool asks(struct bytes element)
{
    return bytes_ends_with(element, "?\"");
}

bool question_lists_recognise(struct bytes content)
{
    struct json_scan scan = json_scan_of(content);
    struct bytes key, value, element;
    size_t n = 0, n_asking = 0, n_keys = 0;
    bool is_object = json_scan_take_if(&scan, '{');
    for (bool is_first = true; is_object && json_scan_next(&scan, '}', is_first) &&
                               json_scan_key(&scan, &key) && json_scan_value(&scan, &value);
         is_first = false, n_keys++) {
        if (value.data[0] != '[' || bytes_ends_with(key, "?\""))
            return false;
        for (struct list_walk walk = list_walk_of(value); list_walk_next(&walk, &element); n++)
            n_asking += asks(element);
    }
    return n_keys > 0 && n > 0 && 3 * n_asking > 2 * n;
}

bool question_lists_add(struct bytes content, struct buffer *out, size_t *line, struct err *err)
{
    struct record_writer writer;
    struct json_scan scan = json_scan_of(content);
    struct bytes key, value, element;
    bool worked = true;
    record_writer_begin(&writer, content, out);
    json_scan_take(&scan, '{');
    for (bool is_first = true; worked && json_scan_next(&scan, '}', is_first) && json_scan_key(&scan, &key) &&
                               json_scan_value(&scan, &value);
         is_first = false) {
        worked = value.data[0] == '[' ||
                 err_set(err, ERR_INPUT, "this document must be followed by a list of questions");
        for (struct list_walk walk = list_walk_of(value); worked && list_walk_next(&walk, &element);) {
            worked = element.data[0] == '"' ||
                     err_set(err, ERR_INPUT, "a question in quotation marks is missing here");
            if (worked)
                record_writer_add(&writer, element.data, element, key, NULL, (struct bytes){0});
        }
        *line = worked ? 0 : record_writer_line(&writer, value.data);
    }
    worked = worked && (scan.fault == NULL || err_set(err, ERR_INPUT, "%s", scan.fault));
    *line = scan.fault != NULL ? record_writer_line(&writer, scan.fault_at) : *line;
    record_writer_end(&writer);
    return worked;
}
