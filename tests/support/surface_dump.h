/* Cells as text that tests can compare. */
#pragma once

#include "tui/widget/surface.h"

/*
 * Appends the cells as text: one line for each row, ended by '|', then the same rows as style letters ('.' = normal,
 * the others as in style_letters).
 */
void surface_dump(const struct surface *surface, struct buffer *text);
