#include "core/markup/html_tokens.h"

#include <string.h>

enum { REFERENCE_SIZE_MAX = 32 };

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_name_byte(char c)
{
    return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == ':';
}

/* Returns the offset after the first `end` at or after `offset`; the end of the source if there is none. */
static size_t behind(struct bytes source, size_t offset, const char *end)
{
    const char *found =
        offset < source.size ? memmem(source.data + offset, source.size - offset, end, strlen(end)) : NULL;
    return found != NULL ? (size_t)(found - source.data) + strlen(end) : source.size;
}

/*
 * Returns the offset after the > of the tag whose name ends at `offset`. A > in quotes is skipped, if the quotes
 * are closed. Returns 0 if there is no >.
 */
static size_t tag_end(struct bytes source, size_t offset)
{
    size_t first = offset;
    char quote = '\0';
    for (; offset < source.size; offset++) {
        char c = source.data[offset];
        if (quote != '\0')
            quote = c == quote ? '\0' : quote;
        else if ((c == '"' || c == '\'') && source.data[offset - 1] == '=')
            quote = c;
        else if (c == '>')
            return offset + 1;
    }
    const char *found = first < source.size ? memchr(source.data + first, '>', source.size - first) : NULL;
    return found != NULL ? (size_t)(found - source.data) + 1 : 0;
}

size_t html_reference_end(struct bytes source, size_t offset)
{
    size_t end = offset + 1;
    if (end < source.size && source.data[end] == '#')
        end++;
    size_t first = end;
    while (end < source.size && end - offset < REFERENCE_SIZE_MAX && is_name_byte(source.data[end]))
        end++;
    return end > first && end < source.size && source.data[end] == ';' ? end + 1 : 0;
}

static bool begins_tag(struct bytes source, size_t offset)
{
    if (source.data[offset] != '<' || offset + 1 == source.size)
        return false;
    char next = source.data[offset + 1];
    return is_letter(next) || next == '!' || next == '?' ||
           (next == '/' && offset + 2 < source.size && is_letter(source.data[offset + 2]));
}

static void read_text(struct bytes source, size_t *offset, struct html_token *token)
{
    size_t end = *offset + 1;
    while (end < source.size && !begins_tag(source, end) &&
           !(source.data[end] == '&' && html_reference_end(source, end) > 0))
        end++;
    token->kind = HTML_TEXT;
    token->text = bytes_slice(source, *offset, end);
    *offset = end;
}

static void read_tag(struct bytes source, size_t *offset, struct html_token *token)
{
    bool is_end = source.data[*offset + 1] == '/';
    size_t first = *offset + (is_end ? 2 : 1), name_end = first;
    while (name_end < source.size && is_name_byte(source.data[name_end]))
        name_end++;
    size_t end = tag_end(source, name_end);
    if (end == 0) { /* there is no > either, so the rest is text */
        token->kind = HTML_TEXT;
        token->text = bytes_from(source, *offset);
        *offset = source.size;
        return;
    }
    token->kind = is_end ? HTML_END : HTML_BEGIN;
    token->name = bytes_slice(source, first, name_end);
    token->attributes = bytes_slice(source, name_end, end - 1);
    *offset = end;
}

/* Returns the offset after the end tag of an element whose content is not text of the document. */
static size_t behind_element(struct bytes source, size_t offset, struct bytes name)
{
    while (offset < source.size) {
        const char *found = memmem(source.data + offset, source.size - offset, "</", 2);
        if (found == NULL)
            return source.size;
        offset = (size_t)(found - source.data) + 2;
        struct bytes rest = bytes_from(source, offset);
        if (rest.size >= name.size && bytes_equal_ignoring_case(bytes_slice(rest, 0, name.size), name))
            return behind(source, offset, ">");
    }
    return source.size;
}

static bool is_passed_over(struct bytes name)
{
    static const char *const names[] = {"script", "style", "head", "template", "svg", "noscript", "iframe"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (bytes_equal_ignoring_case(name, bytes_of(names[i])))
            return true;
    return false;
}

bool html_next_token(struct bytes source, size_t *offset, struct html_token *token)
{
    while (*offset < source.size) {
        struct bytes rest = bytes_from(source, *offset);
        *token = (struct html_token){.start = *offset};
        size_t end = source.data[*offset] == '&' ? html_reference_end(source, *offset) : 0;
        if (end > 0) {
            token->kind = HTML_REFERENCE;
            token->text = bytes_slice(source, *offset, end);
            *offset = end;
            return true;
        }
        if (!begins_tag(source, *offset)) {
            read_text(source, offset, token);
            return true;
        }
        if (bytes_starts_with(rest, "<!--")) {
            *offset = behind(source, *offset + strlen("<!--"), "-->");
        } else if (bytes_starts_with(rest, "<!") || bytes_starts_with(rest, "<?")) {
            *offset = behind(source, *offset, ">");
        } else {
            read_tag(source, offset, token);
            if (token->kind != HTML_BEGIN || !is_passed_over(token->name))
                return true;
            *offset = behind_element(source, *offset, token->name);
        }
    }
    return false;
}

bool html_is_block(struct bytes name)
{
    static const char *const names[] = {
        "address", "article", "aside", "blockquote", "body",    "br",       "caption",    "center",
        "dd",      "details", "div",   "dl",         "dt",      "fieldset", "figcaption", "figure",
        "footer",  "form",    "h1",    "h2",         "h3",      "h4",       "h5",         "h6",
        "header",  "hr",      "html",  "input",      "legend",  "li",       "main",       "nav",
        "ol",      "option",  "p",     "pre",        "section", "summary",  "table",      "tbody",
        "td",      "tfoot",   "th",    "thead",      "tr",      "ul",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (bytes_equal_ignoring_case(name, bytes_of(names[i])))
            return true;
    return false;
}

/* Takes the next "name", "name=value" or "name='a value'" off the rest. */
static bool next_attribute(struct bytes *rest, struct bytes *name, struct bytes *value)
{
    size_t at = 0;
    while (at < rest->size && (byte_is_white(rest->data[at]) || rest->data[at] == '/'))
        at++;
    size_t first = at;
    while (at < rest->size && !byte_is_white(rest->data[at]) && rest->data[at] != '=')
        at++;
    *name = bytes_slice(*rest, first, at);
    *value = (struct bytes){0};
    if (at < rest->size && rest->data[at] == '=') {
        char quote = at + 1 < rest->size ? rest->data[at + 1] : '\0';
        bool is_quoted = quote == '"' || quote == '\'';
        size_t begin = at + (is_quoted ? 2 : 1), end = begin;
        while (end < rest->size && (is_quoted ? rest->data[end] != quote : !byte_is_white(rest->data[end])))
            end++;
        *value = bytes_slice(*rest, begin < end ? begin : end, end);
        at = is_quoted && end < rest->size ? end + 1 : end;
    }
    bool is_there = at > 0 && name->size > 0;
    *rest = bytes_from(*rest, at);
    return is_there;
}

bool html_attribute(const struct html_token *tag, const char *name, struct bytes *value)
{
    struct bytes rest = tag->attributes, found;
    while (next_attribute(&rest, &found, value))
        if (bytes_equal_ignoring_case(found, bytes_of(name)))
            return true;
    *value = (struct bytes){0};
    return false;
}
