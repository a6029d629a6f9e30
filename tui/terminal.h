/*
 * What the app needs of a terminal. tui/term.h is the real one; a test has one
 * with scripted keys that keeps what it was shown.
 */
#ifndef ASSAY_TUI_TERMINAL_H
#define ASSAY_TUI_TERMINAL_H

#include "tui/key.h"
#include "tui/surface.h"

struct terminal {
    void (*size)(void *context, int *rows, int *columns);
    /* Waits for the next key, at most so long: then it is NAMED_NOTHING. */
    struct key (*next_key)(void *context, int timeout_ms);
    void (*present)(void *context, const struct surface *surface);
    void *context;
};

#endif
