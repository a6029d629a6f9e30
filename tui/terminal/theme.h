/*
 * Themes: the look of each style, depending on the number of colours of the terminal. This file only has tables and
 * arithmetic; tui/terminal/curses.c passes the numbers to the terminal.
 *
 * A style leaves the background to the terminal unless it needs its own. Text has a contrast of at least 4.5 to 1
 * (WCAG 2.1, 1.4.3) on every background from black to #303030 (dark) or from white to #e8e8e8 (light); a test
 * computes it. The "dim" attribute is not used, because terminals differ in how dark it is.
 *
 * No meaning depends on colour alone: styles whose difference has a meaning also differ in their attributes or in
 * having a background.
 */
#pragma once

#include "tui/keys/preferences.h"
#include "tui/text/style.h"

enum attribute {
    ATTRIBUTE_BOLD = 1,
    ATTRIBUTE_ITALIC = 2,
    ATTRIBUTE_UNDERLINE = 4,
    ATTRIBUTE_REVERSE = 8,
};

/* From this number of colours on, the number of a colour is its 0xRRGGBB. */
enum { COLOURS_DIRECT = 1 << 24, COLOUR_TERMINALS_OWN = -1 };

struct look {
    unsigned attributes; /* bits of enum attribute */
    int foreground;      /* the terminal's number of the colour, or COLOUR_TERMINALS_OWN */
    int background;
};

/*
 * How the style looks on a terminal with so many colours. With fewer than 8 colours it looks as in the monochrome
 * theme.
 */
struct look theme_look(enum theme theme, enum style style, int colours);

/*
 * Finds the theme for the terminal's background from the terminal's reply to OSC 11: "11;rgb:1e1e/1e1e/1e1e", with
 * one to four hex digits per colour, or "rgba:" with one more component. Returns false if the reply has another form.
 */
bool theme_for_background(struct bytes answer, enum theme *theme);

/* The 0xRRGGBB of one of xterm's 256 colours. */
uint32_t theme_palette(int number);
