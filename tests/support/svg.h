/*
 * A surface as a picture, as a terminal with the theme's true colours shows it.
 */
#pragma once

#include "tui/terminal/theme.h"
#include "tui/widget/surface.h"

/* Appends an SVG document. */
void svg_add_surface(const struct surface *surface, enum theme theme, struct buffer *svg);
