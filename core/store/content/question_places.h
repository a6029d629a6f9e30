/*
 * The places of questions in the order of dealing, which follows from the settings `order`, `strata`, `sample` and
 * `seed`. They are stored, so that the next question is found without sorting all. Code that adds or removes questions
 * or pools refreshes them.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"

struct store;

/* A question whose stored place differs from its place by the settings. */
struct misplaced_question {
    int64_t question_id;
    struct bytes qid;
    int64_t kept, place; /* 0: no place, because it has no candidates or is not in the sample */
};

/*
 * Stores the places anew, inside the caller's transaction, after the targets of each question are stored. Marks the
 * questions that enter or leave the sample: questions_settle_unsettled computes their ballots.
 */
MUST_CHECK bool question_places_refresh(struct store *store, struct err *err);
/* Lists the questions that question_places_refresh would move, in the arena. */
MUST_CHECK bool question_places_compare(struct store *store, struct arena *arena,
                                        struct misplaced_question **misplaced, size_t *n, struct err *err);
