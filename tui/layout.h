/*
 * A text wrapped into lines. Lines end at LF, CR LF and the other Unicode line
 * ends, else at the last opportunity that UAX #14 gives, else between clusters.
 *
 * Wraps only as far as asked: the first page of a document of any size is there
 * at once. Lines are byte ranges of the text, so a place in the text outlives
 * a change of width.
 */
#ifndef ASSAY_TUI_LAYOUT_H
#define ASSAY_TUI_LAYOUT_H

#include "core/base/bytes.h"

struct layout_line {
    size_t start;
    size_t end; /* of what is seen: white space and the line end after it are left out */
};

/* {0} is an empty text and safe to release. */
struct layout {
    struct bytes text;
    int columns;
    struct layout_line *lines; /* those wrapped so far */
    size_t n_lines;
    size_t capacity;
    size_t reached; /* bytes of the text that they take up */
};

void layout_release(struct layout *layout);

/* Starts over with `text` (not copied) at a width of at least 2 columns. */
void layout_set(struct layout *layout, struct bytes text, int columns);

/* Wraps as far as line number `line` (from 0). False: the text ends before it. */
bool layout_reach(struct layout *layout, size_t line);

/* Wraps everything; returns the number of lines. */
size_t layout_reach_end(struct layout *layout);

/* The line that the byte at `offset` stands in, the last one when it is past the end; 0 without lines. */
size_t layout_line_at(struct layout *layout, size_t offset);

#endif
