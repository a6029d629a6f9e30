/*
 * The scores: the runs in rows, the measures in columns, the history of the
 * chosen measure below. One run can be the baseline that the others are compared with.
 */
#ifndef ASSAY_TUI_SCREENS_SCORES_H
#define ASSAY_TUI_SCREENS_SCORES_H

#include "core/base/bytes.h"
#include "core/store/labelling/status.h"
#include "live/history.h"
#include "tui/screens/screens.h"

/* {0}, its keymap and scores_show make it; the screen's `release` ends it. */
struct scores_model {
    const struct scoreboard *scores; /* NULL without runs */
    const struct history *history;   /* NULL: not known (yet) */
    struct progress progress;
    bool has_strata;
    struct buffer strata; /* how much of each is labelled; empty where none are set */
    const struct keymap *keymap;
    bool ascii; /* the plot is drawn with letters */
    size_t run; /* the selected one */
    size_t measure;
    bool has_baseline;
    size_t baseline;
    bool is_plot_large;
    size_t top;  /* the first run in sight */
    size_t left; /* the first measure */
    struct rectangle area;
};

#endif
