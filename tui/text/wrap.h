/*
 * A text wrapped into lines. Lines end at LF, CR LF and the other Unicode line
 * ends, else at the last opportunity that UAX #14 gives, else between clusters.
 *
 * Blocks say what stands before the lines (the bar of a quotation, the bullet of
 * an item and the indent below it) and which lines are cut at the edge and not
 * between words (code). A text without blocks flows from edge to edge.
 *
 * Wraps only as far as asked, and from where it is told to: each page of a
 * document of any size is there at once. Lines are counted from there; they are
 * byte ranges of the text, so a place in the text outlives a change of width.
 */
#ifndef ASSAY_TUI_TEXT_WRAP_H
#define ASSAY_TUI_TEXT_WRAP_H

#include "core/base/bytes.h"

enum layout_kind { LAYOUT_FLOWING, LAYOUT_AS_IT_IS };

/* From `start`, the beginning of a line of the text, to the next block. */
struct layout_block {
    size_t start;
    enum layout_kind kind;
    struct bytes first_prefix; /* before its first line … */
    struct bytes next_prefix;  /* … and before the others */
};

struct layout_line {
    size_t start;
    size_t end; /* of what is seen: white space and the line end after it are left out */
};

/* {0} is an empty text and safe to release. */
struct layout {
    struct bytes text;
    const struct layout_block *blocks;
    size_t n_blocks;
    int columns;
    struct layout_line *lines; /* those wrapped so far */
    size_t n_lines;
    size_t capacity;
    size_t origin;  /* where the first one begins … */
    size_t reached; /* … and where the last one ends, with what is left out behind it */
};

void layout_release(struct layout *layout);

/* Starts over with `text` (not copied) at a width of at least 2 columns. */
void layout_set(struct layout *layout, struct bytes text, int columns);

/* Wraps anew, now from `origin` on: the beginning of the text, or of one of its paragraphs. */
void layout_begin(struct layout *layout, size_t origin);

/*
 * The text, which ended with a line end, has become longer, or is the same
 * elsewhere in memory; its blocks (not copied) are these. What is wrapped stays.
 */
void layout_grow(struct layout *layout, struct bytes text, const struct layout_block *blocks,
                 size_t n_blocks);

/* What stands before the line. */
struct bytes layout_prefix(const struct layout *layout, struct layout_line line);

/* The columns that a prefix takes of so many: half of them at most. */
int layout_indent(struct bytes prefix, int columns);

/* Wraps as far as line number `line` (from 0). False: the text ends before it. */
bool layout_reach(struct layout *layout, size_t line);

/* Wraps everything from the origin on; returns the number of lines. */
size_t layout_reach_end(struct layout *layout);

/* The line that the byte at `offset` >= origin stands in, the last one when it is past the end; 0 without lines. */
size_t layout_line_at(struct layout *layout, size_t offset);

#endif
