/*
 * A line as it stands from left to right: right-to-left text in visual order
 * (UAX #9, with FriBidi), its brackets mirrored, Arabic letters in the forms that
 * join. Most terminals do none of this. Overrides are not obeyed: they would show
 * letters in another order than any reader of their language expects.
 */
#ifndef ASSAY_TUI_TEXT_VISUAL_ORDER_H
#define ASSAY_TUI_TEXT_VISUAL_ORDER_H

#include "tui/text/cluster.h"

struct placed_cluster {
    struct cluster cluster;
    size_t offset; /* of its first byte in the text */
    int column;    /* from the line's first one */
};

/*
 * What keeps the parts of a line in the direction of a text that begins in it, whatever is in them, where it stands at the
 * line's beginning and on both sides of what parts them: U+200F or U+200E. "" where nothing is written from right to left.
 */
const char *visual_order_mark(struct bytes text);

/* In the order in which the text is stored. {0} is empty and safe to release. */
struct visual_line {
    struct placed_cluster *clusters;
    size_t n;
    size_t capacity;
    int columns;
    bool is_right_to_left; /* its paragraph is: it begins on the right */
};

void visual_line_release(struct visual_line *line);

/* Places what stands from `start` to `end` of the text, a line of a paragraph. `keeps_order`: as it is stored. */
void visual_line_set(struct visual_line *line, struct bytes text, size_t start, size_t end, bool keeps_order);

#endif
