/* All of the file is passed over: what is named at its end is not to be left out without a word. */
#include "import/json_parts.h"

#include "import/items/item_names.h"
#include "import/json_scan.h"

struct parts_walk {
    const struct file *file;
    struct json_scan scan;
    size_t dropped; /* of the file's bytes */
};

/* What is in brackets is passed part by part. */
static void pass_value(struct parts_walk *walk)
{
    struct json_scan *scan = &walk->scan;
    struct bytes ignored;
    bool is_object = json_scan_take_if(scan, '{');
    if (!is_object && !json_scan_take_if(scan, '[')) {
        json_scan_value(scan, &ignored);
        return;
    }
    for (bool is_first = true; json_scan_next(scan, is_object ? '}' : ']', is_first); is_first = false) {
        if ((is_object && !json_scan_key(scan, &ignored)) || !json_scan_value(scan, &ignored))
            return;
        file_drop_read(walk->file, (size_t)(scan->at - walk->file->bytes.data), &walk->dropped);
    }
}

static bool is_text_of_item(struct bytes name)
{
    const char *known;
    return item_field_role(ITEM_DOCUMENT, name, &known) == ITEM_ROLE_TEXT;
}

struct json_parts json_parts_find(const struct file *file)
{
    struct parts_walk walk = {.file = file, .scan = json_scan_of(bytes_without_mark(file->bytes))};
    struct json_parts parts = {0};
    struct bytes key;
    bool is_item = !json_scan_take_if(&walk.scan, '{');
    for (bool is_first = true;
         !is_item && json_scan_next(&walk.scan, '}', is_first) && json_scan_key(&walk.scan, &key);
         is_first = false) {
        struct bytes name = bytes_slice(key, 1, key.size - 1);
        char first = json_scan_peek(&walk.scan);
        bool is_list = first == '[', is_keyed = first == '{';
        parts.documents |= (is_list || is_keyed) && item_names_container(ITEM_DOCUMENT, name);
        parts.questions |= (is_list || is_keyed) && item_names_container(ITEM_QUESTION, name);
        parts.judgments |= is_keyed && bytes_equal(name, bytes_of("relevant_docs"));
        is_item = first == '"' && is_text_of_item(name);
        pass_value(&walk);
    }
    bool is_whole = !is_item && walk.scan.fault == NULL && json_scan_at_end(&walk.scan);
    return is_whole ? parts : (struct json_parts){0};
}
