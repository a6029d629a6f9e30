/*
 * The text is processed in chunks of some pages. A chunk is decoded, libunistring determines where its lines may and
 * must end, and lines are filled with clusters. A line that touches the chunk's end is discarded and begins the next
 * chunk, so chunk ends have no effect unless a single line is as long as a chunk.
 *
 * Lines are in ascending order and cover all text from `origin` to `reached`, except for white space at their ends.
 */
#include "tui/text/wrap.h"

#include "core/base/bug.h"
#include "core/base/memory.h"
#include "core/base/search.h"
#include "core/base/unicode.h"
#include "tui/text/cluster.h"

#include <stdlib.h>
#include <string.h>
#include <unilbrk.h>

/* Bytes processed at a time: some pages of a document. */
enum { CHUNK_SIZE = 4096 };

struct chunk {
    size_t start;
    size_t end;
    char breaks[CHUNK_SIZE]; /* UC_BREAK_* before the character that starts at this byte */
};

void wrap_release(struct wrapped_text *wrapped)
{
    free(wrapped->lines);
    *wrapped = (struct wrapped_text){0};
}

void wrap_set(struct wrapped_text *wrapped, struct bytes text, int columns)
{
    BUG_UNLESS(columns >= 2); /* a wide character must fit */
    wrapped->text = text;
    wrapped->blocks = NULL;
    wrapped->n_blocks = 0;
    wrapped->columns = columns;
    wrap_begin(wrapped, 0);
}

void wrap_begin(struct wrapped_text *wrapped, size_t origin)
{
    wrapped->n_lines = 0;
    wrapped->origin = origin;
    wrapped->reached = origin;
}

void wrap_grow(struct wrapped_text *wrapped, struct bytes text, const struct wrap_block *blocks,
               size_t n_blocks)
{
    wrapped->text = text;
    wrapped->blocks = blocks;
    wrapped->n_blocks = n_blocks;
}

/* The block with the byte at `offset`; NULL: none. */
static const struct wrap_block *block_at(const struct wrapped_text *wrapped, size_t offset)
{
    size_t after;
    LOWER_BOUND(after, wrapped->n_blocks, wrapped->blocks[after].start <= offset);
    return after > 0 ? &wrapped->blocks[after - 1] : NULL;
}

struct bytes wrap_prefix(const struct wrapped_text *wrapped, struct wrapped_line line)
{
    const struct wrap_block *block = block_at(wrapped, line.start);
    if (block == NULL)
        return (struct bytes){0};
    return block->start == line.start ? block->first_prefix : block->next_prefix;
}

int wrap_indent(struct bytes prefix, int columns)
{
    int width = text_width(prefix);
    return width < columns / 2 ? width : columns / 2;
}

static bool is_white(ucs4_t code)
{
    return code < 0x80 && byte_is_white((char)code);
}

/*
 * Whether the hyphen must not end a line. UAX #14 breaks after any hyphen, but "Ctrl-B" and "--lead" are only
 * readable in one piece.
 */
static bool is_bound_hyphen(const ucs4_t *codes, size_t n, size_t hyphen)
{
    bool begins_option = hyphen > 0 && (codes[hyphen - 1] == '-' || is_white(codes[hyphen - 1]));
    bool is_before_one = hyphen + 2 < n && is_white(codes[hyphen + 2]);
    return codes[hyphen] == '-' && (begins_option || is_before_one);
}

/* Decodes first, so that the library's line breaker never gets invalid UTF-8. */
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
    for (size_t i = 1; i < n; i++)
        if (breaks[i] == UC_BREAK_POSSIBLE && is_bound_hyphen(codes, n, i - 1))
            breaks[i] = UC_BREAK_PROHIBITED;

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

/* Fills one line from `start` on. Returns where the next one starts. White space at the end may exceed the width. */
static size_t fill_line(const struct wrapped_text *wrapped, const struct chunk *chunk, size_t start,
                        struct wrapped_line *line)
{
    *line = (struct wrapped_line){.start = start, .end = start};
    const struct wrap_block *block = block_at(wrapped, start);
    bool is_flowing = block == NULL || block->kind == WRAP_FLOWING;
    int columns = wrapped->columns - wrap_indent(wrap_prefix(wrapped, *line), wrapped->columns);
    struct wrapped_line word_line = *line; /* the line if it ends at the last opportunity */
    size_t word_start = start;
    int column = 0;
    size_t offset = start;
    while (offset < chunk->end) {
        if (is_flowing && may_break_before(chunk, offset)) {
            word_line = *line;
            word_start = offset;
        }
        struct cluster cluster = text_cluster(wrapped->text, offset, column);
        bool blank = cluster_is_blank(&cluster);
        if (!blank && column + cluster.width > columns && offset > start) {
            if (word_start == start)
                return offset; /* a single word wider than the line */
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

/* Wraps one more chunk. A line that touches the chunk's end may continue after it and is left to the next chunk. */
static void wrap_chunk(struct wrapped_text *wrapped)
{
    struct chunk chunk;
    chunk_read(&chunk, wrapped->text, wrapped->reached);
    while (wrapped->reached < chunk.end) {
        struct wrapped_line line;
        size_t next = fill_line(wrapped, &chunk, wrapped->reached, &line);
        bool may_go_on = next >= chunk.end && chunk.end < wrapped->text.size;
        if (may_go_on && wrapped->reached > chunk.start)
            return;
        VECTOR_PUSH(wrapped->lines, wrapped->n_lines, wrapped->capacity) = line;
        wrapped->reached = next;
    }
}

bool wrap_to_line(struct wrapped_text *wrapped, size_t line)
{
    while (wrapped->n_lines <= line && wrapped->reached < wrapped->text.size)
        wrap_chunk(wrapped);
    return line < wrapped->n_lines;
}

size_t wrap_to_end(struct wrapped_text *wrapped)
{
    while (wrapped->reached < wrapped->text.size)
        wrap_chunk(wrapped);
    return wrapped->n_lines;
}

size_t wrap_line_at(struct wrapped_text *wrapped, size_t offset)
{
    while (wrapped->reached <= offset && wrapped->reached < wrapped->text.size)
        wrap_chunk(wrapped);
    size_t after;
    LOWER_BOUND(after, wrapped->n_lines, wrapped->lines[after].start <= offset);
    return after > 0 ? after - 1 : 0;
}
