#include "core/metric/measures/piece.h"

#include <string.h>

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
    *piece = bytes_trim(bytes_slice(*rest, 0, end));
    *rest = end < rest->size ? bytes_from(*rest, end + 1) : (struct bytes){0};
    return true;
}
