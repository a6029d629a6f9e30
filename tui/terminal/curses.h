/*
 * The real terminal. This is the only part of assay that knows curses, which reads the keys and keeps the terminal
 * modes. tui/terminal/paint.h decides what is drawn.
 *
 * $TERM names the terminal type. terminfo knows its colours and sequences; if this machine's terminfo lacks the type,
 * a similar type is used (tui/terminal/terminfo.c). tui/terminal/charset.h knows the type's characters.
 *
 * The terminal belongs to the whole process, so only one can be open at a time. It handles the signals that concern
 * it (tui/terminal/signals.h) and turns them into NAMED_STOP and NAMED_RESIZE; after the process was stopped, it
 * draws again. A crash or a failed assertion restores the terminal before the process ends (tui/terminal/crash.h).
 */
#pragma once

#include "core/base/err.h"
#include "tui/terminal/terminal.h"
#include "tui/terminal/theme.h"

#include <stdio.h>

struct curses_options {
    const char *type; /* $TERM; may be NULL */
    FILE *input;      /* input and output are both the terminal */
    FILE *output;
    enum theme theme;
    /* replace the theme by the one for the terminal's background, if the terminal reports it soon */
    bool asks_background;
    bool ascii;   /* draw only ASCII, whatever the type: the terminal does not use UTF-8 */
    bool mouse;   /* clicks and the wheel are keys until set_mouse changes that */
    bool in_tmux; /* $TERM may be "screen" in tmux too, but tmux takes requests unwrapped */
};

struct curses;

/* Whether the terminal can show the app. ERR_USAGE: it can't; the text says why and what to do. */
MUST_CHECK bool curses_can_show(const struct curses_options *options, struct err *err);

/* Takes over the terminal. LC_CTYPE must already be set to a UTF-8 locale. */
MUST_CHECK bool curses_open(struct curses **out, const struct curses_options *options, struct err *err);

/* Restores the terminal to its previous state. NULL is allowed. */
void curses_close(struct curses *curses);

/* The theme that was asked for, or the one that suits the background. */
enum theme curses_theme(const struct curses *curses);

/* The app's interface to the terminal, valid until curses_close. */
struct terminal curses_terminal(struct curses *curses);
