/*
 * Scores a run, of one file or several, while reading it in several threads, without holding the run in memory.
 *
 * The lines of a question are mostly together. Then each thread takes a part of the file and scores one question after
 * the other. A question with scattered lines is scored in a second pass, from a list of the places where its lines
 * start. The values of a question do not depend on the way or on the number of threads.
 */
#pragma once

#include "core/base/err.h"
#include "core/base/workforce.h"
#include "core/metric/evaluation.h"
#include "core/metric/run.h"

/* Further facts about a run file that has been scored. {0} is empty and safe to release. */
struct run_traits {
    struct buffer tag; /* the name of a TREC run, from the sixth column of its first line */
    struct buffer qid; /* qid of its first question */
    enum run_doubt doubt;
    /* Parts of it were read (import/runs/run_part.h), and no ranking of all its documents exists. */
    bool is_part;
    struct arena memory;
    struct bytes *unknown; /* qids of questions that the evaluator does not have, in the order of the file */
    size_t n_unknown, unknown_capacity;
};

void run_traits_release(struct run_traits *traits);

/*
 * Scores every question of the run at `path` that the evaluator has. `traits` is {0}, or NULL when they are not needed.
 * Errors as for import_run; ERR_EMPTY leaves the evaluator unchanged. ERR_INTERRUPTED: it was stopped.
 */
MUST_CHECK bool evaluate_run(const char *path, struct evaluator *evaluator, const struct workforce *workforce,
                             struct run_traits *traits, struct err *err);
/*
 * Does the same for a run in `n` files, at least 1, in this order. The scores are those of one file with all their
 * lines. The files are lines of columns of one kind, or parts made from such lines (import/runs/run_part.h). ERR_INPUT
 * also: two files have the same document under a question, or ranks do not rise from one file to the next.
 */
MUST_CHECK bool evaluate_run_of(const char *const *paths, size_t n, struct evaluator *evaluator,
                                const struct workforce *workforce, struct run_traits *traits,
                                struct err *err);
