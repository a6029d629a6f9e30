/*
 * The slices: what a run scores on the questions that have the same in a field, for each field of the questions.
 */
#ifndef ASSAY_TUI_SCREENS_SLICES_H
#define ASSAY_TUI_SCREENS_SLICES_H

#include "core/metric/statistics/estimate.h"
#include "core/metric/slices.h"
#include "tui/screens/list_screen.h"

enum slices_column {
    SLICES_FIELD,
    SLICES_NAME,
    SLICES_QUESTIONS,
    SLICES_VALUE,
    SLICES_BASELINE, /* not there without one; so the next */
    SLICES_DIFFERENCE,
    SLICES_INTERVAL, /* of the difference, or without a baseline of the value */
    SLICES_COUNT,
};

struct slices_row {
    struct bytes field;
    struct slice slice; /* of the questions that take part */
    double value;
    double baseline;
    struct estimate interval; /* only its ends; NAN where there is none */
};

/* {0} and the screen's `fill` make it, its `release` ends it. */
struct slices_model {
    struct list_screen screen; /* first */
    struct slices_row *rows;
    size_t n_rows;
    const struct measure *of; /* the scoreboard's */
    struct buffer title;
    struct buffer measure;
    struct list_column columns[SLICES_COUNT];
    enum slices_column shown[SLICES_COUNT]; /* which each of them is */
    size_t n_columns;
};

#endif
