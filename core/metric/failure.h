/*
 * Failures: why a run shows nothing relevant among the first documents of a question, which says who has to mend it.
 */
#ifndef ASSAY_CORE_METRIC_FAILURE_H
#define ASSAY_CORE_METRIC_FAILURE_H

#include "core/base/words.h"
#include "core/metric/measures/measure.h"

enum failure {
    FAILURE_NONE,         /* something relevant is among the first */
    FAILURE_MISSING,      /* nothing relevant was retrieved: the search does not find it */
    FAILURE_RANKING,      /* it was, but too low: the order is wrong */
    FAILURE_HOLES,        /* too few of the first documents were ever judged to tell: labels are wanting */
    FAILURE_UNANSWERABLE, /* no relevant document is known: nobody can find one */
    FAILURE_COUNT,
};

/* By enum failure. */
extern const struct words failure_words;

/* The facts about a question and a run. */
struct failure_signs {
    double first_relevant; /* the value of first_relevant_rank */
    double depth;          /* how many documents are the first */
    double judged;         /* the share of them, as far as there are any, that is judged */
    bool is_answered;      /* the run has documents for the question */
    /* No label of the truth says not relevant: what has none counts as judged. */
    bool all_labels_are_relevant;
};

enum failure failure_of(const struct failure_signs *signs);

/*
 * No measure of merit, but what tells failures: the rank of the first document with a grade above 0; 0 when none was
 * retrieved, -1 when none is known.
 */
extern const struct measure_row first_relevant_rank;

#endif
