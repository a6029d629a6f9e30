#include "export/forms/markdown.h"

#include "core/base/unicode.h"

#include <ctype.h>
#include <string.h>

/* Returns whether the character may be markup. "_" within a word is not. */
static bool is_markup(struct bytes text, size_t i)
{
    if (text.data[i] == '_')
        return i == 0 || i + 1 == text.size || !isalnum((unsigned char)text.data[i - 1]) ||
               !isalnum((unsigned char)text.data[i + 1]);
    return text.data[i] != '\0' && strchr("\\`*|<&[]~", text.data[i]) != NULL;
}

void markdown_add_text(struct buffer *out, struct bytes text)
{
    struct buffer line = {0};
    struct buffer visible = {0};
    buffer_add_one_line(&line, text);
    unicode_add_visible(&visible, buffer_bytes(&line));
    for (size_t i = 0; i < visible.size; i++) {
        if (is_markup(buffer_bytes(&visible), i))
            buffer_add_byte(out, '\\');
        buffer_add_byte(out, visible.data[i]);
    }
    buffer_release(&line);
    buffer_release(&visible);
}
