/*
 * The functions of a terminal that the app needs. tui/terminal/curses.h is the real terminal; tests have one with scripted keys
 * that keeps what it was shown.
 */
#ifndef ASSAY_TUI_TERMINAL_TERMINAL_H
#define ASSAY_TUI_TERMINAL_TERMINAL_H

#include "tui/keys/key.h"
#include "tui/keys/preferences.h"
#include "tui/widget/surface.h"

struct terminal {
    void (*size)(void *context, int *rows, int *columns);
    /* Waits for the next key, at most so long: then it is NAMED_NOTHING. */
    struct key (*next_key)(void *context, int timeout_ms);
    /*
     * Whether a key may be there already, or what was presented last is still on its
     * way: then it is too early for the next picture, and a key follows, NAMED_RESIZE
     * if no other. NULL: not known.
     */
    bool (*is_busy)(void *context);
    /* Forgets the keys that were pressed and not asked for yet; whether there were any. NULL: there never are. */
    bool (*drop_keys)(void *context);
    /*
     * The text behind the NAMED_PASTE that came last: one line without control
     * characters, until the next key. NULL: there is no such key.
     */
    struct bytes (*pasted)(void *context);
    /* Whether the next key is NAMED_STOP: for what waits for something else than a key. NULL: it never is. */
    bool (*shall_end)(void *context);
    void (*present)(void *context, const struct surface *surface);
    /* Whether clicks and the wheel are keys; off, the terminal's own selection works. */
    void (*set_mouse)(void *context, bool on);
    /* From the next picture on. */
    void (*set_theme)(void *context, enum theme theme);
    /* Asks the terminal to put the text on the user's clipboard. False: it can't, or the text is too long. */
    bool (*copy)(void *context, struct bytes text);
    /* It has neither braille nor blocks: what is more than lines of text is drawn with ASCII. */
    bool ascii;
    void *context;
};

#endif
