/*
 * When a question has been asked enough: which of its candidates still need something,
 * and how many ballots that takes. No other place knows. Dealing asks here, and so does
 * the store, which keeps the number of ballots left and writes it anew whenever
 * a question's votes, its pool or its target change.
 *
 * No trigger knows this rule: the store writes ballots_left anew in each transaction that changes votes, pool or
 * target. It is exact for what is needed now. The total can grow by one when a skipped or repeated set puts a
 * candidate on one more ballot than planned.
 */
#ifndef ASSAY_CORE_JUDGE_STOP_RULE_H
#define ASSAY_CORE_JUDGE_STOP_RULE_H

#include "core/judge/luce.h"

enum stop_rule {
    STOP_AT_TARGET, /* when each candidate has been seen as often as it needs */
    STOP_WHEN_SETTLED, /* when the best is known, or that nothing is relevant (settled.h); at a budget of ballots anyway */
};

struct pool_candidate {
    int64_t document_id; /* > 0 */
    int64_t impressions; /* of votes, and for dealing also of ballots leased by others */
    double prior;        /* as struct tally's */
};

/* The candidates of a question, and what they are to come to. */
struct pool {
    enum stop_rule rule;
    bool is_left_out; /* the question is not in the sample: nothing more is asked of it */
    const struct pool_candidate *candidates;
    size_t n_candidates;
    size_t n_slots; /* deal_slots of the pool, 1 … BALLOT_SIZE_MAX */
    int64_t target; /* deal_target of the pool */
    /* STOP_WHEN_SETTLED: what is known of the candidates, numbered as here, the votes before the ballots in hands. */
    const struct luce_question *known;
    const double *words; /* of each candidate's text (likeness_words); NULL: they were not read */
    size_t n_votes;      /* of known->ballots */
    int64_t budget;      /* ballots */
    double confidence;   /* with which it must be settled; 1: it never is */
    bool is_settled;     /* by pool_judge */
};

enum {
    SETTLED_VOTES_MIN = 4, /* fewer settle nothing */
};

/* STOP_WHEN_SETTLED: says whether the pool is settled, by its votes alone; to be called before what follows. */
void pool_judge(struct pool *pool);
const char *stop_rule_name(enum stop_rule rule);
/* The candidate that is this document; NULL: it is none. */
const struct pool_candidate *pool_find(const struct pool *pool, int64_t document_id);
/* Whether a candidate of the pool needs to stand on a ballot once more. */
bool pool_needs(const struct pool *pool, const struct pool_candidate *candidate);
/* The least number of ballots that the pool still needs: each gives an impression to each of its slots. */
int64_t pool_ballots_left(const struct pool *pool);
/*
 * The same as long as nobody has voted, whether or not the question is in the sample: of the pool the rule, the numbers of
 * candidates and slots, the target and the budget are read.
 */
int64_t pool_ballots_in_all(const struct pool *pool);
/* Whether it may be that nothing is left once one more ballot is answered. */
bool pool_may_end(const struct pool *pool);

#endif
