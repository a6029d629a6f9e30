/*
 * When a question has been asked enough: which of its candidates still need something, and how many ballots that
 * takes. Only this unit knows. Dealing asks it, and so does the store, which stores the number of ballots left and
 * updates it in each transaction that changes the votes, the pool or the target.
 *
 * No trigger of the database knows this rule. The number is exact for what is needed now. The total can grow by one
 * if a skipped or repeated set puts a candidate on one more ballot than planned.
 */
#pragma once

#include "core/judge/luce.h"

enum stop_rule {
    STOP_AT_TARGET, /* when each candidate was shown as often as it needs */
    /* when the best is known, or that nothing is relevant (settled.h); at the latest after a budget of ballots */
    STOP_WHEN_SETTLED,
};

struct pool_candidate {
    int64_t document_id; /* > 0 */
    int64_t impressions; /* of votes; for dealing also of ballots leased by others */
    double prior;        /* like that of struct tally */
};

/* The candidates of a question, and when it ends. */
struct pool {
    enum stop_rule rule;
    bool is_left_out; /* the question is not in the sample: it gets no more ballots */
    const struct pool_candidate *candidates;
    size_t n_candidates;
    size_t n_slots; /* deal_slots of the pool, 1 … BALLOT_SIZE_MAX */
    int64_t target; /* deal_target of the pool */
    /* STOP_WHEN_SETTLED: the votes on the candidates, numbered as here; votes come before ballots without an answer. */
    const struct luce_question *known;
    double prior_change; /* for dealing alone: of the general β, by prior_weight_learn from other questions */
    const double *words; /* of each candidate's text (likeness_words); NULL: the texts were not read */
    size_t n_votes;      /* of known->ballots */
    int64_t budget;      /* ballots */
    double confidence;   /* the probability with which it must be settled; 1: it never is */
    bool is_settled;     /* set by pool_judge */
};

enum {
    SETTLED_VOTES_MIN = 4, /* fewer votes settle nothing */
};

/* STOP_WHEN_SETTLED: computes whether the pool is settled, by its votes alone. Call it before the functions below. */
void pool_judge(struct pool *pool);
const char *stop_rule_name(enum stop_rule rule);
/* Returns the candidate of this document; NULL: there is none. */
const struct pool_candidate *pool_find(const struct pool *pool, int64_t document_id);
/* Returns whether a candidate of the pool needs to be on another ballot. */
bool pool_needs(const struct pool *pool, const struct pool_candidate *candidate);
/*
 * Returns the least number of ballots that the pool still needs. Each ballot gives an impression to each of its
 * slots.
 */
int64_t pool_ballots_left(const struct pool *pool);
/*
 * The same before anybody has voted, whether or not the question is in the sample. Of the pool it reads only the
 * rule, the numbers of candidates and slots, the target and the budget.
 */
int64_t pool_ballots_in_all(const struct pool *pool);
/* Returns whether nothing may be left after one more ballot. */
bool pool_may_end(const struct pool *pool);
