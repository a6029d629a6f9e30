/*
 * The candidates kept and dropped at a glance (core/judge/glance.h). In the database they are answers to ballots of one
 * slot, with the control `glance`.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/ballot.h"

struct store;

/*
 * Returns in `kept_percent` 0 if glances save time in this project (glances_save_time). Otherwise the percentage of the
 * newest glances that kept their candidate, which is too high.
 */
MUST_CHECK bool glances_look_whether_dense(struct store *store, int *kept_percent, struct err *err);

/* A candidate of a question that begins with glances at its pool, and the annotator's answer. */
struct glanced_candidate {
    int64_t document_id;
    struct bytes docid, title, text;
    int64_t answer_id; /* 0: none; else it was kept or dropped */
    bool is_kept;
};

/* Lists the pool of a question in the order in which candidates are shown for glances, in the arena. */
MUST_CHECK bool store_list_glanced(struct store *store, struct bytes annotator, int64_t question_id,
                                   struct arena *arena, struct glanced_candidate **candidates, size_t *n,
                                   struct err *err);
