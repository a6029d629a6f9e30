#include "export/forms/element.h"

#include "core/base/unicode.h"

#include <stdarg.h>
#include <stdio.h>

void element_begin(struct buffer *out, const char *name)
{
    buffer_add_byte(out, '<');
    buffer_add_string(out, name);
}

/* Escapes text that is already visible, so that none of it is markup. */
static void add_escaped(struct buffer *out, struct bytes visible)
{
    for (size_t i = 0; i < visible.size; i++) {
        switch (visible.data[i]) {
        case '<':
            buffer_add_string(out, "&lt;");
            break;
        case '>':
            buffer_add_string(out, "&gt;");
            break;
        case '&':
            buffer_add_string(out, "&amp;");
            break;
        case '"':
            buffer_add_string(out, "&quot;");
            break;
        default:
            buffer_add_byte(out, visible.data[i]);
        }
    }
}

void element_add_text(struct buffer *out, struct bytes text)
{
    struct buffer line = {0};
    struct buffer visible = {0};
    buffer_add_one_line(&line, text);
    unicode_add_visible(&visible, buffer_bytes(&line));
    add_escaped(out, buffer_bytes(&visible));
    buffer_release(&line);
    buffer_release(&visible);
}

void element_attribute_text(struct buffer *out, const char *name, struct bytes value)
{
    buffer_add_format(out, " %s=\"", name);
    element_add_text(out, value);
    buffer_add_byte(out, '"');
}

void element_attribute(struct buffer *out, const char *name, const char *format, ...)
{
    char value[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    element_attribute_text(out, name, bytes_of(value));
}

void element_content(struct buffer *out)
{
    buffer_add_byte(out, '>');
}

void element_end(struct buffer *out, const char *name)
{
    buffer_add_format(out, "</%s>", name);
}

void element_end_empty(struct buffer *out)
{
    buffer_add_string(out, "/>");
}

void element_add(struct buffer *out, const char *name, struct bytes text)
{
    element_begin(out, name);
    element_content(out);
    element_add_text(out, text);
    element_end(out, name);
}
