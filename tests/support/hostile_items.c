#include "tests/support/hostile_items.h"

#include "core/base/bug.h"
#include "import/items/item_file.h"
#include "import/items/item_recognise.h"

#include <string.h>

/* The place in the file that has been reached. */
struct hostile_reading {
    size_t line;
    size_t bytes_read;
};

static bool check_item(void *context, const struct item *item, size_t line, size_t bytes_read,
                       struct err *err)
{
    struct hostile_reading *reading = context;
    (void)err;
    BUG_UNLESS(item->id.size > 0 && line >= 1 && line >= reading->line && bytes_read > reading->bytes_read);
    BUG_UNLESS(item->text.size == 0 || memchr(item->text.data, '\0', item->text.size) == NULL);
    reading->line = line;
    reading->bytes_read = bytes_read;
    return true;
}

void read_hostile_items(const char *beginning, const uint8_t *data, size_t size)
{
    struct buffer content = {0};
    buffer_add_string(&content, beginning);
    buffer_add(&content, (struct bytes){.data = (const char *)data, .size = size});
    for (enum item_kind kind = ITEM_DOCUMENT; kind <= ITEM_QUESTION; kind++) {
        struct err err = {0};
        struct hostile_reading reading = {0};
        struct item_fields fields = {.kind = kind};
        if (!item_file_read(&fields, "x", buffer_bytes(&content), check_item, &reading, &err))
            BUG_UNLESS(err.text[0] != '\0' && strchr(err.text, '\n') == NULL);
        item_fields_release(&fields);
    }
    item_guess_of_beginning(buffer_bytes(&content));
    buffer_release(&content);
}
