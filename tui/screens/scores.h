/*
 * The scores: one row per run, one column per measure, and below them the history of the selected measure. One run
 * can be the baseline for the others.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/store/labelling/status.h"
#include "live/history.h"
#include "tui/screens/screens.h"

/* Made by {0}, its keymap and scores_show; freed by the screen's `release`. */
struct scores_model {
    const struct scoreboard *scores; /* NULL: there are no runs */
    const struct history *history;   /* NULL: not known, or not yet */
    struct progress progress;
    bool has_strata;
    struct buffer strata; /* how much of each stratum is labelled; empty if no strata are set */
    const struct keymap *keymap;
    bool ascii; /* the plot is drawn with letters */
    size_t run; /* the selected run */
    size_t measure;
    bool has_baseline;
    size_t baseline;
    bool is_plot_large;
    size_t top;  /* the first visible run */
    size_t left; /* the first visible measure */
    struct rectangle area;
};
