#include "tui/text/shortening.h"

#include "tui/text/cluster.h"

#include <string.h>

static const char ellipsis[] = "…";
/* The end of a part that is kept when the part is cut. */
enum { CLOSING_QUOTATION, CLOSING_POINT };
static const char *const closings[] = {[CLOSING_QUOTATION] = "”", [CLOSING_POINT] = " · "};

enum {
    PART_COLUMNS_MIN = 8, /* a shorter part would say nothing */
    /* from this width on, a third shows the end, because titles may differ only there */
    QUOTATION_COLUMNS_MIN = 24
};

/* The longest end of the text that takes at most `columns` columns. */
static struct bytes end_fitting(struct bytes text, int columns)
{
    size_t offset = 0;
    int column = 0;
    for (int left = text_width(text); left > columns;) {
        struct cluster cluster = text_cluster(text, offset, column);
        column += cluster.width;
        left -= cluster.width;
        offset += cluster.size;
    }
    return bytes_from(text, offset);
}

void text_add_without_middle(struct bytes text, int columns, struct buffer *to)
{
    if (text_width(text) <= columns) {
        buffer_add(to, text);
        return;
    }
    int beginning = (columns - 1) / 2;
    buffer_add(to, text_fitting(text, beginning));
    buffer_add_string(to, ellipsis);
    buffer_add(to, end_fitting(text, columns - 1 - beginning));
}

/* The marks around yielding parts. NO_MARK: none, or the end of the text. */
enum mark { NO_MARK = 0, MARK_YIELDING = 2, MARK_YIELDING_WHOLLY = 3 };

static enum mark mark_at(struct bytes text, size_t offset)
{
    const char byte = offset < text.size ? text.data[offset] : NO_MARK;
    return byte == MARK_YIELDING || byte == MARK_YIELDING_WHOLLY ? (enum mark)byte : NO_MARK;
}

/* Removes the text up to the next mark, and the mark, from *text and returns the text. */
static struct bytes next_part(struct bytes *text, enum mark *mark)
{
    size_t size = 0;
    while (size < text->size && mark_at(*text, size) == NO_MARK)
        size++;
    struct bytes part = {text->data, size};
    *mark = mark_at(*text, size);
    *text = bytes_from(*text, size + (*mark != NO_MARK ? 1 : 0));
    return part;
}

int text_yielding_width(struct bytes text)
{
    int width = 0;
    enum mark mark;
    while (text.size > 0)
        width += text_width(next_part(&text, &mark));
    return width;
}

static const char *find_closing(struct bytes part)
{
    for (size_t i = 0; i < sizeof closings / sizeof *closings; i++)
        if (bytes_ends_with(part, closings[i]))
            return closings[i];
    return "";
}

/* Adds the part, shortened. Returns by how many columns it is narrower. */
static int add_narrower(struct bytes part, int too_many, struct buffer *to)
{
    const int width = text_width(part);
    const char *closing = find_closing(part);
    const int kept = width - too_many - 1 - text_width(bytes_of(closing));
    if (kept < PART_COLUMNS_MIN)
        return width;
    const int end = kept >= QUOTATION_COLUMNS_MIN && closing == closings[CLOSING_QUOTATION] ? kept / 3 : 0;
    buffer_add(to, text_fitting(part, kept - end));
    buffer_add_string(to, ellipsis);
    buffer_add(to, end_fitting(bytes_slice(part, 0, part.size - strlen(closing)), end));
    buffer_add_string(to, closing);
    return too_many;
}

void text_add_yielding(struct bytes text, int columns, struct buffer *to)
{
    int too_many = text_yielding_width(text) - columns;
    enum mark inside = NO_MARK;
    while (text.size > 0) {
        enum mark mark;
        struct bytes part = next_part(&text, &mark);
        if (inside == NO_MARK || too_many <= 0)
            buffer_add(to, part);
        else
            too_many -= inside == MARK_YIELDING_WHOLLY ? text_width(part) : add_narrower(part, too_many, to);
        inside = inside == NO_MARK ? mark : NO_MARK;
    }
}
