/*
 * The docket of a question: all that dealing needs to know about it, read once (core/store/docket.h). An answer
 * changes it in memory. The next ballot, the remaining ballots, the shared and the contested ballots are all
 * computed from it, here and in next_ballot.h, overlap.h and adjudication.h. Pure.
 *
 * Ballots are in the order of their numbers, candidates in the order of their document ids. A duplicate (twin) is
 * not among the candidates; ballots contain the candidate that represents it instead. A ballot is held until its
 * lease ends. A vote is an answer that is not a skip, to a ballot that is not a control.
 */
#pragma once

#include "core/base/arena.h"
#include "core/judge/control.h"
#include "core/judge/deal.h"
#include "core/judge/deal_request.h"

#define NO_LEASES INT64_MAX /* a moment at which nobody holds a ballot */
/* At most this many candidates are modelled: those that were on a ballot, then those with the highest priors. */
enum { KNOWN_CANDIDATES_MAX = 200 };

enum { OVERLAP_ANNOTATORS_DEFAULT = 2, OVERLAP_ANNOTATORS_MAX = 100 };

struct overlap {
    double share;       /* of ballots, 0 … 1 */
    int64_t annotators; /* how many annotators get each of these ballots, at least 2 */
};

/* The settings of dealing, the same for all questions. */
struct deal_rules {
    enum dealing dealing;
    enum aim aim;
    int64_t budget;    /* like that of struct pool */
    double confidence; /* likewise */
    struct overlap overlap;
    struct control_plan controls;
    bool has_glances; /* questions begin with glances: candidates are kept or dropped */
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
    enum said said;              /* the answer that is valid now */
    struct slot_set set;         /* its candidates */
    struct choice choice;        /* and which one was chosen: VOTE_ABSENT unless there is a vote */
    int places[BALLOT_SIZE_MAX]; /* by position - 1: the place of that slot's candidate in `choice`, from 1 */
};

struct docket {
    int64_t question_id;
    int64_t
        version; /* of the question when it was read; on a server it changes with the question's votes and pool */
    bool is_left_out;               /* the question is not in the sample, or was removed */
    int64_t import_id, imported_at; /* of the last import, which may have replaced a text; 0: none */
    size_t n_slots;                 /* like that of struct pool */
    int64_t target;                 /* likewise */
    const struct deal_rules *rules;
    const struct pool_candidate *candidates; /* without impressions */
    size_t n_candidates;
    struct docket_ballot *ballots; /* all that were ever dealt */
    size_t n_ballots;
};

/* The annotator who gets a ballot, the time and the seed. */
struct dealt_to {
    int64_t annotator_id, now;
    uint64_t seed;
    int64_t glanced_question;  /* the question whose glances have ended; 0: none */
    int64_t glanced_candidate; /* the candidate of the next glance, if it is still open; 0: the usual order */
};

/* Returns the rule by which questions end under this way of dealing. */
enum stop_rule stop_rule_of(enum dealing dealing);
/* Returns the ballot with this id, or NULL if the question has none. */
struct docket_ballot *docket_find(const struct docket *docket, int64_t ballot_id);
/* Returns whether an annotator holds the ballot at `now`. */
bool docket_ballot_is_held(const struct docket_ballot *ballot, int64_t now);
/* Returns whether its answer is a vote that counts. */
bool docket_ballot_is_vote(const struct docket_ballot *ballot);
/* Returns ballot number `number` of a question, of these candidates. It is no control and has no answer. */
struct docket_ballot docket_ballot_dealt(int64_t ballot_id, int64_t number, int64_t annotator_id,
                                         int64_t lease_until, const struct deal *deal);
/* Records an answer to a ballot of the question. Nobody holds the ballot after that. */
void docket_ballot_answer(struct docket_ballot *ballot, const struct answer *answer);
/*
 * Returns the random stream of ballot number 1, 2, 3 … of a question. It does not depend on what others do in other
 * questions.
 */
uint64_t ballot_stream(int64_t question_id, int64_t deal);
/* Returns the number of the next ballot. */
int64_t docket_next_deal(const struct docket *docket);
/* Returns whether all documents of a set are candidates. Sets with a removed document are not asked again. */
bool docket_has_candidates(const struct docket *docket, const struct slot_set *set);
/* Returns whether anybody holds another ballot that contains all documents of this one. */
bool docket_is_held_twice(const struct docket *docket, const struct docket_ballot *ballot, int64_t now);

/* Which ballots count in a pool: all votes, and the ballots held at `now` except ballot `except` (0: no exception). */
struct counted_at {
    int64_t now, except;
};

/*
 * Returns what the question needs by this rule, according to the docket. Kept and dropped candidates count as
 * evidence beside its votes. Under STOP_WHEN_SETTLED the caller may add the likeness of texts to pool.known and
 * pool.words, and must then call pool_judge. The pool is in the arena.
 */
struct pool docket_pool(const struct docket *docket, enum stop_rule rule, const struct counted_at *at,
                        struct arena *arena);
