#include "tui/markdown.h"

#include "tui/markdown_piece.h"

void markdown_release(struct markdown *markdown)
{
    rendition_release(&markdown->seen);
    *markdown = (struct markdown){0};
}

void markdown_set(struct markdown *markdown, struct bytes source, int columns)
{
    markdown_release(markdown);
    markdown->source = source;
    markdown->columns = columns;
}

/* --- Where pieces end ----------------------------------------------------- */

struct piece_end {
    size_t offset;
    struct fence fence; /* that is open there */
    bool is_cut;        /* within a block */
};

/* A line that no block before an empty line goes on with. */
static bool begins_block(struct bytes line)
{
    return line.size > 0 && line.data[0] != ' ' && line.data[0] != '\t';
}

static bool continues_character(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* Within a line that is longer than a piece: at its last space, else between two characters. */
static size_t cut_line(struct bytes source, size_t start)
{
    size_t end = start + MARKDOWN_PIECE_SIZE;
    for (size_t offset = end; offset > start + MARKDOWN_PIECE_SIZE / 2; offset--)
        if (source.data[offset - 1] == ' ')
            return offset;
    for (int i = 0; i < 3 && continues_character(source.data[end]); i++)
        end--;
    return end;
}

/* Behind the last empty line that a block begins after; without one, behind the last line that fits. */
static struct piece_end find_piece_end(const struct markdown *markdown)
{
    struct bytes source = markdown->source;
    size_t start = markdown->reached;
    if (source.size - start <= MARKDOWN_PIECE_SIZE)
        return (struct piece_end){.offset = source.size};

    struct piece_end line_end = {.offset = start, .fence = markdown->fence, .is_cut = true};
    struct piece_end block_end = {.offset = start};
    bool is_blank = false;
    while (line_end.offset < source.size) {
        size_t next;
        struct bytes line = markdown_line(source, line_end.offset, &next);
        if (is_blank && line_end.fence.mark == '\0' && begins_block(line))
            block_end.offset = line_end.offset;
        if (next > start + MARKDOWN_PIECE_SIZE)
            break;
        is_blank = markdown_line_is_blank(line);
        fence_pass(&line_end.fence, line);
        line_end.offset = next;
    }
    if (block_end.offset > start)
        return block_end;
    if (line_end.offset == start)
        line_end.offset = cut_line(source, start);
    return line_end;
}

/* --- Rendering ------------------------------------------------------------ */

/* A piece that begins within a block of code needs the fence before it. */
static void open_fence(struct fence fence, struct buffer *text)
{
    for (size_t i = 0; fence.mark != '\0' && i < fence.length; i++)
        buffer_add_byte(text, fence.mark);
    if (fence.mark != '\0')
        buffer_add_byte(text, '\n');
}

bool markdown_extend(struct markdown *markdown)
{
    size_t start = markdown->reached;
    if (start == markdown->source.size)
        return false;
    struct piece_end end = find_piece_end(markdown);
    struct markdown_piece piece = {
        .text = {markdown->source.data + start, end.offset - start},
        .source = start,
        .is_apart = start > 0 && !markdown->is_cut,
        .columns = markdown->columns,
    };
    struct buffer fenced = {0};
    if (markdown->fence.mark != '\0') {
        open_fence(markdown->fence, &fenced);
        piece.before = fenced.size;
        buffer_add(&fenced, piece.text);
        piece.text = buffer_bytes(&fenced);
    }
    markdown_add_piece(&markdown->seen, &piece, &markdown->has_tables);
    buffer_release(&fenced);
    markdown->reached = end.offset;
    markdown->fence = end.fence;
    markdown->is_cut = end.is_cut;
    return true;
}

/* --- Places --------------------------------------------------------------- */

size_t markdown_source_of(const struct markdown *markdown, size_t seen)
{
    size_t source = rendition_source_of(&markdown->seen, seen);
    return source < markdown->reached ? source : markdown->reached;
}

size_t markdown_seen_of(struct markdown *markdown, size_t source)
{
    while (markdown->reached <= source && markdown_extend(markdown))
        ;
    return rendition_seen_of(&markdown->seen, source);
}
