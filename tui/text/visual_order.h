/*
 * A line from left to right: right-to-left text in visual order (UAX #9, with FriBidi), with mirrored brackets and
 * joined Arabic letters. Most terminals do none of this. Override characters are ignored: they would show letters in
 * an order that no reader of the language expects.
 */
#pragma once

#include "tui/text/cluster.h"

struct placed_cluster {
    struct cluster cluster;
    size_t offset; /* of its first byte in the text */
    int column;    /* counted from the start of the line */
};

/*
 * The mark (U+200F or U+200E) that keeps the parts of a line in the direction of this text, with which the line
 * begins. Put it at the beginning of the line and on both sides of each separator. "" if nothing is written from
 * right to left.
 */
const char *visual_order_mark(struct bytes text);

/* The clusters in stored order. {0} is empty and safe to release. */
struct visual_line {
    struct placed_cluster *clusters;
    size_t n;
    size_t capacity;
    int columns;
    bool is_right_to_left; /* its paragraph is right-to-left: it begins on the right */
};

void visual_line_release(struct visual_line *line);

/* Places the text from `start` to `end`, a line of a paragraph. `keeps_order`: in stored order. */
void visual_line_set(struct visual_line *line, struct bytes text, size_t start, size_t end, bool keeps_order);
