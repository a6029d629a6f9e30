/*
 * The line above a page or a list: the title on the left, the reader's position on the right.
 */
#pragma once

#include "tui/widget/surface.h"

/*
 * Appends a reader's position in a text: "▼ 92 % more" at the beginning, "▲▼ 62 % more", "▲ end"; "▼" if nothing is
 * visible, nothing if everything is. `below`: the share of the text below the visible part, from 0 to 1.
 */
void title_line_add_position(bool is_more_above, double below, struct buffer *text);

/* Draws the line in the first row of the area. `position` may be empty. */
void title_line_draw(struct surface *surface, struct rectangle area, struct bytes title,
                     struct bytes position);
