/*
 * The screen shown when there is no ballot for the annotator: everything is done, the rest is for others, a judge has
 * judged everything, or no question has candidates yet. It says what to do next.
 */
#pragma once

#include "core/store/labelling/status.h"
#include "tui/screens/screens.h"

/* Holds no memory of its own. */
struct finished_model {
    struct progress progress;
    int64_t left_out; /* questions outside of the sample */
    int64_t own_votes;
    bool is_lead;
    bool has_reasons;
    bool is_judge; /* judges what annotators disagree on */
    const struct keymap *keymap;
    struct bytes database_path; /* as it appears in suggested commands */
    const struct scoreboard *scores;
    const struct decider *decider; /* NULL: there was no decision to make */
    struct rectangle area;
    struct rectangle scores_area;
};
