/*
 * One's own answers, the newest first: to look at, and to change one of them.
 */
#ifndef ASSAY_TUI_SCREENS_ANSWERS_H
#define ASSAY_TUI_SCREENS_ANSWERS_H

#include "core/store/labelling/answers.h"
#include "tui/screens/list_screen.h"

/* {0} and its screen's `fill` make it; the screen's `release` ends it. */
struct answers_model {
    struct list_screen screen; /* first */
    const struct own_answer *answers;
    size_t n_answers;
};

#endif
