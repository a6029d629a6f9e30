/* A baseline with its scores in a file. `assay gate --save` writes it, and accepts it in place of a run. */
#pragma once

#include "cli/shared/scores.h"
#include "core/metric/baseline.h"

/* {0} means none, and is safe to release. */
struct saved_baseline {
    const char *path; /* NULL: none */
    struct baseline baseline;
    struct baseline_changes changes; /* changes of the truth since it was saved */
    struct scored_run run;
};

/* Reads the file at `path` if it is a saved baseline. */
MUST_CHECK bool saved_baseline_open(struct saved_baseline *out, const char *path, struct err *err);
void saved_baseline_release(struct saved_baseline *saved);
/*
 * Sets the options of the scores to those of the baseline: its rule for ties, its questions, and its measures if none
 * is given. ERR_INPUT: the call has other options.
 */
MUST_CHECK bool saved_baseline_set_options(const struct saved_baseline *saved,
                                           const struct arguments *arguments, struct scores *scores,
                                           struct err *err);
/*
 * Sets its run to the scores on the questions whose labels have not changed. ERR_INPUT: there are none. Both must
 * outlive it.
 */
MUST_CHECK bool saved_baseline_score(struct saved_baseline *saved, struct scores *scores, struct err *err);
/*
 * Prints what has changed in the truth, and whether `run` is the very run that was saved; then sets *is_same_run.
 */
MUST_CHECK bool saved_baseline_remark(const struct saved_baseline *saved, const struct scored_run *run,
                                      const struct scores *scores, bool *is_same_run, struct world *world,
                                      struct err *err);

/* Saves the scores of a run by the given measures. */
MUST_CHECK bool saved_baseline_write(struct scores *scores, const struct scored_run *run, const char *path,
                                     struct world *world, struct err *err);
