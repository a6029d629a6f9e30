#include "core/metric/piece.h"

#include <string.h>

struct bytes piece_slice(struct bytes text, size_t from, size_t to)
{
    /* C allows no arithmetic on NULL, which an empty text may have. */
    return text.data == NULL ? text : (struct bytes){.data = text.data + from, .size = to - from};
}

struct bytes piece_trim(struct bytes text)
{
    size_t from = 0;
    size_t to = text.size;
    while (from < to && (text.data[from] == ' ' || text.data[from] == '\t'))
        from++;
    while (to > from && (text.data[to - 1] == ' ' || text.data[to - 1] == '\t'))
        to--;
    return piece_slice(text, from, to);
}

size_t piece_find(struct bytes text, const char *wanted)
{
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        if (depth == 0 && !quoted && strchr(wanted, c) != NULL && c != '\0')
            return i;
        if (c == '\'' || c == '"')
            quoted = !quoted;
        else if (!quoted && (c == '(' || c == '{'))
            depth++;
        else if (!quoted && (c == ')' || c == '}'))
            depth--;
    }
    return text.size;
}

bool piece_next(struct bytes *rest, const char *separator, struct bytes *piece)
{
    if (rest->data == NULL)
        return false;
    size_t end = piece_find(*rest, separator);
    *piece = piece_trim(piece_slice(*rest, 0, end));
    *rest = end < rest->size ? piece_slice(*rest, end + 1, rest->size) : (struct bytes){0};
    return true;
}
