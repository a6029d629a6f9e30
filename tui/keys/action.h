/*
 * The actions of keys. The rows of key tables (tui/keys/keymap.h) name them; screens and widgets carry them out.
 */
#pragma once

#include "tui/keys/keymap.h"

/* Actions that mean the same on every screen come first. A screen's own actions begin at ACTION_OWN. */
enum action_name {
    ACTION_UNBOUND = KEY_UNBOUND, /* no row has the key */
    ACTION_TYPE = KEY_TYPED,      /* a character typed where text is entered */
    ACTION_LINE,                  /* scroll: the row's first key up, the others down; also for the next two */
    ACTION_PAGE,
    ACTION_ENDS,
    ACTION_BACK,
    ACTION_CHOOSE, /* open the selected row of a list */
    ACTION_CLICK,  /* the mouse: on a row of a list or on the title of a column */
    ACTION_WHEEL,  /* scroll by WHEEL_LINES: the row's first key up, the other down */
    ACTION_SORT,   /* in a list: the row's first key takes the next column, the second reverses the order */
    ACTION_FILTER, /* start typing a text that filters a list or page */
    ACTION_FILTER_KEEP,
    ACTION_ERASE, /* from here on, editing a typed line: tui/widget/line_edit.h */
    ACTION_ERASE_NEXT,
    ACTION_CURSOR, /* the row's first key goes left, the second right; also for the next five */
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
    ACTION_ANSWERS,    /* the annotator's own */
    ACTION_CANDIDATES, /* of the question in hand or the selected question */
    ACTION_ANNOTATORS,
    ACTION_BOARD, /* for the project lead */
    ACTION_CONTRADICTIONS,
    ACTION_REASON, /* of the last vote; each key of the row gives one reason */
    ACTION_THEME,  /* take the next theme and remember it */
    ACTION_MOUSE,  /* release the mouse to the terminal, or capture it again */
    ACTION_QUIT,
    ACTION_OWN,
};

enum { WHEEL_LINES = 3 }; /* lines or rows per notch of the wheel */
