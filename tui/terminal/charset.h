/*
 * The characters that a terminal can show, and substitutes for those that it can't. The terminal type ($TERM)
 * decides: a terminal can't be asked.
 */
#pragma once

#include "tui/widget/surface.h"

enum charset {
    CHARSET_UNICODE, /* all of Unicode, with combining marks and wide characters */
    CHARSET_CONSOLE, /* the Linux console: a few hundred narrow characters, no marks, no heavy lines */
    CHARSET_ASCII,   /* vt100, vt220, ansi and similar terminals */
};

enum charset charset_of(const char *terminal_type);

/*
 * Returns the glyph to draw in place of `glyph`, which is `width` columns wide. The result may be narrower. '?'
 * stands for characters that can't be shown.
 */
struct glyph charset_glyph(enum charset charset, const struct glyph *glyph, int width);
