/*
 * A text wrapped into lines. Lines end at LF, CR LF and the other Unicode line ends, else at the last opportunity
 * according to UAX #14, else between clusters.
 *
 * Blocks have prefixes for their lines (the bar of a quotation, the bullet of an item and the indent below it), and
 * say which lines are cut at the edge instead of between words (code). A text without blocks uses the full width.
 *
 * Only as many lines are wrapped as needed, from a chosen origin, so any page of a document of any size is available
 * immediately. Lines are counted from the origin. They are byte ranges of the text, so a position in the text stays
 * valid when the width changes.
 */
#pragma once

#include "core/base/bytes.h"

enum wrap_kind { WRAP_FLOWING, WRAP_AS_IT_IS };

/* From `start`, the beginning of a line of the text, to the next block. */
struct wrap_block {
    size_t start;
    enum wrap_kind kind;
    int heading;               /* its level, 1 to 6; 0: not a heading */
    struct bytes first_prefix; /* before its first line … */
    struct bytes next_prefix;  /* … and before the others */
};

struct wrapped_line {
    size_t start;
    size_t end; /* of the visible part: white space and the line end after it are left out */
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
    size_t origin;  /* where the first line begins … */
    size_t reached; /* … and where the last one ends, including what is left out after it */
};

void wrap_release(struct wrapped_text *wrapped);

/* Starts again with `text` (not copied) at a width of at least 2 columns. */
void wrap_set(struct wrapped_text *wrapped, struct bytes text, int columns);

/* Wraps again from `origin`: the beginning of the text or of one of its paragraphs. */
void wrap_begin(struct wrapped_text *wrapped, size_t origin);

/*
 * To be called when the text, which ended with a line end, has become longer or moved in memory. `blocks` (not
 * copied) are its blocks now. Wrapped lines stay as they are.
 */
void wrap_grow(struct wrapped_text *wrapped, struct bytes text, const struct wrap_block *blocks,
               size_t n_blocks);

/* The prefix of the line. */
struct bytes wrap_prefix(const struct wrapped_text *wrapped, struct wrapped_line line);

/* The width of a prefix within so many columns: at most half of them. */
int wrap_indent(struct bytes prefix, int columns);

/* Wraps up to line number `line` (from 0). Returns false if the text ends before it. */
bool wrap_to_line(struct wrapped_text *wrapped, size_t line);

/* Wraps everything from the origin on. Returns the number of lines. */
size_t wrap_to_end(struct wrapped_text *wrapped);

/* The line with the byte at `offset` >= origin, or the last line if it is past the end; 0 without lines. */
size_t wrap_line_at(struct wrapped_text *wrapped, size_t offset);
