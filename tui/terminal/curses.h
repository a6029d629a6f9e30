/*
 * The real terminal: the only part of assay that knows curses, which reads the keys and keeps the modes. tui/terminal/paint.h
 * decides what is drawn.
 *
 * $TERM says what the terminal is: terminfo its colours and sequences, and where
 * this machine's does not know it, that of a terminal that does for it
 * (tui/terminal/terminfo.c); tui/terminal/charset.h its characters.
 *
 * The terminal is a thing of the whole process, so there is one at a time, and
 * it takes the signals that concern it (tui/terminal/signals.h): NAMED_STOP and
 * NAMED_RESIZE come of them; after a stop it draws again. A crash or a bug gives
 * the terminal back before it ends the process (tui/terminal/crash.h).
 */
#ifndef ASSAY_TUI_TERMINAL_CURSES_H
#define ASSAY_TUI_TERMINAL_CURSES_H

#include "core/base/err.h"
#include "tui/terminal/terminal.h"
#include "tui/terminal/theme.h"

#include <stdio.h>

struct curses_options {
    const char *type; /* $TERM; may be NULL */
    FILE *input;      /* both are the terminal */
    FILE *output;
    enum theme theme;
    bool asks_background; /* the theme is the one for the terminal's background, where it tells that soon */
    bool ascii;   /* draw nothing else, whatever the type: the terminal takes other bytes than UTF-8 has */
    bool mouse;   /* clicks and the wheel are keys, until set_mouse says otherwise */
    bool in_tmux; /* tmux calls itself a screen too ($TERM), but takes requests as they are */
};

struct curses;

/* Whether the terminal can show the app. ERR_USAGE: it can't, and the text says why and what to do. */
bool curses_can_show(const struct curses_options *options, struct err *err)
    __attribute__((warn_unused_result));

/* Takes the terminal over. LC_CTYPE must be set to a UTF-8 locale before. */
bool curses_open(struct curses **out, const struct curses_options *options, struct err *err)
    __attribute__((warn_unused_result));

/* Gives the terminal back as it was. NULL is fine. */
void curses_close(struct curses *curses);

/* The one that was asked for, or that goes with the background. */
enum theme curses_theme(const struct curses *curses);

/* The app's view of it, valid until it is closed. */
struct terminal curses_terminal(struct curses *curses);

#endif
