/*
 * An effect says what the app must do after a key. A screen's `update` returns it, and tui/app/effects.c carries it
 * out.
 */
#pragma once

#include "core/judge/addition.h"
#include "core/store/settings.h"
#include "tui/keys/preferences.h"

struct screen; /* defined in tui/screens/screen.h */

/* A screen and what it shows. Paths end with a NUL that their size does not count. */
struct location {
    const struct screen *screen;
    int64_t question_id;    /* for a screen about a question; 0: the question in hand */
    size_t run;             /* for a screen about a run: its number on the scoreboard */
    struct bytes path;      /* for a screen about a folder */
    struct bytes annotator; /* for a screen about an annotator */
    size_t step;            /* for a screen with several steps */
    enum setting setting;   /* for the settings screen: if `value` is given, it is typed for this setting */
    struct bytes value;
    bool tries_value; /* also show what the value would change */
};

/* Each kind names the member of struct effect that it uses. */
enum effect_kind {
    EFFECT_NONE,
    EFFECT_REMARK,      /* show `remark` in the status line */
    EFFECT_ACT,         /* do `act` on the ballot in hand */
    EFFECT_ASK_TIED,    /* the screen asks for the rest of an answer; nothing is to be done */
    EFFECT_KEEP_NOTE,   /* keep `note`, typed for the ballot in hand; show `remark` if it is set */
    EFFECT_KEEP_MARK,   /* keep `mark`, made on the ballot in hand; show `remark` */
    EFFECT_GO_BESIDE,   /* show the ballot of the last vote, for an addition of kind `beside` */
    EFFECT_ADD,         /* store `addition` with the last vote and go back to the ballot in hand */
    EFFECT_LEAVE_VOTE,  /* go back to the ballot in hand; show `remark` if it is set */
    EFFECT_GIVE_REASON, /* give the last vote reason number `reason` (from 0) of the reasons that are set */
    EFFECT_COPY,        /* copy `copy` to the user's clipboard */
    EFFECT_KEEP_PREFERENCE, /* keep `preference`, which the user chose; show `remark` */
    EFFECT_NEXT_THEME,      /* take the next theme and say which */
    EFFECT_SWITCH_MOUSE,    /* on or off, and say so */
    EFFECT_CHANGE_SETTING,  /* change `setting` in the database */
    EFFECT_OPEN,            /* go to `open`; if that screen is shown already, go back */
    EFFECT_CLOSE,           /* go back to the previous screen */
    EFFECT_PRESS,           /* go back to the previous screen and do there what the key `press` does */
    EFFECT_TAKE_QUESTION,   /* go to `question_id` to label it */
    EFFECT_REFILL,          /* fill the shown screen again for the location `open`, except for its screen */
    EFFECT_ADD_RUN,         /* score the run in the file `path` */
    EFFECT_REMOVE_RUN,      /* stop scoring run number `run` */
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
            struct bytes value; /* also ends with a NUL */
        } setting;
    };
    bool is_of_window;        /* `remark` holds only for the present window size */
    char remark[REMARK_SIZE]; /* outside the union, because some effects come with a remark */
};

/* An effect that only shows a remark. The text may name keys with KEY_OF. */
struct effect effect_remark(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Returns the effect with a remark that holds only for the present window size: another size deletes it. */
struct effect effect_of_window(struct effect effect);
/* The remark at the end of a list or text: nothing more above (`nth` is 0) or below. */
struct effect effect_at_end(int nth);
struct effect effect_open(const struct screen *screen);

extern const struct effect no_effect;
