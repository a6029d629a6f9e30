/*
 * A baseline whose scores are kept in a file: `assay gate --save` writes it, and takes it in the place of a run.
 */
#ifndef ASSAY_CLI_SCORE_SAVED_BASELINE_H
#define ASSAY_CLI_SCORE_SAVED_BASELINE_H

#include "cli/shared/scores.h"
#include "core/metric/baseline.h"

/* {0} is none, and safe to release. */
struct saved_baseline {
    const char *path; /* NULL: it is none */
    struct baseline baseline;
    struct baseline_changes changes; /* of the truth, since it was saved */
    struct scored_run run;
};

/* Reads the file at `path`, if it is one that was saved. */
bool saved_baseline_open(struct saved_baseline *out, const char *path, struct err *err)
    __attribute__((warn_unused_result));
void saved_baseline_release(struct saved_baseline *saved);
/*
 * Has the runs scored as the baseline was: by its measures where none is named, its rule for ties, its questions. ERR_INPUT
 * where the call wants it otherwise.
 */
bool saved_baseline_set_options(const struct saved_baseline *saved, const struct arguments *arguments,
                                struct scores *scores, struct err *err) __attribute__((warn_unused_result));
/*
 * Sets its run to the scores on those questions whose labels are what they were. ERR_INPUT: there are none. Both must
 * outlive it.
 */
bool saved_baseline_score(struct saved_baseline *saved, struct scores *scores, struct err *err)
    __attribute__((warn_unused_result));
/* Names what has changed in the truth, and says when a run is the very one that was saved: then `is_same_run` is true. */
bool saved_baseline_remark(const struct saved_baseline *saved, const struct scored_run *run,
                           const struct scores *scores, bool *is_same_run, struct world *world,
                           struct err *err) __attribute__((warn_unused_result));

/* Saves what a run scores by the measures asked for. */
bool saved_baseline_write(struct scores *scores, const struct scored_run *run, const char *path,
                          struct world *world, struct err *err) __attribute__((warn_unused_result));

#endif
