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

enum wrap_kind { WRAP_FLOWING, WRAP_AS_IT_IS };

/* From `start`, the beginning of a line of the text, to the next block. */
struct wrap_block {
    size_t start;
    enum wrap_kind kind;
    int heading;               /* its level, 1 to 6; 0: it is none */
    struct bytes first_prefix; /* before its first line … */
    struct bytes next_prefix;  /* … and before the others */
};

struct wrapped_line {
    size_t start;
    size_t end; /* of what is seen: white space and the line end after it are left out */
};

/* {0} is an empty text and safe to release. */
struct wrapped_text {
    struct bytes text;
    const struct wrap_block *blocks;
    size_t n_blocks;
    int columns;
    struct wrapped_line *lines; /* those wrapped so far */
    size_t n_lines;
    size_t capacity;
    size_t origin;  /* where the first one begins … */
    size_t reached; /* … and where the last one ends, with what is left out behind it */
};

void wrap_release(struct wrapped_text *wrapped);

/* Starts over with `text` (not copied) at a width of at least 2 columns. */
void wrap_set(struct wrapped_text *wrapped, struct bytes text, int columns);

/* Wraps anew, now from `origin` on: the beginning of the text, or of one of its paragraphs. */
void wrap_begin(struct wrapped_text *wrapped, size_t origin);

/*
 * The text, which ended with a line end, has become longer, or is the same elsewhere in memory; its blocks (not copied) are
 * these. The wrapped lines stay as they are.
 */
void wrap_grow(struct wrapped_text *wrapped, struct bytes text, const struct wrap_block *blocks,
               size_t n_blocks);

/* The prefix of the line. */
struct bytes wrap_prefix(const struct wrapped_text *wrapped, struct wrapped_line line);

/* The columns that a prefix takes of so many: half of them at most. */
int wrap_indent(struct bytes prefix, int columns);

/* Wraps as far as line number `line` (from 0). False: the text ends before it. */
bool wrap_to_line(struct wrapped_text *wrapped, size_t line);

/* Wraps everything from the origin on; returns the number of lines. */
size_t wrap_to_end(struct wrapped_text *wrapped);

/* The line that the byte at `offset` >= origin stands in, the last one when it is past the end; 0 without lines. */
size_t wrap_line_at(struct wrapped_text *wrapped, size_t offset);

#endif
