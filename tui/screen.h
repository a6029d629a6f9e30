/*
 * Screens. A screen is a model and a few functions on it: `update` changes the
 * model and says what the app shall do (an effect), `arrange` fits it into a
 * size, `draw` paints it. None of them touches the store, the clock or the
 * terminal, so a screen can be driven and seen without any.
 *
 * A screen's keys are rows of tables (tui/keymap.h). What fills the models: tui/app_screens.c.
 */
#ifndef ASSAY_TUI_SCREEN_H
#define ASSAY_TUI_SCREEN_H

#include "tui/action.h"
#include "tui/effect.h"
#include "tui/surface.h"

/* What actions that mean the same on every screen do (open the help, a list …, quit), and what an unbound key is told. */
struct effect effect_common(struct action action);

/* The screen that the action goes to; false: it goes to none. */
bool action_goes_to(int action, enum screen_name *screen);

struct screen {
    /* All of its tables, for the help screen; NULL ends the list. */
    const struct key_table *const *tables;
    /* The table that is in force. */
    const struct key_table *(*keys)(const void *model);
    /* Whether the key bar shall offer the action now. */
    bool (*offers)(const void *model, struct action action);
    struct effect (*update)(void *model, struct action action);
    /* Called before each draw: the screen's part of the window is this one. */
    void (*arrange)(void *model, struct rectangle area);
    void (*draw)(const void *model, struct surface *surface);
    /*
     * Adds what the status line shall say now in place of remarks (a question
     * that a key answers, a text that is typed) and returns true; *has_cursor:
     * the user types behind it. NULL: this screen never asks.
     */
    bool (*prompt)(const void *model, struct buffer *text, bool *has_cursor);
    /* Frees what the model holds; {0} holds nothing. NULL: no model of it holds anything. */
    void (*release)(void *model);
};

/* All screens: tui/screens.c. */
extern const struct screen *const screens[SCREEN_COUNT];

/* Table number `i` (from 0) of the tables of keys of all screens, each of them once; NULL: there is none. */
const struct key_table *screens_key_table(size_t i);

#endif
