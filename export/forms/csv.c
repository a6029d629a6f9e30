#include "export/forms/csv.h"

#include <string.h>

static bool has_any(struct bytes text, const char *signs)
{
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] != '\0' && strchr(signs, text.data[i]) != NULL)
            return true;
    }
    return false;
}

void csv_add_cell(struct bytes text, struct buffer *out)
{
    if (!has_any(text, "\",\r\n")) {
        buffer_add(out, text);
        return;
    }
    buffer_add_byte(out, '"');
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '"')
            buffer_add_byte(out, '"');
        buffer_add_byte(out, text.data[i]);
    }
    buffer_add_byte(out, '"');
}

bool csv_is_formula(struct bytes text)
{
    return text.size > 0 && has_any(bytes_slice(text, 0, 1), "=+-@\t\r\n");
}
