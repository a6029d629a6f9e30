/*
 * Screens. A screen is a model and a few functions on it: `fill` reads what it
 * shows, `update` changes the model and says what the app shall do (an effect),
 * `arrange` fits it into a size, `draw` paints it. But for `fill` and `reread`, none
 * of them touches the store, the clock or the terminal, so a screen can be driven
 * and seen without any.
 *
 * A screen is a file and a row of tui/screens/screens.h. Its keys are rows of tables (tui/keys/keymap.h).
 */
#ifndef ASSAY_TUI_SCREENS_SCREEN_H
#define ASSAY_TUI_SCREENS_SCREEN_H

#include "tui/keys/action.h"
#include "tui/keys/effect.h"
#include "tui/screens/desk.h"
#include "tui/screens/legend.h"
#include "tui/widget/surface.h"

struct screen {
    /* The action that goes to it from anywhere; ACTION_UNBOUND: none does. */
    enum action_name opened_by;
    /* Of its model, which begins as {0}. */
    size_t model_size;
    /* Called when it is opened. It fails when there is nothing to show, or it can't be read. */
    bool (*fill)(void *model, const struct desk *desk, const struct location *location, struct err *err);
    /* Reads the same anew, once somebody else has written. NULL: nobody else changes what it shows. */
    bool (*reread)(void *model, const struct desk *desk, struct err *err);
    /* Whether it waits for what a thread reads. NULL: it never does. */
    bool (*awaits)(const void *model);
    /* Then called again and again while no key is pressed: takes over what was read, once it is. */
    bool (*take_awaited)(void *model, struct err *err);
    /* The remark while it is filled from a large database; NULL: this never takes long. */
    const char *wait;
    /* It shows the scores, which go on by themselves: it is filled again before it is drawn. */
    bool follows_scores;
    /* And how they came about, which is read for it. */
    bool shows_history;
    /* All of its tables, for the help screen; NULL ends the list. */
    const struct key_table *const *tables;
    /* Explanations of its words and signs, also for the help; NULL: it needs none. */
    const struct legend_row *legend;
    /* The table that is in force. */
    const struct key_table *(*keys)(const void *model);
    /* Whether the key bar shall offer the action now; NULL: it offers all. */
    bool (*offers)(const void *model, struct action action);
    struct effect (*update)(void *model, struct action action);
    /* Whether the action only moves what is read, and asks nothing: also done while something is waited for. NULL: none is. */
    bool (*only_moves)(const void *model, struct action action);
    /* Called before each draw: the screen's part of the window is this one. */
    void (*arrange)(void *model, struct rectangle area);
    void (*draw)(const void *model, struct surface *surface);
    /* Its part of the window begins with the header's row, in which it leaves so many columns at the end to the progress. Called
     * before arrange. NULL: the header stands above it. */
    void (*share_header)(void *model, int columns);
    /*
     * Adds what the status line shall say now in place of remarks (a question
     * that a key answers, a text that is typed) and returns true; *cursor: before
     * which of its bytes the user types, or NO_CURSOR. NULL: this screen never asks.
     */
    bool (*prompt)(const void *model, struct buffer *text, size_t *cursor);
    /* Adds what is said in the status line where nothing else is; it may name keys by KEY_OF. NULL: nothing ever is. */
    void (*hint)(const void *model, struct buffer *text);
    /* Called when it is left: gives back what takes much memory. NULL: nothing does. */
    void (*leave)(void *model);
    /* Frees what the model holds; {0} holds nothing. NULL: no model of it holds anything. */
    void (*release)(void *model);
};

#endif
