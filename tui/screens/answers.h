/*
 * The annotator's own answers, the newest first: to look at them, and to change one.
 */
#pragma once

#include "core/store/labelling/answers.h"
#include "tui/screens/list_screen.h"

/* Made by {0} and the screen's `fill`; freed by the screen's `release`. */
struct answers_model {
    struct list_screen screen; /* must be the first member */
    const struct own_answer *answers;
    size_t n_answers;
};
