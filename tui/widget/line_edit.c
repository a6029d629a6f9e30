#include "tui/widget/line_edit.h"

#include "core/base/unicode.h"

bool line_edit_add(struct buffer *text, struct key key, size_t size_max)
{
    size_t size = text->size;
    key_add_character(key, text);
    if (text->size <= size_max)
        return true;
    text->size = size;
    text->data[size] = '\0';
    return false;
}

bool line_edit_erase(struct buffer *text)
{
    if (text->size == 0)
        return false;
    size_t size = text->size - 1;
    while (size > 0 && unicode_is_continuation(text->data[size]))
        size--;
    text->size = size;
    text->data[size] = '\0';
    return true;
}
