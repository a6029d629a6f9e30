/*
 * Screens. A screen is a model and a few functions on it: `fill` reads the data that it shows, `update` changes the
 * model and returns what the app must do (an effect), `arrange` fits it into a size, and `draw` paints it. Apart
 * from `fill` and `reread`, no function touches the store, the clock or the terminal, so tests can run a screen
 * without them.
 *
 * A screen is a file and a row of tui/screens/screens.h. Its keys are rows of tables (tui/keys/keymap.h).
 */
#pragma once

#include "tui/keys/action.h"
#include "tui/keys/effect.h"
#include "tui/screens/desk.h"
#include "tui/screens/legend.h"
#include "tui/widget/surface.h"

struct screen {
    /* The action that opens the screen from anywhere. ACTION_UNBOUND: none does. */
    enum action_name opened_by;
    /* Size of its model, which begins as {0}. */
    size_t model_size;
    /* Called when the screen is opened. Fails if there is nothing to show, or if it can't be read. */
    bool (*fill)(void *model, const struct desk *desk, const struct location *location, struct err *err);
    /* Reads the same data again after another session has written. NULL: other sessions do not change what it shows. */
    bool (*reread)(void *model, const struct desk *desk, struct err *err);
    /* Whether the screen waits for data that a thread reads. NULL: it never does. */
    bool (*awaits)(const void *model);
    /* Called repeatedly while the screen waits and no key is pressed. Takes over the data once it has been read. */
    bool (*take_awaited)(void *model, struct err *err);
    /* The remark while the screen is filled from a large database. NULL: this never takes long. */
    const char *wait;
    /* The screen shows scores, which change by themselves: it is filled again before it is drawn. */
    bool follows_scores;
    /* It also shows the history of the scores, which is read for it. */
    bool shows_history;
    /* All key tables of the screen, for the help; NULL ends the list. */
    const struct key_table *const *tables;
    /* Explanations of its words and signs, also for the help. NULL: it needs none. */
    const struct legend_row *legend;
    /* The key table in force. */
    const struct key_table *(*keys)(const void *model);
    /* Whether the key bar should offer the action now. NULL: it offers all. */
    bool (*offers)(const void *model, struct action action);
    struct effect (*update)(void *model, struct action action);
    /*
     * Whether the action only moves the view: such actions are also done while the app waits for a server. NULL: none
     * is.
     */
    bool (*only_moves)(const void *model, struct action action);
    /* Called before each draw with the screen's part of the window. */
    void (*arrange)(void *model, struct rectangle area);
    void (*draw)(const void *model, struct surface *surface);
    /* For a screen whose part of the window begins in the header's row: the progress takes so many columns at the end
     * of that row. Called before arrange. NULL: the header is above the screen. */
    void (*share_header)(void *model, int columns);
    /*
     * If the screen asks something in the status line (a question answered by a key, or a text that is typed),
     * appends that text, which replaces remarks, and returns true. *cursor is the byte before which the user types,
     * or NO_CURSOR. NULL: this screen never asks.
     */
    bool (*prompt)(const void *model, struct buffer *text, size_t *cursor);
    /*
     * Appends the text for a status line that is otherwise empty. It may name keys with KEY_OF. NULL: there is no
     * such text.
     */
    void (*hint)(const void *model, struct buffer *text);
    /* Called when the user leaves the screen: frees what takes much memory. NULL: nothing does. */
    void (*leave)(void *model);
    /* Frees what the model holds; {0} holds nothing. NULL: its models hold nothing. */
    void (*release)(void *model);
};
