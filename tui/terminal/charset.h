/*
 * Which characters a terminal has, and what stands for those it has not. It is
 * the type ($TERM) that tells: no terminal can be asked.
 */
#ifndef ASSAY_TUI_TERMINAL_CHARSET_H
#define ASSAY_TUI_TERMINAL_CHARSET_H

#include "tui/widget/surface.h"

enum charset {
    CHARSET_UNICODE, /* all of Unicode, with marks and wide characters */
    CHARSET_CONSOLE, /* the Linux console: a few hundred characters of one column, no marks, no heavy lines */
    CHARSET_ASCII,   /* vt100, vt220, ansi and their like */
};

enum charset charset_of(const char *terminal_type);

/*
 * The sign for the glyph, `width` columns wide, on such a terminal. It may be narrower; '?' stands for what can't be shown.
 */
struct glyph charset_glyph(enum charset charset, const struct glyph *glyph, int width);

#endif
