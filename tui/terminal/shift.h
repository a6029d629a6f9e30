/*
 * Finds parts of the screen that have only moved up or down. The terminal can move them with a few bytes; drawing
 * them again would take thousands.
 */
#pragma once

#include "tui/widget/surface.h"

/*
 * Returns by how many rows the content of the area has moved up from `shown` to `wanted`, negative for down. 0:
 * moving it would save little or nothing. Both surfaces have the same size.
 */
int shift_find(const struct surface *shown, const struct surface *wanted, struct rectangle area);
