/*
 * Finds parts of the screen that only moved up or down: the terminal can move them itself, which takes a few bytes; drawing
 * them takes thousands.
 */
#ifndef ASSAY_TUI_TERMINAL_SHIFT_H
#define ASSAY_TUI_TERMINAL_SHIFT_H

#include "tui/widget/surface.h"

/*
 * By how many rows what `shown` has in the area has moved up in `wanted`, below 0
 * down; 0: moving it would save little or nothing. Both have one size.
 */
int shift_find(const struct surface *shown, const struct surface *wanted, struct rectangle area);

#endif
