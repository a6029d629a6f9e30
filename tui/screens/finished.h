/*
 * The screen without a ballot for the annotator: everything is done, the rest is for others, a judge has judged everything, or
 * no question has candidates yet; and what to do next.
 */
#ifndef ASSAY_TUI_SCREENS_FINISHED_H
#define ASSAY_TUI_SCREENS_FINISHED_H

#include "core/store/labelling/status.h"
#include "tui/screens/screens.h"

/* A plain value; finished_show fills it. */
struct finished_model {
    struct progress progress;
    int64_t left_out; /* questions that are not in the sample */
    int64_t own_votes;
    bool is_lead;
    bool has_reasons;
    bool is_judge; /* of what annotators disagree on */
    const struct keymap *keymap;
    struct bytes database_path; /* as the commands that are suggested name it */
    const struct scoreboard *scores;
    const struct decider *decider; /* NULL: nothing was to be decided */
    struct rectangle area;
    struct rectangle scores_area;
};

#endif
