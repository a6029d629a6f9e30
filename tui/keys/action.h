/*
 * The actions of keys. Rows of key tables (tui/keys/keymap.h) name them; screens and widgets carry them out.
 */
#ifndef ASSAY_TUI_KEYS_ACTION_H
#define ASSAY_TUI_KEYS_ACTION_H

#include "tui/keys/keymap.h"

/* The first ones mean the same on every screen; those of one screen begin at ACTION_OWN. */
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
    ACTION_ERASE, /* from here on, a line that is typed: tui/widget/line_edit.h */
    ACTION_ERASE_NEXT,
    ACTION_CURSOR, /* the row's first key goes left, the second right; so in the next five */
    ACTION_CURSOR_WORD,
    ACTION_CURSOR_ENDS,
    ACTION_CUT_WORD,
    ACTION_CUT,
    ACTION_RECALL,
    ACTION_PUT,
    ACTION_HELP,
    ACTION_GUIDE,
    ACTION_SETTINGS,
    ACTION_SCORES,
    ACTION_OPEN_RUN,
    ACTION_QUESTIONS,
    ACTION_ANSWERS,    /* one's own */
    ACTION_CANDIDATES, /* of the question in hand, or of the one that is selected */
    ACTION_ANNOTATORS,
    ACTION_BOARD, /* of who leads */
    ACTION_CONTRADICTIONS,
    ACTION_REASON, /* of the last vote: each of the row's keys is one */
    ACTION_THEME,  /* the next one; remembered */
    ACTION_MOUSE,  /* leave the mouse to the terminal, or take it again */
    ACTION_QUIT,
    ACTION_OWN,
};

enum { WHEEL_LINES = 3 }; /* lines or rows that a notch of the wheel goes */

#endif
