/*
 * Failures: why a run shows nothing relevant among the first documents of a question. The kind of failure shows who
 * has to fix it.
 */
#pragma once

#include "core/base/words.h"
#include "core/metric/measures/measure.h"

enum failure {
    FAILURE_NONE,         /* a relevant document is among the first */
    FAILURE_MISSING,      /* no relevant document was retrieved: the search does not find it */
    FAILURE_RANKING,      /* one was retrieved, but too low: the order is wrong */
    FAILURE_HOLES,        /* too few of the first documents are judged to tell: labels are missing */
    FAILURE_UNANSWERABLE, /* no relevant document is known, so none can be found */
    FAILURE_COUNT,
};

/* By enum failure. */
extern const struct words failure_words;

/* The facts about a question and a run. */
struct failure_signs {
    double first_relevant; /* value of first_relevant_rank */
    double depth;          /* how many documents count as the first */
    double judged;         /* share of them that is judged; only retrieved documents count */
    bool is_answered;      /* the run has documents for the question */
    /* No label of the truth says "not relevant", so documents without a label count as judged. */
    bool all_labels_are_relevant;
};

enum failure failure_of(const struct failure_signs *signs);

/*
 * Not a measure of merit, but the basis of failure_of: the rank of the first document with a grade above 0. 0: none
 * was retrieved; -1: none is known.
 */
extern const struct measure_row first_relevant_rank;
