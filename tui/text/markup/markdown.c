/*
 * The source is cut into chunks, each of which md4c parses as a separate document. If possible, a chunk ends before a
 * block that follows an empty line, where nothing is open. Without such a place in 64 kB it ends after a line, and an
 * open block of code or table is opened again before the next chunk. A line longer than a chunk is cut at a space.
 *
 * Front matter is shown unrendered before everything else.
 *
 * `seen` is always the rendered form of the source up to `reached`, and ends with a line end.
 */
#include "tui/text/markup/markdown.h"

#include "core/text/front_matter.h"
#include "core/base/system.h"
#include "core/base/unicode.h"
#include "tui/text/markup/emphasis_render.h"
#include "tui/text/markup/html_render.h"
#include "tui/text/markup/markdown_render.h"

#include <string.h>

void markdown_release(struct markdown *markdown)
{
    styled_text_release(&markdown->seen);
    *markdown = (struct markdown){0};
}

void markdown_set_markup(struct markdown *markdown, enum text_markup markup, struct bytes source, int columns)
{
    markdown_release(markdown);
    markdown->source = source;
    markdown->markup = markup;
    markdown->columns = columns;
}

/* --- Ends of chunks ------------------------------------------------------- */

enum { TABLE_HEAD_SIZE_MAX = 4096 };

struct chunk_end {
    size_t offset;
    struct open_block open; /* the block that is open there */
    bool is_cut;            /* within a block */
};

/* Whether the line, after an empty one, begins a new block. */
static bool begins_new_block(struct bytes line)
{
    return line.size > 0 && line.data[0] != ' ' && line.data[0] != '\t';
}

/* Updates the open block for the line at `start`, which follows the line `before`. */
static void note_open_block(struct open_block *open, struct bytes before, struct bytes line, size_t size)
{
    bool has_header = before.size > 0 && memchr(before.data, '|', before.size) != NULL;
    fence_read_line(&open->fence, line);
    if (open->fence.mark != '\0' || markdown_line_is_blank(line))
        open->table_head = (struct bytes){0};
    else if (open->table_head.size == 0 && has_header && markdown_line_is_delimiter_row(line))
        open->table_head = (struct bytes){before.data, (size_t)(line.data - before.data) + size};
    if (open->table_head.size > TABLE_HEAD_SIZE_MAX)
        open->table_head = (struct bytes){0};
}

/* Cuts a line longer than a chunk at its last space, else between two characters. */
static size_t find_cut_in_line(struct bytes source, size_t start)
{
    size_t end = start + MARKDOWN_CHUNK_SIZE;
    for (size_t offset = end; offset > start + MARKDOWN_CHUNK_SIZE / 2; offset--)
        if (source.data[offset - 1] == ' ')
            return offset;
    for (int i = 0; i < 3 && unicode_is_continuation(source.data[end]); i++)
        end--;
    return end;
}

/* The end of a chunk of HTML: before its last tag. Open elements are closed there. */
static struct chunk_end find_html_chunk_end(const struct markdown *markdown)
{
    struct bytes rest = bytes_from(markdown->source, markdown->reached);
    if (rest.size <= HTML_CHUNK_SIZE)
        return (struct chunk_end){.offset = markdown->source.size};
    const char *tag = memrchr(rest.data + 1, '<', HTML_CHUNK_SIZE - 1);
    return (struct chunk_end){.offset = tag != NULL ? (size_t)(tag - markdown->source.data)
                                                    : find_cut_in_line(markdown->source, markdown->reached)};
}

/* The end of the last line that fits: emphasis ends with its line. */
static struct chunk_end find_line_end(const struct markdown *markdown)
{
    struct bytes rest = bytes_from(markdown->source, markdown->reached);
    if (rest.size <= MARKDOWN_CHUNK_SIZE)
        return (struct chunk_end){.offset = markdown->source.size};
    const char *end = memrchr(rest.data, '\n', MARKDOWN_CHUNK_SIZE);
    return (struct chunk_end){.offset = end != NULL ? (size_t)(end - markdown->source.data) + 1
                                                    : find_cut_in_line(markdown->source, markdown->reached)};
}

/* The end of the last empty line before a new block; without one, the end of the last line that fits. */
static struct chunk_end find_chunk_end(const struct markdown *markdown)
{
    struct bytes source = markdown->source;
    size_t start = markdown->reached;
    if (source.size - start <= MARKDOWN_CHUNK_SIZE)
        return (struct chunk_end){.offset = source.size};

