/*
 * Themes: what each style of a cell looks like, by how many colours the
 * terminal has. Pure tables and sums; tui/terminal/curses.c hands the numbers to the terminal.
 *
 * The background is left to the terminal wherever a style can do without its own. Text has a contrast of at least 4.5 to 1
 * (WCAG 2.1, 1.4.3) on any background from black to #303030 (dark) or from white to #e8e8e8 (light); a test computes it. The
 * "dim" attribute is not used: how dark it is, is every terminal's own idea.
 *
 * Nothing is said by colour alone: styles whose difference has a meaning
 * differ in their attributes too, or in having a background.
 */
#ifndef ASSAY_TUI_TERMINAL_THEME_H
#define ASSAY_TUI_TERMINAL_THEME_H

#include "tui/keys/preferences.h"
#include "tui/text/style.h"

enum attribute {
    ATTRIBUTE_BOLD = 1,
    ATTRIBUTE_ITALIC = 2,
    ATTRIBUTE_UNDERLINE = 4,
    ATTRIBUTE_REVERSE = 8,
};

/* From so many colours on, a colour's number is its 0xRRGGBB. */
enum { COLOURS_DIRECT = 1 << 24, COLOUR_TERMINALS_OWN = -1 };

struct look {
    unsigned attributes; /* of enum attribute */
    int foreground;      /* the number by which the terminal knows the colour, or COLOUR_TERMINALS_OWN */
    int background;
};

/* How the style looks on a terminal with so many colours; with fewer than 8, as in monochrome. */
struct look theme_look(enum theme theme, enum style style, int colours);

/*
 * The theme for a background, by what a terminal answers that is asked for it
 * (OSC 11): "11;rgb:1e1e/1e1e/1e1e", of each colour one to four hex digits, perhaps
 * "rgba:" with one colour more. False: it says something else.
 */
bool theme_for_background(struct bytes answer, enum theme *theme);

/* The 0xRRGGBB of one of xterm's 256 colours. */
uint32_t theme_palette(int number);

#endif
