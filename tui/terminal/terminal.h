/*
 * The terminal as the app sees it. tui/terminal/curses.h is the real one; tests use one with scripted keys that keeps
 * what it was shown.
 */
#pragma once

#include "tui/keys/key.h"
#include "tui/keys/preferences.h"
#include "tui/widget/surface.h"

struct terminal {
    void (*size)(void *context, int *rows, int *columns);
    /* Waits for the next key. After `timeout_ms` it returns NAMED_NOTHING. */
    struct key (*next_key)(void *context, int timeout_ms);
    /*
     * Whether a key may already be there, or the last picture is still on its way to the terminal. Then it is too
     * early for the next picture, and a key will follow, NAMED_RESIZE if no other. NULL: not known.
     */
    bool (*is_busy)(void *context);
    /* Discards the pressed keys that were not read yet. Returns whether there were any. NULL: there never are. */
    bool (*drop_keys)(void *context);
    /*
     * The pasted text of the last NAMED_PASTE: one line without control characters, valid until the next key. NULL:
     * the terminal has no such key.
     */
    struct bytes (*pasted)(void *context);
    /* Whether the next key is NAMED_STOP. For code that waits for something other than a key. NULL: it never is. */
    bool (*shall_end)(void *context);
    void (*present)(void *context, const struct surface *surface);
    /* Turns the mouse on or off. On: clicks and the wheel are keys. Off: the terminal's own selection works. */
    void (*set_mouse)(void *context, bool on);
    /* Changes the theme from the next picture on. */
    void (*set_theme)(void *context, enum theme theme);
    /* Asks the terminal to put the text on the user's clipboard. False: it can't, or the text is too long. */
    bool (*copy)(void *context, struct bytes text);
    /* The terminal has neither braille nor block characters: plots are drawn with ASCII. */
    bool ascii;
    void *context;
};
