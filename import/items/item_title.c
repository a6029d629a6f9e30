#include "import/items/item_title.h"

#include "core/markup/markdown_text.h"
#include "core/text/front_matter.h"
#include "import/items/item_markup.h"

#include <string.h>

/* Recognises `# Title` and `## Title ##`. Returns false when the line is not a heading. */
static bool is_heading(struct bytes line, struct bytes *title)
{
    size_t marks = 0;
    while (marks < line.size && line.data[marks] == '#')
        marks++;
    if (marks == 0 || marks > 6 || marks == line.size || memchr(" \t", line.data[marks], 2) == NULL)
        return false;
    *title = bytes_trim(bytes_from(line, marks));
    struct bytes closed = *title;
    while (closed.size > 0 && closed.data[closed.size - 1] == '#')
        closed.size--;
    if (closed.size == 0 || closed.data[closed.size - 1] == ' ')
        *title = bytes_trim(closed);
    return title->size > 0;
}

/* Recognises a line of `=` below a heading. */
static bool is_underline(struct bytes line)
{
    line = bytes_trim(line);
    for (size_t i = 0; i < line.size; i++) {
        if (line.data[i] != '=')
            return false;
    }
    return line.size > 0;
}

static bool is_fence(struct bytes line)
{
    line = bytes_trim(line);
    return bytes_starts_with(line, "```") || bytes_starts_with(line, "~~~");
}

static struct bytes heading_text(struct bytes heading, struct arena *arena)
{
    struct buffer text = {0};
    markdown_add_heading_text(&text, heading);
    struct bytes copy = arena_copy(arena, bytes_trim(buffer_bytes(&text)));
    buffer_release(&text);
    return copy;
}

struct bytes item_markdown_title(struct bytes text, struct arena *arena)
{
    struct bytes line;
    struct bytes before = {0};
    struct bytes title = {0};
    bool is_code = false;
    struct bytes named = front_matter_value(text, "title");
    if (named.size > 0)
        return named;
    text = bytes_from(text, front_matter_size(text)); /* its comments look like headings */
    while (bytes_next_line(&text, &line)) {
        if (is_fence(line))
            is_code = !is_code;
        else if (!is_code && is_heading(line, &title))
            return heading_text(title, arena);
        else if (!is_code && is_underline(line) && before.size > 0)
            return heading_text(before, arena);
        before = is_code ? (struct bytes){0} : bytes_trim(line);
    }
    return title;
}

struct bytes item_html_title(struct bytes text, struct arena *arena)
{
    static const char *const names[] = {"h1", "title"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct markup_tag tag;
        struct bytes inside;
        if (!markup_find(text, names[i], false, &tag) || !markup_between(text, &tag, &inside))
            continue;
        struct bytes title = markup_plain(inside, arena);
        if (title.size > 0)
            return title;
    }
    return (struct bytes){0};
}
