#include "import/text/json_text.h"

void json_text_add(struct buffer *json, struct bytes text)
{
    buffer_add_byte(json, '"');
    for (size_t i = 0; i < text.size; i++) {
        unsigned char byte = (unsigned char)text.data[i];
        if (byte < ' ')
            buffer_add_format(json, "\\u%04x", byte);
        else if (byte == '"' || byte == '\\')
            buffer_add_format(json, "\\%c", byte);
        else
            buffer_add_byte(json, text.data[i]);
    }
    buffer_add_byte(json, '"');
}
