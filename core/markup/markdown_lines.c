/*
 * All functions look at a single line. A fence is closed by the same character, at least as often, with nothing
 * after it. Text in backquotes that is closed on its line, such as ```code```, is not a fence.
 */
#include "core/markup/markdown_lines.h"

#include <string.h>

enum { FENCE_LENGTH_MIN = 3, FENCE_INDENT_MAX = 3 };

struct bytes markdown_line(struct bytes text, size_t start, size_t *next)
{
    const char *end = memchr(text.data + start, '\n', text.size - start);
    size_t size = end != NULL ? (size_t)(end - text.data) - start : text.size - start;
    if (next != NULL)
        *next = start + size + (end != NULL ? 1 : 0);
    if (size > 0 && text.data[start + size - 1] == '\r')
        size--;
    return (struct bytes){text.data + start, size};
}

bool markdown_line_is_blank(struct bytes line)
{
    for (size_t i = 0; i < line.size; i++)
        if (line.data[i] != ' ' && line.data[i] != '\t')
            return false;
    return true;
}

size_t markdown_line_count_first(struct bytes line, char c)
{
    size_t n = 0;
    while (n < line.size && line.data[n] == c)
        n++;
    return n;
}

bool markdown_line_is_delimiter_row(struct bytes line)
{
    size_t bars = 0;
    size_t dashes = 0;
    for (size_t i = 0; i < line.size; i++) {
        char c = line.data[i];
        bars += c == '|';
        dashes += c == '-';
        if (c != '|' && c != '-' && c != ':' && c != ' ' && c != '\t')
            return false;
    }
    return bars > 0 && dashes > 0;
}

bool fence_read_line(struct fence *fence, struct bytes line)
{
    size_t spaces = markdown_line_count_first(line, ' ');
    if (spaces <= FENCE_INDENT_MAX)
        line = bytes_from(line, spaces);
    char mark = line.size > 0 ? line.data[0] : '\0';
    size_t length = markdown_line_count_first(line, mark);
    struct bytes rest = bytes_from(line, length);
    if ((mark != '`' && mark != '~') || length < FENCE_LENGTH_MIN)
        return false;
    if (fence->mark == '\0') {
        bool is_span = mark == '`' && memchr(rest.data, '`', rest.size) != NULL;
        if (!is_span)
            *fence = (struct fence){mark, length};
        return false;
    }
    if (mark != fence->mark || length < fence->length || !markdown_line_is_blank(rest))
        return false;
    *fence = (struct fence){0};
    return true;
}
