#include "tui/widget/line_edit.h"

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

/* Not the first byte of its character. */
static bool continues_character(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

bool line_edit_erase(struct buffer *text)
{
    if (text->size == 0)
        return false;
    size_t size = text->size - 1;
    while (size > 0 && continues_character(text->data[size]))
        size--;
    text->size = size;
    text->data[size] = '\0';
    return true;
}