    struct chunk_end line_end = {.offset = start, .open = markdown->open, .is_cut = true};
    struct chunk_end block_end = {.offset = start};
    struct bytes before = {0};
    while (line_end.offset < source.size) {
        size_t next;
        struct bytes line = markdown_line(source, line_end.offset, &next);
        bool is_apart = line_end.offset > start && markdown_line_is_blank(before);
        if (is_apart && line_end.open.fence.mark == '\0' && begins_new_block(line))
            block_end.offset = line_end.offset;
        if (next > start + MARKDOWN_CHUNK_SIZE)
            break;
        note_open_block(&line_end.open, before, line, next - line_end.offset);
        before = line;
        line_end.offset = next;
    }
    if (block_end.offset > start)
        return block_end;
    if (line_end.offset == start)
        line_end.offset = find_cut_in_line(source, start);
    return line_end;
}

/*
 * The size of the front matter, which is a chunk of its own and not Markdown. It ends before the end of its last
 * line.
 */
static size_t front_matter_ahead(const struct markdown *markdown)
{
    if (markdown->markup != MARKUP_MARKDOWN || markdown->reached > 0)
        return 0;
    size_t size = front_matter_size(markdown->source);
    return size - (bytes_ends_with(bytes_slice(markdown->source, 0, size), "\n") ? 1 : 0);
}

/* --- Rendering ------------------------------------------------------------ */

/* Adds what must precede a chunk that begins within code or a table. */
static void add_opening(const struct open_block *open, struct buffer *text)
{
    for (size_t i = 0; i < open->fence.length; i++)
        buffer_add_byte(text, open->fence.mark);
    if (open->fence.length > 0)
        buffer_add_byte(text, '\n');
    buffer_add(text, open->table_head);
}

bool markdown_extend(struct markdown *markdown)
{
    size_t start = markdown->reached;
    if (start == markdown->source.size)
        return false;
    size_t front_matter = front_matter_ahead(markdown);
    struct chunk_end end = front_matter > 0                      ? (struct chunk_end){.offset = front_matter}
                           : markdown->markup == MARKUP_HTML     ? find_html_chunk_end(markdown)
                           : markdown->markup == MARKUP_EMPHASIS ? find_line_end(markdown)
                                                                 : find_chunk_end(markdown);
    struct markdown_chunk chunk = {
        .text = bytes_slice(markdown->source, start, end.offset),
        .source = start,
        .is_apart = start > 0 && !markdown->is_cut,
        .columns = markdown->columns,
    };
    struct buffer opened = {0};
    add_opening(&markdown->open, &opened);
    if (opened.size > 0) {
        chunk.before = opened.size;
        buffer_add(&opened, chunk.text);
        chunk.text = buffer_bytes(&opened);
    }
    if (front_matter > 0)
        markdown_add_as_it_is(&markdown->seen, &chunk);
    else if (markdown->markup == MARKUP_HTML)
        html_render_chunk(&markdown->seen, &chunk, &markdown->has_tables);
    else if (markdown->markup == MARKUP_EMPHASIS)
        emphasis_render_chunk(&markdown->seen, &chunk);
    else
        markdown_render_chunk(&markdown->seen, &chunk, &markdown->has_tables);
    buffer_release(&opened);
    markdown->reached = end.offset;
    markdown->open = end.open;
    markdown->is_cut = end.is_cut;
    return true;
}

/* --- Places --------------------------------------------------------------- */

size_t markdown_source_of(const struct markdown *markdown, size_t seen)
{
    size_t source = styled_text_source_of(&markdown->seen, seen);
    return source < markdown->reached ? source : markdown->reached;
}

size_t markdown_seen_of(struct markdown *markdown, size_t source)
{
    while (markdown->reached <= source && markdown_extend(markdown))
        ;
    return styled_text_seen_of(&markdown->seen, source);
}

/*
 * The size of the character whose first byte is at the start of `source`. A character reference counts with its whole
 * name.
 */
static size_t character_size(struct bytes source)
{
    enum { REFERENCE_SIZE_MAX = 40 };
    bool is_reference = source.size > 0 && source.data[0] == '&';
    const char *end =
        is_reference
            ? memchr(source.data, ';', source.size < REFERENCE_SIZE_MAX ? source.size : REFERENCE_SIZE_MAX)
            : NULL;
    char32_t code;
    if (end != NULL)
        return (size_t)(end - source.data) + 1;
    return source.size > 0 ? unicode_decode(source, 0, &code) : 0;
}

struct text_part markdown_source_part(const struct markdown *markdown, struct text_part seen)
{
    struct bytes text = buffer_bytes(&markdown->seen.text);
    size_t end = seen.end < text.size ? seen.end : text.size;
    if (seen.start >= end)
        return (struct text_part){0};
    size_t last = end - 1;
    while (last > seen.start && unicode_is_continuation(text.data[last]))
        last--;
    const size_t source = markdown_source_of(markdown, last);
    size_t start = styled_text_source_from(&markdown->seen, seen.start);
    if (start > source) /* the whole part is generated */
        start = markdown_source_of(markdown, seen.start);
    return (struct text_part){start, source + character_size(bytes_from(markdown->source, source))};
}
