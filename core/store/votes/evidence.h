/* The votes on one question in the form that Luce's model needs, for estimates other than labels. */
#pragma once

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/err.h"
#include "core/judge/luce.h"

struct store;

/* The votes by candidate; core/judge/docket.h weighs them. */
struct evidence {
    struct bytes qid;
    const int64_t *document_ids; /* ascending */
    const struct bytes *docids;
    struct luce_question known; /* the standing votes, without ballots in hand */
    int64_t left;               /* ballots until the budget is spent; 0: the question is not in the sample */
};

/*
 * Prefetches what store_read_evidence reads (database/db.h), unless this was done. `votes`: the number of votes on the
 * question, as far as known.
 */
void store_prefetch_evidence(struct store *store, int64_t question_id, int64_t votes);
/* Reads the evidence into the arena. Inside a transaction or a reading of the caller, or alone. */
MUST_CHECK bool store_read_evidence(struct store *store, int64_t question_id, struct arena *arena,
                                    struct evidence *evidence, struct err *err);
