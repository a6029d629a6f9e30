/*
 * Scoring a run, one file or several, as it is read, by several threads, without ever holding the run in memory.
 *
 * Mostly the lines of a question stand together. Then each thread takes a part of the file and scores one
 * question after the other. A question whose lines are scattered is scored in a second pass, from a list of
 * the places where they start. A question has the same values whichever way, and however many threads.
 */
#ifndef ASSAY_IMPORT_RUNS_RUN_EVALUATE_H
#define ASSAY_IMPORT_RUNS_RUN_EVALUATE_H

#include "core/base/err.h"
#include "core/base/workforce.h"
#include "core/metric/evaluation.h"
#include "core/metric/run.h"

/* What else is known of a run file once it has been scored. {0} is empty and safe to release. */
struct run_traits {
    struct buffer tag; /* the name that a TREC run gives itself in the sixth column of its first line */
    struct buffer qid; /* of its first question */
    enum run_doubt doubt;
    bool
        is_part; /* parts of it were read (import/runs/run_part.h), and no ranking of all its documents is to be had */
    struct arena memory;
    struct bytes
        *unknown; /* qids of its questions that are none of the evaluator's, in the order of the file */
    size_t n_unknown, unknown_capacity;
};

void run_traits_release(struct run_traits *traits);

/*
 * Scores every question of the run at `path` that is one of the evaluator's; `traits` is {0}, or NULL when they
 * are not wanted. Errors are those of import_run, of which ERR_EMPTY leaves the evaluator as it
 * was; ERR_INTERRUPTED: told to stop.
 */
bool evaluate_run(const char *path, struct evaluator *evaluator, const struct workforce *workforce,
                  struct run_traits *traits, struct err *err) __attribute__((warn_unused_result));
/*
 * The same of a run that is several files, n at least 1, in this order: what one file of all their lines would score. They
 * are lines of columns, all of one kind, or parts that were made of those (import/runs/run_part.h). ERR_INPUT also: two files have one document under one question, or ranks that do
 * not rise from one to the next.
 */
bool evaluate_run_of(const char *const *paths, size_t n, struct evaluator *evaluator,
                     const struct workforce *workforce, struct run_traits *traits, struct err *err)
    __attribute__((warn_unused_result));

#endif
