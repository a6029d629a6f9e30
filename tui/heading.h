/*
 * The line above a page or a list: its title on the left, where the reader
 * stands on the right.
 */
#ifndef ASSAY_TUI_HEADING_H
#define ASSAY_TUI_HEADING_H

#include "tui/surface.h"

/* In the area's first row. `position` may be empty. */
void heading_draw(struct surface *surface, struct rectangle area, struct bytes title, struct bytes position);

#endif
