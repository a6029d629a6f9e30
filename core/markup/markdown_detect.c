/*
 * Reads the lines, each with its neighbours, and counts signs until there are enough. Lines of code are left out.
 * Signs that also occur in ordinary text count at most once or twice.
 */
#include "core/markup/markdown_detect.h"

#include "core/markup/emphasis.h"
#include "core/markup/markdown_lines.h"

#include <string.h>

enum { LOOKED_AT_SIZE = 64 * 1024, ENOUGH = 2 };

struct signs {
    bool fence, table, title;
    int headings, items, links, strong_lines;
};

/*
 * Returns the level of a heading, 0 if the line is not one. ### A closed heading ### is not counted, because it may
 * be an ornament.
 */
static size_t heading_level(struct bytes line)
{
    size_t level = markdown_line_count_first(line, '#');
    bool is_heading = level > 0 && level <= 6 && line.size > level + 1 && line.data[level] == ' ';
    return is_heading && line.data[line.size - 1] != '#' ? level : 0;
}

static bool is_list_item(struct bytes line)
{
    size_t i = 0;
    while (i < line.size && line.data[i] == ' ')
        i++;
    if (i > 3 || i == line.size)
        return false;
    size_t digits = 0;
    while (i + digits < line.size && line.data[i + digits] >= '0' && line.data[i + digits] <= '9')
        digits++;
    if (digits > 3 || i + digits == line.size)
        return false;
    const char *marks = digits > 0 ? ".)" : "-*+";
    i += digits;
    return strchr(marks, line.data[i]) != NULL && line.data[i] != '\0' && i + 2 < line.size &&
           line.data[i + 1] == ' ' && line.data[i + 2] != ' ';
}

static bool begins_address(struct bytes text)
{
    static const char *const beginnings[] = {"http://", "https://", "mailto:", "www.", "/", "#", "."};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (bytes_starts_with(text, beginnings[i]))
            return true;
    return false;
}

static int count_links(struct bytes line)
{
    int links = 0;
    bool has_bracket = false;
    for (size_t i = 0; i + 2 < line.size; i++) {
        struct bytes rest = bytes_from(line, i + 2);
        has_bracket = has_bracket || line.data[i] == '[';
        if (has_bracket && line.data[i] == ']' && line.data[i + 1] == '(' && begins_address(rest) &&
            memchr(rest.data, ')', rest.size) != NULL) {
            links++;
            has_bracket = false;
        }
    }
    return links;
}

static bool has_strong(struct bytes line)
{
    struct emphasis emphasis = {0};
    while (emphasis_next(line, emphasis.end, &emphasis))
        if (emphasis.is_strong)
            return true;
    return false;
}

/* `before` and `after` are the neighbouring lines, empty if there are none. */
static void count_signs(struct signs *signs, struct bytes before, struct bytes line, struct bytes after)
{
    if (line.size > 0 && (line.data[0] == '\t' || bytes_starts_with(line, "    ")))
        return;
    bool is_apart = markdown_line_is_blank(before) && markdown_line_is_blank(after);
    signs->headings += is_apart && heading_level(line) > 1;
    if (markdown_line_is_delimiter_row(line) && before.size > 0 &&
        memchr(before.data, '|', before.size) != NULL)
        signs->table = true;
    signs->items += is_list_item(line);
    signs->links += count_links(line);
    signs->strong_lines += has_strong(line);
}

static int smaller_of(int a, int b)
{
    return a < b ? a : b;
}

static int sum_of_signs(const struct signs *signs)
{
    return 2 * signs->fence + 2 * signs->table + signs->title + smaller_of(signs->headings, 2) +
           (signs->items >= 2) + smaller_of(signs->links, 2) + (signs->strong_lines >= 1) +
           (signs->strong_lines >= 3);
}

static bool begins_with_title(struct bytes text)
{
    size_t next;
    return text.size > 0 && heading_level(markdown_line(text, 0, &next)) == 1 && next < text.size &&
           markdown_line_is_blank(markdown_line(text, next, NULL));
}

bool markdown_is_likely(struct bytes text)
{
    struct signs signs = {0};
    struct fence fence = {0};
    struct bytes before = {0};
    if (text.size > LOOKED_AT_SIZE)
        text.size = LOOKED_AT_SIZE;
    signs.title = begins_with_title(text);
    for (size_t start = 0; start < text.size && sum_of_signs(&signs) < ENOUGH;) {
        struct bytes line = markdown_line(text, start, &start);
        struct bytes after = start < text.size ? markdown_line(text, start, NULL) : (struct bytes){0};
        signs.fence = fence_read_line(&fence, line) || signs.fence;
        if (fence.mark == '\0')
            count_signs(&signs, before, line, after);
        before = line;
    }
    return sum_of_signs(&signs) >= ENOUGH;
}
