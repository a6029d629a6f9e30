#include "import/office/document.h"

#include "import/text/json_text.h"

void office_add_document(struct bytes name, const char *place, struct bytes title, struct bytes text,
                         struct buffer *out)
{
    struct buffer id = {0}, line = {0};
    text = bytes_skip_space(text);
    while (text.size > 0 && byte_is_white(text.data[text.size - 1]))
        text.size--;
    if (text.size == 0)
        return;
    buffer_add(&id, name);
    if (place != NULL)
        buffer_add_format(&id, "#%s", place);
    buffer_add_one_line(&line, bytes_trim(title));
    buffer_add_string(out, "{\"id\":");
    json_text_add(out, buffer_bytes(&id));
    if (line.size > 0) {
        buffer_add_string(out, ",\"title\":");
        json_text_add(out, buffer_bytes(&line));
    }
    buffer_add_string(out, ",\"text\":");
    json_text_add(out, text);
    buffer_add_string(out, "}\n");
    buffer_release(&id);
    buffer_release(&line);
}
