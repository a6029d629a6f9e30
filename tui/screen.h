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

#include "core/store/settings.h"
#include "tui/config.h"
#include "tui/labelling.h"
#include "tui/surface.h"

/* --- Actions -------------------------------------------------------------- */

/* What keys ask for. The first ones mean the same on every screen; those of one screen begin at ACTION_OWN. */
enum action_name {
    ACTION_UNBOUND = KEY_UNBOUND, /* a key that no row has */
    ACTION_TYPE = KEY_TYPED,      /* a character, where text is typed */
    ACTION_LINE, /* scroll: the row's first key goes up, the others go down; so in the next two */
    ACTION_PAGE,
    ACTION_ENDS,
    ACTION_BACK,
    ACTION_CHOOSE, /* open what is selected in a list */
    ACTION_CLICK,  /* a list: the mouse, on a row or on a column's title */
    ACTION_WHEEL,  /* by WHEEL_LINES: the row's first key goes up, the other one down */
    ACTION_SORT,   /* a list: the row's first key takes the next column, the second turns the order round */
    ACTION_FILTER, /* begin to type what a list or a page shall be confined to */
    ACTION_FILTER_KEEP,
    ACTION_ERASE,
    ACTION_HELP,
    ACTION_GUIDE,
    ACTION_SETTINGS,
    ACTION_SCORES,
    ACTION_OPEN_RUN,
    ACTION_QUESTIONS,
    ACTION_CANDIDATES, /* of the question in hand, or of the one that is selected */
    ACTION_ANNOTATORS,
    ACTION_MOUSE, /* leave the mouse to the terminal, or take it again */
    ACTION_QUIT,
    ACTION_OWN,
};

enum { WHEEL_LINES = 3 }; /* lines or rows that a notch of the wheel goes */

/* --- Screens -------------------------------------------------------------- */

enum screen_name {
    SCREEN_LABEL,
    SCREEN_FINISHED,
    SCREEN_GUIDE,
    SCREEN_HELP,
    SCREEN_SCORES,
    SCREEN_RUN,
    SCREEN_RANKING,
    SCREEN_OPEN_RUN,
    SCREEN_QUESTIONS,
    SCREEN_CANDIDATES,
    SCREEN_CANDIDATE,
    SCREEN_ANNOTATORS,
    SCREEN_SETTINGS,
    SCREEN_COUNT
};

/* A screen and what it is opened on. */
struct place {
    enum screen_name screen;
    int64_t question_id; /* where the screen is about a question; 0: the one in hand */
    size_t run;          /* where it is about a run: its number on the scoreboard */
};

enum effect_kind {
    EFFECT_NONE,
    EFFECT_REMARK,        /* say `remark` in the status line */
    EFFECT_ACT,           /* do `act` to the ballot in hand */
    EFFECT_COPY,          /* put `copy` on the user's clipboard */
    EFFECT_CONFIG,        /* the user chose `value` for `option`; say `remark` */
    EFFECT_MOUSE,         /* switch it over, and say so */
    EFFECT_SETTING,       /* give `setting` the value `setting_value` */
    EFFECT_OPEN,          /* go to `open`; from that screen itself: back */
    EFFECT_CLOSE,         /* go back to the screen before */
    EFFECT_TAKE_QUESTION, /* go to `question_id` to label it */
    EFFECT_FOLDER,        /* look into the folder `path` */
    EFFECT_ADD_RUN,       /* score the run in the file `path` */
    EFFECT_REMOVE_RUN,    /* score run number `open.run` no more */
    EFFECT_QUIT,
};

enum { REMARK_SIZE = 256 };

struct effect {
    enum effect_kind kind;
    struct act act;
    struct bytes copy;
    struct place open;
    struct bytes path; /* terminated by a NUL that its size does not count */
    enum option_name option;
    int value; /* its place in the option's list */
    enum setting setting;
    struct bytes setting_value;
    int64_t question_id;
    char remark[REMARK_SIZE];
};

/* May name keys by KEY_OF. */
struct effect effect_remark(const char *format, ...) __attribute__((format(printf, 1, 2)));
struct effect effect_open(enum screen_name screen);

/* What actions that mean the same on every screen do (open the help, a list …, quit), and what an unbound key is told. */
struct effect effect_common(struct action action);

extern const struct effect no_effect;

/* The screen that the action goes to; false: it goes to none. */
bool action_goes_to(int action, enum screen_name *screen);

/*
 * The keys that go from screen to screen, for the end of a screen's table (`also`);
 * the same with the one that opens a run, where lists leave `o` free.
 */
extern const struct key_table going_table;
extern const struct key_table going_and_loading_table;

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
