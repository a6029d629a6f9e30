#include "tui/text/wrap.h"

#include "core/base/bug.h"
#include "core/base/unicode.h"
#include "tui/text/cluster.h"

#include <stdlib.h>
#include <string.h>
#include <unilbrk.h>

/* Bytes that are looked at together: some pages of a document. */
enum { CHUNK_SIZE = 4096 };

struct chunk {
    size_t start;
    size_t end;
    char breaks[CHUNK_SIZE]; /* UC_BREAK_* before the character that starts at this byte */
};

void layout_release(struct layout *layout)
{
    free(layout->lines);
    *layout = (struct layout){0};
}

void layout_set(struct layout *layout, struct bytes text, int columns)
{
    BUG_UNLESS(columns >= 2); /* a wide character must fit */
    layout->text = text;
    layout->blocks = NULL;
    layout->n_blocks = 0;
    layout->columns = columns;
    layout_begin(layout, 0);
}

void layout_begin(struct layout *layout, size_t origin)
{
    layout->n_lines = 0;
    layout->origin = origin;
    layout->reached = origin;
}

void layout_grow(struct layout *layout, struct bytes text, const struct layout_block *blocks, size_t n_blocks)
{
    layout->text = text;
    layout->blocks = blocks;
    layout->n_blocks = n_blocks;
}

/* The block that the byte at `offset` stands in; NULL: in none. */
static const struct layout_block *block_at(const struct layout *layout, size_t offset)
{
    size_t low = 0;
    size_t high = layout->n_blocks;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (layout->blocks[middle].start <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? &layout->blocks[low - 1] : NULL;
}

struct bytes layout_prefix(const struct layout *layout, struct layout_line line)
{
    const struct layout_block *block = block_at(layout, line.start);
    if (block == NULL)
        return (struct bytes){0};
    return block->start == line.start ? block->first_prefix : block->next_prefix;
}

int layout_indent(struct bytes prefix, int columns)
{
    int width = text_width(prefix);
    return width < columns / 2 ? width : columns / 2;
}

/* Decodes first, so that invalid UTF-8 never meets the library's line breaker. */
static void chunk_read(struct chunk *chunk, struct bytes text, size_t start)
{
    ucs4_t codes[CHUNK_SIZE];
    uint16_t starts[CHUNK_SIZE];
    char breaks[CHUNK_SIZE];
    size_t n = 0;
    size_t offset = start;
    while (offset < text.size && offset < start + CHUNK_SIZE) {
        char32_t code;
        starts[n] = (uint16_t)(offset - start);
        offset += unicode_decode(text, offset, &code);
        codes[n++] = code;
    }
    u32_possible_linebreaks(codes, n, "UTF-8", breaks);

    chunk->start = start;
    chunk->end = offset;
    memset(chunk->breaks, UC_BREAK_PROHIBITED, sizeof chunk->breaks);
    for (size_t i = 0; i < n; i++)
        chunk->breaks[starts[i]] = breaks[i];
}

static bool may_break_before(const struct chunk *chunk, size_t offset)
{
    return chunk->breaks[offset - chunk->start] == UC_BREAK_POSSIBLE;
}

static bool must_break_after(const struct chunk *chunk, size_t offset)
{
    char kind = chunk->breaks[offset - chunk->start];
    return kind == UC_BREAK_MANDATORY || kind == UC_BREAK_CR_BEFORE_LF;
}

/* Fills one line from `start`; returns where the next one starts. White space at the end may stick out. */
static size_t fill_line(const struct layout *layout, const struct chunk *chunk, size_t start,
                        struct layout_line *line)
{
    *line = (struct layout_line){.start = start, .end = start};
    const struct layout_block *block = block_at(layout, start);
    bool is_flowing = block == NULL || block->kind == LAYOUT_FLOWING;
    int columns = layout->columns - layout_indent(layout_prefix(layout, *line), layout->columns);
    struct layout_line word_line = *line; /* the line if it ended at the last opportunity */
    size_t word_start = start;
    int column = 0;
    size_t offset = start;
    while (offset < chunk->end) {
        if (is_flowing && may_break_before(chunk, offset)) {
            word_line = *line;
            word_start = offset;
        }
        struct cluster cluster = text_cluster(layout->text, offset, column);
        bool blank = cluster_is_blank(&cluster);
        if (!blank && column + cluster.width > columns && offset > start) {
            if (word_start == start)
                return offset; /* one word, wider than the line */
            *line = word_line;
            return word_start;
        }
        bool last = must_break_after(chunk, offset);
        column += cluster.width;
        offset += cluster.size;
        if (!blank)
            line->end = offset;
        if (last)
            break;
    }
    return offset;
}

static void add_line(struct layout *layout, struct layout_line line)
{
    layout->lines = memory_grow(layout->lines, &layout->capacity, layout->n_lines + 1, sizeof *layout->lines);
    layout->lines[layout->n_lines++] = line;
}

/* Wraps one chunk more. A line that touches the chunk's end may go on after it and is left to the next one. */
static void wrap_chunk(struct layout *layout)
{
    struct chunk chunk;
    chunk_read(&chunk, layout->text, layout->reached);
    while (layout->reached < chunk.end) {
        struct layout_line line;
        size_t next = fill_line(layout, &chunk, layout->reached, &line);
        bool may_go_on = next >= chunk.end && chunk.end < layout->text.size;
        if (may_go_on && layout->reached > chunk.start)
            return;
        add_line(layout, line);
        layout->reached = next;
    }
}

bool layout_reach(struct layout *layout, size_t line)
{
    while (layout->n_lines <= line && layout->reached < layout->text.size)
        wrap_chunk(layout);
    return line < layout->n_lines;
}

size_t layout_reach_end(struct layout *layout)
{
    while (layout->reached < layout->text.size)
        wrap_chunk(layout);
    return layout->n_lines;
}

size_t layout_line_at(struct layout *layout, size_t offset)
{
    while (layout->reached <= offset && layout->reached < layout->text.size)
        wrap_chunk(layout);
    size_t low = 0;
    size_t high = layout->n_lines;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (layout->lines[middle].start <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}
