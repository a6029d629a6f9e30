#include "core/base/shell_word.h"

static bool is_plain(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
           byte == '.' || byte == '/' || byte == '-' || byte == '_';
}

void shell_word_add(struct buffer *text, struct bytes word)
{
    bool plain = word.size > 0;
    for (size_t i = 0; i < word.size; i++)
        plain = plain && is_plain(word.data[i]);
    if (plain) {
        buffer_add(text, word);
        return;
    }
    buffer_add_byte(text, '\'');
    for (size_t i = 0; i < word.size; i++)
        if (word.data[i] == '\'')
            buffer_add_string(text, "'\\''");
        else
            buffer_add_byte(text, word.data[i]);
    buffer_add_byte(text, '\'');
}
