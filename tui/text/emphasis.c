#include "tui/text/emphasis.h"

#include "tui/text/cjk_emphasis.h"
#include "tui/text/markdown_lines.h"

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

/* Where as many stars close what is opened before `from`; line.size: nowhere near. */
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

/* Code, whose stars mean something else. */
static bool is_indented(struct bytes line)
{
    return bytes_starts_with(line, "\t") || bytes_starts_with(line, "    ");
}

bool emphasis_is_in(struct bytes text)
{
    struct emphasis emphasis;
    for (size_t start = 0; start < text.size;) {
        struct bytes line = markdown_line(text, start, &start);
        if (!is_indented(line) && emphasis_next(line, 0, &emphasis))
            return true;
    }
    return false;
}

static void add(struct styled_text *styled, struct bytes line, size_t start, size_t end, enum style style,
                size_t source)
{
    styled_text_add(styled, bytes_slice(line, start, end), style, source + start);
}

static void add_line(struct styled_text *styled, struct bytes line, size_t source)
{
    struct emphasis emphasis;
    size_t done = 0;
    for (; !is_indented(line) && emphasis_next(line, done, &emphasis); done = emphasis.end) {
        add(styled, line, done, emphasis.start, STYLE_NORMAL, source);
        add(styled, line, emphasis.inner, emphasis.inner_end,
            emphasis.is_strong ? STYLE_STRONG : STYLE_EMPHASIS, source);
    }
    add(styled, line, done, line.size, STYLE_NORMAL, source);
}

void emphasis_render_chunk(struct styled_text *styled, const struct markdown_chunk *chunk)
{
    struct bytes none = {0};
    styled_text_begin_block(styled, WRAP_FLOWING, none, none);
    for (size_t start = 0; start < chunk->text.size;) {
        size_t line_start = start;
        struct bytes line = markdown_line(chunk->text, start, &start);
        add_line(styled, line, chunk->source + line_start);
        struct bytes end = bytes_slice(chunk->text, line_start + line.size, start);
        styled_text_add(styled, end, STYLE_NORMAL, chunk->source + line_start + line.size);
    }
    struct bytes seen = buffer_bytes(&styled->text);
    if (seen.size > 0 && seen.data[seen.size - 1] != '\n')
        styled_text_add(styled, bytes_of("\n"), STYLE_NORMAL, NO_SOURCE);
}
