#include "core/markup/emphasis.h"

#include "core/markup/cjk_emphasis.h"
#include "core/markup/markdown_lines.h"

#include <string.h>

enum { EMPHASIS_SIZE_MAX = 1000 };

static bool is_word_byte(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
}

static bool opens(struct bytes line, size_t start, size_t stars)
{
    bool word_before = start > 0 && is_word_byte(line.data[start - 1]) && !cjk_letter_before(line, start);
    return !word_before && start + stars < line.size && is_word_byte(line.data[start + stars]);
}

static bool closes(struct bytes line, size_t start, size_t stars)
{
    size_t after = start + stars;
    bool space_before = line.data[start - 1] == ' ' || line.data[start - 1] == '\t';
    bool word_after = after < line.size && is_word_byte(line.data[after]) && !cjk_letter_at(line, after);
    return !space_before && !word_after;
}

static size_t count_stars(struct bytes line, size_t start)
{
    size_t end = start;
    while (end < line.size && line.data[end] == '*')
        end++;
    return end - start;
}

/*
 * Returns where the same number of stars closes the emphasis that opens before `from`; line.size if there is none
 * nearby.
 */
static size_t find_closing(struct bytes line, size_t from, size_t stars)
{
    size_t end = line.size - from < EMPHASIS_SIZE_MAX ? line.size : from + EMPHASIS_SIZE_MAX;
    while (from < end) {
        const char *found = memchr(line.data + from, '*', end - from);
        if (found == NULL)
            break;
        size_t start = (size_t)(found - line.data);
        size_t n = count_stars(line, start);
        if (n == stars && closes(line, start, n))
            return start;
        from = start + n;
    }
    return line.size;
}

bool emphasis_next(struct bytes line, size_t from, struct emphasis *emphasis)
{
    while (from < line.size) {
        const char *found = memchr(line.data + from, '*', line.size - from);
        if (found == NULL)
            return false;
        size_t start = (size_t)(found - line.data);
        size_t stars = count_stars(line, start);
        from = start + stars;
        if (stars > 2 || !opens(line, start, stars))
            continue;
        size_t closing = find_closing(line, from, stars);
        if (closing < line.size) {
            *emphasis = (struct emphasis){start, from, closing, closing + stars, stars == 2};
            return true;
        }
    }
    return false;
}

bool emphasis_is_off(struct bytes line)
{
    return bytes_starts_with(line, "\t") || bytes_starts_with(line, "    ");
}

bool emphasis_is_in(struct bytes text)
{
    struct emphasis emphasis;
    for (size_t start = 0; start < text.size;) {
        struct bytes line = markdown_line(text, start, &start);
        if (!emphasis_is_off(line) && emphasis_next(line, 0, &emphasis))
            return true;
    }
    return false;
}
