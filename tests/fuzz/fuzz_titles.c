/*
 * The first headings of Markdown and HTML: hardly longer than the text, and on one line. Front matter becomes valid
 * JSON.
 */
#include "core/base/bug.h"
#include "import/items/item_folder.h"
#include "import/items/item_title.h"
#include "import/items/item_front_matter.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = {0};
    struct bytes text = {.data = (const char *)data, .size = size};
    struct bytes titles[] = {item_markdown_title(text, &arena), item_html_title(text, &arena)};
    for (size_t i = 0; i < 2; i++)
        BUG_UNLESS(titles[i].size <= 3 * size && /* a NUL becomes U+FFFD */
                   (titles[i].size == 0 || memchr(titles[i].data, '\n', titles[i].size) == NULL));
    struct json_fields *fields = item_front_matter_read(text);
    struct bytes printed = fields != NULL ? json_fields_print(fields, &arena) : (struct bytes){0};
    struct json_fields *again = NULL;
    const char *broken_at;
    struct err err = {0};
    BUG_UNLESS(printed.size == 0 || json_fields_parse_part(&again, printed, &broken_at, &err));
    json_fields_free(fields);
    json_fields_free(again);
    arena_release(&arena);
    return 0;
}
