/*
 * A run: the questions that its scores stand on, the worst first.
 */
#ifndef ASSAY_TUI_SCREENS_RUN_H
#define ASSAY_TUI_SCREENS_RUN_H

#include "core/store/content/questions.h"
#include "tui/screens/list_screen.h"

enum run_column {
    RUN_VALUE,
    RUN_QID, /* not there when the annotator is blind */
    RUN_TEXT,
    RUN_JUDGED,
    RUN_BASELINE, /* not there without one; so the next */
    RUN_DIFFERENCE,
    RUN_COUNT,
};

struct run_row {
    int64_t question_id;
    struct bytes qid;
    struct bytes text;
    bool hides_votes; /* desk_hides_votes: it has none of the numbers */
    double value;     /* NAN: there is none; so in the next */
    double baseline;
    double judged; /* share of the first 10 */
};

/* {0} and run_show make it; the screen's `release` ends it. */
struct run_model {
    struct list_screen screen; /* first */
    struct run_row *rows;
    size_t n_rows;
    size_t run;               /* its number on the scoreboard */
    const struct measure *of; /* the scoreboard's */
    struct buffer name;       /* the run's */
    struct buffer about;      /* what the title says behind it */
    struct buffer measure;
    bool is_blind;                    /* qids are not shown */
    enum run_column shown[RUN_COUNT]; /* what each of the columns is */
    struct list_column columns[RUN_COUNT];
    size_t n_columns;
};

#endif
