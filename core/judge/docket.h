/*
 * The docket of a question: all that dealing needs to know of it, read once (core/store/docket.h). An answer changes it in
 * memory; what comes next, what is left, what is shared and what is contested are folds over it, here and in next_ballot.h,
 * overlap.h and adjudication.h. Pure.
 *
 * Ballots are in the order of their numbers, candidates in the order of their documents. A document that another candidate stands
 * for (a twin) is not among the candidates, and ballots have the one that stands for it in its place. A ballot is held as long
 * as its lease lies ahead. A vote is an answer that is no skip, to a ballot that is no control.
 */
#ifndef ASSAY_CORE_JUDGE_DOCKET_H
#define ASSAY_CORE_JUDGE_DOCKET_H

#include "core/base/arena.h"
#include "core/judge/control.h"
#include "core/judge/deal_request.h"

#define NO_LEASES INT64_MAX /* a moment at which nobody holds a ballot */
/* More candidates than this are not weighed: those that were on a ballot, and of the others those of the highest priors. */
enum { KNOWN_CANDIDATES_MAX = 200 };

enum { OVERLAP_ANNOTATORS_DEFAULT = 2, OVERLAP_ANNOTATORS_MAX = 100 };

struct overlap {
    double share;       /* of the ballots, 0 … 1 */
    int64_t annotators; /* of whom each of those is asked, at least 2 */
};

/* The settings of dealing, the same for all questions. */
struct deal_rules {
    enum dealing dealing;
    enum aim aim;
    int64_t budget;    /* as struct pool's */
    double confidence; /* likewise */
    struct overlap overlap;
    struct control_plan controls;
    bool has_glances; /* questions begin with their pool: candidates are kept or dropped */
    int64_t seed;
};

enum said { SAID_NOTHING, SAID_VOTE, SAID_SKIP };

struct docket_ballot {
    int64_t ballot_id;
    int64_t deal; /* its number in the question */
    int64_t annotator_id;
    int64_t lease_until; /* 0: it is closed */
    bool is_control;
    bool is_glance;              /* it is a control, of this kind */
    enum said said;              /* by the answer that stands */
    struct slot_set set;         /* its candidates, */
    struct choice choice;        /* and which one was chosen: VOTE_ABSENT unless a vote was said */
    int places[BALLOT_SIZE_MAX]; /* by position - 1: where that slot's candidate stands in `choice`, from 1 */
};

struct docket {
    int64_t question_id;
    int64_t
        version; /* of the question when it was read: on a server another one once its votes or its pool change */
    bool is_left_out; /* it is not in the sample, or gone */
    int64_t import_id,
        imported_at; /* of the last import, which may have replaced a text; 0: there was none */
    size_t n_slots;  /* as struct pool's */
    int64_t target;  /* likewise */
    const struct deal_rules *rules;
    const struct pool_candidate *candidates; /* without impressions */
    size_t n_candidates;
    struct docket_ballot *ballots; /* all that were ever dealt */
    size_t n_ballots;
};

/* Who is dealt to, when, and by which seed. */
struct dealt_to {
    int64_t annotator_id, now;
    uint64_t seed;
    int64_t glanced_question;  /* of which nothing more is to be kept or dropped; 0: none */
    int64_t glanced_candidate; /* that is asked about next, if it still is; 0: the one that comes by itself */
};

/* The rule by which questions end under this way of dealing. */
enum stop_rule stop_rule_of(enum dealing dealing);
/* The ballot of this number in the database; NULL: it is none of the question's. */
struct docket_ballot *docket_find(const struct docket *docket, int64_t ballot_id);
/* Whether it is in somebody's hands. */
bool docket_ballot_is_held(const struct docket_ballot *ballot, int64_t now);
/* Whether its answer is a vote that counts. */
bool docket_ballot_is_vote(const struct docket_ballot *ballot);
/* A ballot of the question is answered: nobody holds it any more. */
void docket_ballot_answer(struct docket_ballot *ballot, const struct answer *answer);
/* What it says of the second choice, from now on. */
void docket_ballot_say_second(struct docket_ballot *ballot, int second);
/* What draws the ballot of this number, 1, 2, 3 …, in a question: the same whatever others do in other questions. */
uint64_t ballot_stream(int64_t question_id, int64_t deal);
/* The number that the next ballot has. */
int64_t docket_next_deal(const struct docket *docket);
/* Whether all documents of a set are candidates: what was taken out since is asked no more. */
bool docket_has_candidates(const struct docket *docket, const struct slot_set *set);
/* Whether anybody holds a ballot but this one with all of its documents. */
bool docket_is_held_twice(const struct docket *docket, const struct docket_ballot *ballot, int64_t now);

/* Which ballots count in a pool: all votes, and those that are held at `now`, but for ballot `except` (0: none). */
struct counted_at {
    int64_t now, except;
};

/*
 * What the question needs by this rule, as far as the docket tells. What was kept and dropped stands beside its votes. Under STOP_WHEN_SETTLED the likeness of texts may be added to
 * pool.known and pool.words; then pool_judge is to be called. In the arena.
 */
struct pool docket_pool(const struct docket *docket, enum stop_rule rule, const struct counted_at *at,
                        struct arena *arena);

#endif
