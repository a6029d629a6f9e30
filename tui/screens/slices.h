/*
 * The slices: the scores of a run on the questions that have the same value of a field, for each field of the
 * questions.
 */
#pragma once

#include "core/metric/statistics/estimate.h"
#include "core/metric/slices.h"
#include "tui/screens/list_screen.h"

enum slices_column {
    SLICES_FIELD,
    SLICES_NAME,
    SLICES_QUESTIONS,
    SLICES_VALUE,
    SLICES_BASELINE, /* absent without a baseline, like the next */
    SLICES_DIFFERENCE,
    SLICES_INTERVAL, /* of the difference; without a baseline, of the value */
    SLICES_COUNT,
};

struct slices_row {
    struct bytes field;
    struct slice slice; /* of the questions that are scored */
    double value;
    double baseline;
    struct estimate interval; /* only its ends; NAN: none */
};

/* Made by {0} and the screen's `fill`; freed by the screen's `release`. */
struct slices_model {
    struct list_screen screen; /* must be the first member */
    struct slices_row *rows;
    size_t n_rows;
    const struct measure *of; /* belongs to the scoreboard */
    struct buffer title;
    struct buffer measure;
    struct list_column columns[SLICES_COUNT];
    enum slices_column shown[SLICES_COUNT]; /* meaning of each column */
    size_t n_columns;
};
