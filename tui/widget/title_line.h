/*
 * The line above a page or a list: its title on the left, where the reader
 * stands on the right.
 */
#ifndef ASSAY_TUI_WIDGET_TITLE_LINE_H
#define ASSAY_TUI_WIDGET_TITLE_LINE_H

#include "tui/widget/surface.h"

/*
 * Adds where a reader of a text stands: "▼ 92 % more" at its beginning, "▲▼ 62 % more", "▲ end";
 * "▼" when nothing is in sight, nothing when all is. `below`: the share of the text that is below what is seen, from 0 to 1.
 */
void title_line_add_position(bool is_more_above, double below, struct buffer *text);

/* In the area's first row. `position` may be empty. */
void title_line_draw(struct surface *surface, struct rectangle area, struct bytes title,
                     struct bytes position);

#endif
