/*
 * The end of a session: what the annotator did in it, and the answers that were so quick that they may need a second
 * look.
 */
#pragma once

#include "core/judge/annotator.h"
#include "core/store/labelling/answers.h"
#include "tui/screens/screens.h"

/* Made by {0} and the screen's `fill`; freed by the screen's `release`. */
struct card_model {
    struct session_sum sum;
    /* all = 0: there were none, so nothing is shown about them */
    struct repeats repeats;
    struct arena arena;                                /* holds the following answers */
    const struct own_answer *quick[SESSION_QUICK_MAX]; /* the answers for sum.quick */
    size_t selected;
    bool asks; /* the next key says whether to undo the selected answer */
    const struct keymap *keymap;
    struct rectangle area;
};
