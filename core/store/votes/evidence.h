/*
 * The votes on one question in the form that Luce's model needs, for estimates other than labels.
 */
#ifndef ASSAY_CORE_STORE_VOTES_EVIDENCE_H
#define ASSAY_CORE_STORE_VOTES_EVIDENCE_H

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/err.h"
#include "core/judge/luce.h"

struct store;

/* Of the candidates by number; those that core/judge/docket.h weighs. */
struct evidence {
    struct bytes qid;
    const int64_t *document_ids; /* ascending */
    const struct bytes *docids;
    struct luce_question known; /* the votes that stand, none of the ballots in hands */
    int64_t left; /* ballots until the budget is spent; 0 of a question that is not in the sample */
};

/* It is going to be read: what that asks for is foreseen (database/db.h), once. `votes` on the question, as far as is known. */
void store_foresee_evidence(struct store *store, int64_t question_id, int64_t votes);
/* In the arena. Inside a transaction or a reading of the caller, or by itself. */
bool store_read_evidence(struct store *store, int64_t question_id, struct arena *arena,
                         struct evidence *evidence, struct err *err) __attribute__((warn_unused_result));

#endif
