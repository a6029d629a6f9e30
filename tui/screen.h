/*
 * Screens. A screen is a model and a few functions on it: `update` changes the
 * model and says what the app shall do (an effect), `arrange` fits it into a
 * size, `draw` paints it. None of them touches the store, the clock or the
 * terminal, so a screen can be driven and seen without any.
 *
 * A screen's keys are rows of tables. Dispatch, the key bar and the help screen
 * read the same rows: adding a key is adding a row.
 */
#ifndef ASSAY_TUI_SCREEN_H
#define ASSAY_TUI_SCREEN_H

#include "tui/key.h"
#include "tui/labelling.h"
#include "tui/surface.h"

/* --- Keys ----------------------------------------------------------------- */

/* What keys ask for. The first ones mean the same on every screen; those of one screen begin at ACTION_OWN. */
enum action_name {
    ACTION_UNBOUND, /* a key that no row has */
    ACTION_TYPE,    /* a character, where text is typed */
    ACTION_LINE,    /* scroll: the row's first key goes up, the others go down; so in the next two */
    ACTION_PAGE,
    ACTION_ENDS,
    ACTION_BACK,
    ACTION_HELP,
    ACTION_GUIDE,
    ACTION_QUIT,
    ACTION_OWN,
};

struct action {
    int name;       /* enum action_name, or the screen's own */
    int nth;        /* which of its row's keys was pressed, from 0 */
    struct key key; /* for ACTION_UNBOUND and ACTION_TYPE */
};

enum { KEY_ROW_KEYS_MAX = 4 };

struct key_row {
    char32_t keys[KEY_ROW_KEYS_MAX]; /* 0 ends the list */
    int action;
    int in_bar;       /* how many of the keys the key bar shows; 0: the row is not in it */
    int rank;         /* in the key bar: 1 is the last to go when it gets narrow */
    const char *name; /* in the key bar, one to three words */
    const char *help; /* in the help screen, one sentence without a full stop */
};

struct key_table {
    const char *title; /* the heading in the help screen */
    bool takes_text;   /* characters are typed into a text */
    const struct key_row *rows;
    size_t n_rows;
};

/* What the key asks for in this table. */
struct action key_table_action(const struct key_table *table, struct key key);

/* Adds the first `count` keys of the row, "1 2 3". */
void key_row_add_labels(const struct key_row *row, int count, struct buffer *text);

/* --- Screens -------------------------------------------------------------- */

enum screen_name { SCREEN_LABEL, SCREEN_FINISHED, SCREEN_GUIDE, SCREEN_HELP, SCREEN_COUNT };

enum effect_kind {
    EFFECT_NONE,
    EFFECT_REMARK, /* say `remark` in the status line */
    EFFECT_ANSWER, /* give `answer` */
    EFFECT_OPEN,   /* go to the screen `open` */
    EFFECT_CLOSE,  /* go back to the screen before */
    EFFECT_QUIT,
};

enum { REMARK_SIZE = 256 };

struct effect {
    enum effect_kind kind;
    struct answer answer;
    enum screen_name open;
    char remark[REMARK_SIZE];
};

struct effect effect_remark(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* What actions that mean the same on every screen do: help, guide, quit; and what an unbound key is told. */
struct effect effect_common(struct action action);

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
};

#endif
