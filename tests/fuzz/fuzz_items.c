/* The readers of documents and questions: whatever the bytes, an item or one clean line of error. */
#include "core/base/bug.h"
#include "core/store/fill.h"
#include "import/items/item_file.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool take(void *context, const struct item *item, size_t line, size_t bytes_read, struct err *err)
{
    (void)context;
    (void)line;
    (void)err;
    BUG_UNLESS(item->id.size > 0 && (bytes_read > 0));
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const paths[] = {"x.jsonl", "x.tsv", "x"};
    struct bytes bytes = {.data = (const char *)data, .size = size};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct err err = {0};
        struct item_fields fields = {.kind = i == 1 ? ITEM_QUESTION : ITEM_DOCUMENT};
        if (!item_file_read(&fields, paths[i], bytes, take, NULL, &err))
            BUG_UNLESS(err.text[0] != '\0' && strchr(err.text, '\n') == NULL);
        item_fields_release(&fields);
    }
    return 0;
}
