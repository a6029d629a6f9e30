/*
 * For this folder alone: what is known of a question's candidates, as Luce's model wants it: the votes, the ballots in
 * somebody's hands, what the runs say, and how like each other the texts are.
 */
#ifndef ASSAY_CORE_STORE_VOTES_KNOWN_H
#define ASSAY_CORE_STORE_VOTES_KNOWN_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/ballot.h"
#include "core/judge/relevance.h"
#include "core/judge/stop_rule.h"

struct store;

#define NO_LEASES INT64_MAX /* a moment at which nobody holds a ballot */
/* More candidates than this are not weighed: those that were on a ballot, and of the others those of the highest priors. */
enum { KNOWN_CANDIDATES_MAX = 200 };

/* A vote that will be written in this transaction: of the ballot with this number in its question. */
struct known_vote {
    int64_t deal;
    struct choice choice;
};

/* What of a question counts: its votes, the ballots leased at `now`, but for ballot `except` (0: none), … */
struct known_request {
    int64_t question_id, now, except;
    const struct known_vote *vote; /* … and this one as if it stood; NULL: none */
};

/*
 * Completes a pool whose rule is STOP_WHEN_SETTLED, of which the candidates are there: what is known of it, its budget,
 * and whether it is settled. In the arena.
 */
bool known_read(struct store *store, const struct known_request *request, struct arena *arena,
                struct pool *pool, struct err *err) __attribute__((warn_unused_result));
/* What that asks for: see query_foresee (database/db.h). Without the texts, which it reads of who deals, and of enough votes. */
void known_foresee_reading(struct store *store, int64_t question_id, int64_t now, int64_t except);
void known_foresee_votes(struct store *store, int64_t question_id, int64_t now, int64_t except);
/* The votes of many questions, and the texts that are compared where there are enough votes: both without leases. */
void known_foresee(struct store *store, int64_t question_id);
void known_foresee_texts(struct store *store, int64_t question_id);
/*
 * Estimates the relevance of all candidates of a question, as the setting says. `votes` becomes those that it was estimated of,
 * by number of the tallies, in the arena; none where wins and impressions say it.
 */
bool known_estimate(struct store *store, int64_t question_id, struct tally *tallies, size_t n,
                    struct arena *arena, struct luce_question *votes, struct err *err)
    __attribute__((warn_unused_result));

#endif
