/* The first headings of Markdown and HTML: a part of the text, on one line. */
#include "core/base/bug.h"
#include "import/items/item_folder.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = {0};
    struct bytes text = {.data = (const char *)data, .size = size};
    struct bytes titles[] = {item_markdown_title(text, &arena), item_html_title(text, &arena)};
    for (size_t i = 0; i < 2; i++)
        BUG_UNLESS(titles[i].size <= size &&
                   (titles[i].size == 0 || memchr(titles[i].data, '\n', titles[i].size) == NULL));
    arena_release(&arena);
    return 0;
}
