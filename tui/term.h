/*
 * The real terminal: the only part of assay that knows curses.
 *
 * The terminal is a thing of the whole process, so there is one at a time, and
 * it takes the signals that concern it: SIGINT, SIGTERM, SIGQUIT and SIGHUP
 * become NAMED_STOP, SIGWINCH becomes NAMED_RESIZE, SIGTSTP gives the terminal
 * back, stops the process, and draws again when it goes on. A bug gives the
 * terminal back before it aborts.
 */
#ifndef ASSAY_TUI_TERM_H
#define ASSAY_TUI_TERM_H

#include "core/base/err.h"
#include "tui/terminal.h"
#include "tui/theme.h"

#include <stdio.h>

struct term_options {
    const char *type; /* $TERM; may be NULL */
    FILE *input;      /* both are the terminal */
    FILE *output;
    enum theme theme;
    bool mouse;   /* clicks and the wheel are keys, until set_mouse says otherwise */
    bool in_tmux; /* tmux calls itself a screen too ($TERM), but takes requests as they are */
};

struct term;

/*
 * Takes the terminal over. LC_CTYPE must be set to a UTF-8 locale before.
 * ERR_USAGE: the terminal can't show the app, and the text says what to do.
 */
bool term_open(struct term **out, const struct term_options *options, struct err *err)
    __attribute__((warn_unused_result));

/* Gives the terminal back as it was. NULL is fine. */
void term_close(struct term *term);

/* The app's view of it, valid until it is closed. */
struct terminal term_terminal(struct term *term);

#endif
