/*
 * The end of a session: what was done in it, and which answers were so quick that one may want to look at them again.
 */
#ifndef ASSAY_TUI_SCREENS_CARD_H
#define ASSAY_TUI_SCREENS_CARD_H

#include "core/judge/annotator.h"
#include "core/store/labelling/answers.h"
#include "tui/screens/screens.h"

/* {0} and its screen's `fill` make it; the screen's `release` ends it. */
struct card_model {
    struct session_sum sum;
    struct repeats repeats;                            /* all = 0: there is nothing to say of them */
    struct arena arena;                                /* of: */
    const struct own_answer *quick[SESSION_QUICK_MAX]; /* those of sum.quick */
    size_t selected;
    bool asks; /* whether the selected one shall be taken back: the next key says */
    const struct keymap *keymap;
    struct rectangle area;
};

#endif
