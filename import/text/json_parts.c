/* The whole file is scanned, so that no part near its end is silently left out. */
#include "import/text/json_parts.h"

#include "import/items/item_names.h"
#include "import/text/json_scan.h"

static bool is_text_of_item(struct bytes name)
{
    const char *known;
    return item_field_role(ITEM_DOCUMENT, name, &known) == ITEM_ROLE_TEXT;
}

struct json_parts json_parts_find(struct bytes content)
{
    struct json_scan scan = json_scan_of(content);
    struct json_parts parts = {0};
    struct bytes key, ignored;
    bool is_item = !json_scan_take_if(&scan, '{');
    for (bool is_first = true; !is_item && json_scan_next(&scan, '}', is_first) && json_scan_key(&scan, &key);
         is_first = false) {
        struct bytes name = bytes_slice(key, 1, key.size - 1);
        char first = json_scan_peek(&scan);
        bool is_list = first == '[', is_keyed = first == '{';
        parts.documents |= (is_list || is_keyed) && item_names_container(ITEM_DOCUMENT, name);
        parts.questions |= (is_list || is_keyed) && item_names_container(ITEM_QUESTION, name);
        parts.judgments |= is_keyed && bytes_equal(name, bytes_of("relevant_docs"));
        is_item = first == '"' && is_text_of_item(name);
        json_scan_value(&scan, &ignored);
    }
    bool is_whole = !is_item && scan.fault == NULL && json_scan_at_end(&scan);
    return is_whole ? parts : (struct json_parts){0};
}
