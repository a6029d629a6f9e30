/*
 * A run: the questions on which its scores rest, the worst first.
 */
#pragma once

#include "core/store/content/questions.h"
#include "tui/screens/list_screen.h"

enum run_column {
    RUN_VALUE,
    RUN_QID, /* absent if the annotator is blind */
    RUN_TEXT,
    RUN_JUDGED,
    RUN_BASELINE, /* absent without a baseline, like the next */
    RUN_DIFFERENCE,
    RUN_COUNT,
};

struct run_row {
    int64_t question_id;
    struct bytes qid;
    struct bytes text;
    bool hides_votes; /* desk_hides_votes: the row has no numbers */
    double value;     /* NAN: none; so for the next */
    double baseline;
    double judged; /* share of the first 10 documents */
};

/* Made by {0} and run_show; freed by the screen's `release`. */
struct run_model {
    struct list_screen screen; /* must be the first member */
    struct run_row *rows;
    size_t n_rows;
    size_t run;               /* its number on the scoreboard */
    const struct measure *of; /* belongs to the scoreboard */
    struct buffer name;       /* name of the run */
    struct buffer about;      /* shown after the name in the title */
    struct buffer measure;
    bool is_blind;                    /* qids are hidden */
    enum run_column shown[RUN_COUNT]; /* meaning of each column */
    struct list_column columns[RUN_COUNT];
    size_t n_columns;
};
