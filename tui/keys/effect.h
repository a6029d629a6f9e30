/*
 * An effect is what the app shall do after a key: a screen's `update` returns it, and tui/app/effects.c carries it out.
 */
#ifndef ASSAY_TUI_KEYS_EFFECT_H
#define ASSAY_TUI_KEYS_EFFECT_H

#include "core/judge/addition.h"
#include "core/store/settings.h"
#include "tui/keys/preferences.h"

struct screen; /* of tui/screens/screen.h */

/* A screen and what it is opened on. Paths are terminated by a NUL that their size does not count. */
struct location {
    const struct screen *screen;
    int64_t question_id;    /* of a screen about a question; 0: the one in hand */
    size_t run;             /* of a screen about a run: its number on the scoreboard */
    struct bytes path;      /* of a screen about a folder */
    struct bytes annotator; /* of a screen about an annotator */
    size_t step;            /* of a screen that has steps */
    enum setting setting;   /* of the settings: with a value, this one is typed there */
    struct bytes value;
    bool tries_value; /* and what it would change is shown */
};

/* Each says which member of struct effect it comes with. */
enum effect_kind {
    EFFECT_NONE,
    EFFECT_REMARK,      /* say `remark` in the status line */
    EFFECT_ACT,         /* do `act` to the ballot in hand */
    EFFECT_KEEP_NOTE,   /* keep `note`, which is typed to the ballot in hand; say `remark`, if there is one */
    EFFECT_KEEP_MARK,   /* keep `mark`, which is in the ballot in hand; say `remark` */
    EFFECT_GO_BESIDE,   /* show the last vote's ballot, to say something of kind `beside` */
    EFFECT_ADD,         /* say `addition` beside the last vote, and go back to the ballot in hand */
    EFFECT_LEAVE_VOTE,  /* go back to the ballot in hand; say `remark`, if there is one */
    EFFECT_GIVE_REASON, /* give the last vote reason number `reason` of those that are set, from 0 */
    EFFECT_COPY,        /* put `copy` on the user's clipboard */
    EFFECT_KEEP_PREFERENCE, /* keep `preference`, which the user chose; say `remark` */
    EFFECT_NEXT_THEME,      /* take the next theme, and say which */
    EFFECT_SWITCH_MOUSE,    /* on or off, and say so */
    EFFECT_CHANGE_SETTING,  /* change `setting` in the database */
    EFFECT_OPEN,            /* go to `open`; from that screen itself: back */
    EFFECT_CLOSE,           /* go back to the screen before */
    EFFECT_PRESS,           /* go back to the screen before, and do what the key `press` does there */
    EFFECT_TAKE_QUESTION,   /* go to `question_id` to label it */
    EFFECT_REFILL,          /* fill the screen that is shown anew, with what `open` says but for the screen */
    EFFECT_ADD_RUN,         /* score the run in the file `path` */
    EFFECT_REMOVE_RUN,      /* score run number `run` no more */
    EFFECT_QUIT,
};

enum { REMARK_SIZE = 256 };

struct effect {
    enum effect_kind kind;
    union {
        struct act act;
        struct bytes note;
        struct evidence_mark mark;
        enum addition_kind beside;
        struct addition addition;
        struct bytes copy;
        struct location open;
        struct bytes path;
        size_t run;
        size_t reason;
        char32_t press;
        int64_t question_id;
        struct {
            enum preference name;
            int value; /* its place in the preference's list of words */
        } preference;
        struct {
            enum setting name;
            struct bytes value; /* ends with a NUL, too */
        } setting;
    };
    bool is_of_window;        /* what `remark` says holds in a window of this size alone */
    char remark[REMARK_SIZE]; /* beside the union, so that what is chosen can be said as well */
};

/* May name keys by KEY_OF. */
struct effect effect_remark(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same, of what is seen in a window of this size: what it says goes with another one. */
struct effect effect_of_window(struct effect effect);
/* The remark at the end of a list or text: nothing more above (`nth` 0) or below. */
struct effect effect_at_end(int nth);
struct effect effect_open(const struct screen *screen);

extern const struct effect no_effect;

#endif
