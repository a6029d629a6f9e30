#include "core/markup/html_text.h"

#include "core/markup/entity.h"
#include "core/markup/html_tokens.h"

#include <string.h>

/* Tags that end a word, in addition to blocks: note numbers, readings, parts of formulas. */
static bool ends_word(struct bytes name)
{
    static const char *const names[] = {"math", "mi", "mn", "mo", "mtext", "rp", "rt", "sup"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (bytes_equal_ignoring_case(name, bytes_of(names[i])))
            return true;
    return html_is_block(name);
}

static void end_word(struct buffer *out)
{
    if (out->size > 0 && out->data[out->size - 1] != '\n')
        buffer_add_byte(out, '\n');
}

void text_add_without_hyphens(struct buffer *out, struct bytes text)
{
    while (text.size > 0) {
        const char *hyphen = memmem(text.data, text.size, SOFT_HYPHEN, strlen(SOFT_HYPHEN));
        size_t end = hyphen != NULL ? (size_t)(hyphen - text.data) : text.size;
        buffer_add(out, bytes_slice(text, 0, end));
        text = bytes_from(text, hyphen != NULL ? end + strlen(SOFT_HYPHEN) : end);
    }
}

static void add_reference(struct buffer *out, struct bytes reference)
{
    struct buffer character = {0};
    entity_add(&character, reference);
    text_add_without_hyphens(out, buffer_bytes(&character));
    buffer_release(&character);
}

void html_add_value(struct buffer *out, struct bytes value)
{
    struct html_token token;
    size_t offset = 0;
    while (html_next_token(value, &offset, &token)) {
        if (token.kind == HTML_TEXT)
            buffer_add(out, token.text);
        else if (token.kind == HTML_REFERENCE)
            entity_add(out, token.text);
    }
}

static void add_name_of_image(struct buffer *out, const struct html_token *tag)
{
    struct bytes value;
    struct buffer name = {0};
    if (!bytes_equal_ignoring_case(tag->name, bytes_of("img")) || !html_attribute(tag, "alt", &value))
        return;
    html_add_value(&name, value);
    end_word(out);
    text_add_without_hyphens(out, buffer_bytes(&name));
    end_word(out);
    buffer_release(&name);
}

void html_add_text(struct buffer *out, struct bytes page)
{
    struct html_token token;
    size_t offset = 0;
    while (html_next_token(page, &offset, &token)) {
        if (token.kind == HTML_TEXT)
            text_add_without_hyphens(out, token.text);
        else if (token.kind == HTML_REFERENCE)
            add_reference(out, token.text);
        else if (ends_word(token.name))
            end_word(out);
        else if (token.kind == HTML_BEGIN)
            add_name_of_image(out, &token);
    }
}
