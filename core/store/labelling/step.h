/*
 * For this folder alone: the data of one step of labelling. Settings, numbers and open ballots are read first; each
 * docket is read once and kept to the end of the step. An answer of the step changes its docket in memory, so all later
 * decisions count it before it is written. Nothing is written until everything is decided, so no lock is held
 * meanwhile.
 *
 * Each read that was not prefetched waits for the server, so a step prefetches what it is going to read, together.
 */
#pragma once

#include "core/judge/next_ballot.h"
#include "core/store/labelling/dealer.h"
#include "core/store/labelling/dockets.h"
#include "core/store/rows.h"

struct work_list;

/* Ballots of the annotator that exist already. */
struct kept_list {
    struct kept_ballot *ballots;
    size_t n;
};

struct labelling_step {
    struct store *store;
    const struct dealer *dealer;
    struct dealt_to to; /* the dealer's annotator */
    struct arena arena;
    struct deal_rules rules;
    struct told_settings told;
    /* The numbers of the answer and of the ballot that are written next. */
    int64_t next_answer, next_ballot;
    int64_t in_hand;  /* the question that the annotator answered last; 0: none */
    int64_t ahead_of; /* the ballot for whose answer the step was read before; 0: it was not */
    int64_t behind;   /* the ballot behind whose answer the step is expected; 0: it is read in any case */
    int64_t stamped, stamp; /* a question, and its stamp (step_stamp in acts.sql); 0: none was asked for */
    bool has_stamp;         /* the stamp tells whether the step is still what the answer would read */
    struct kept_list open;
    bool is_read;            /* the members from `rules` to here */
    struct docket **dockets; /* that were read */
    size_t n_dockets;
    int64_t *prefetched; /* the questions whose dockets were prefetched */
    size_t n_prefetched;
    int64_t least_passed;
    bool prefetched_least;     /* see step_prefetch_least */
    bool prefetched_elsewhere; /* what is read to find another question, see offering.c */
    struct {
        const struct docket *docket; /* NULL: none */
        struct pool pool;
    } last;                               /* the last result of step_pool */
    const struct docket_ballot *answered; /* the ballot that the step answers; NULL: none */
    int64_t answered_question;
    bool is_put_aside;      /* the answer is the skip "later" */
    struct work_list *work; /* see work.c; NULL: not read */
};

/* Begins a step and prefetches what each step reads. */
struct labelling_step step_begin(struct store *store, const struct dealer *dealer);
void step_end(struct labelling_step *step);
/*
 * On a server, the step that answers a ballot is read ahead, in the trip that shows the ballot, so that the answer waits
 * for the server only once. step_prefetch_ahead begins it and prefetches what it reads, also what this answer reads if it
 * is refused; false: it does not, because the answer has to read more anyway. step_read_ahead takes what was prefetched, in
 * the same transaction, and keeps the step. If the answer was refused, it keeps the step of the same answer instead, which
 * needs no stamp, because it is fresh. step_take_ahead returns the step that is kept for this ballot (NULL: none); the
 * caller ends and frees it. If it has a stamp, the server must refuse the answer unless it still has the same one.
 */
bool step_prefetch_ahead(struct store *store, const struct dealer *dealer, const struct taken_ballot *ballot,
                         struct labelling_step *step);
/*
 * Returns the docket of the question, with its new ballot as the last one, if the step is the one that is expected behind
 * an accepted answer (step_expect); else NULL.
 */
const struct docket *step_expected_docket(const struct labelling_step *step);
void step_read_ahead(struct labelling_step *step, const struct taken_ballot *ballot, bool was_refused);
struct labelling_step *step_take_ahead(struct store *store, const struct dealer *dealer,
                                       const struct taken_ballot *ballot);
/*
 * Keeps the step that answers the ballot that was dealt behind an answer of the step's question, so that the server need
 * not read it again. Call it after the answer was sent, which the server must have been asked to refuse unless the stamp is
 * still the same. Does nothing if the next step can't be known. If the server refuses the answer, the same trip reads the
 * step anew. If others change anything later, the server refuses the next answer.
 */
void step_expect(struct labelling_step *step, const struct docket *docket, const struct docket_ballot *dealt);
/* Reads the settings, numbers and open ballots; call it before any other read. */
MUST_CHECK bool step_read(struct labelling_step *step, struct err *err);
/* Prefetches the docket of a question, unless it was read, and under the adaptive rule its texts. 0: does nothing. */
void step_prefetch(struct labelling_step *step, int64_t question_id);
/* Reads a docket, which stays valid as long as the step. */
MUST_CHECK bool step_docket(struct labelling_step *step, int64_t question_id, struct docket **docket,
                            struct err *err);
/*
 * Prefetches, and then reads, the docket of the question with the least labelling done (work.h) after `passed` others, which
 * the server finds.
 * step_read_least does nothing if it was not prefetched.
 */
void step_prefetch_least(struct labelling_step *step, int64_t passed);
MUST_CHECK bool step_read_least(struct labelling_step *step, struct err *err);
/* The same for one of many questions that are searched: in the given arena, unless it was read before. */
MUST_CHECK bool step_look_at(struct labelling_step *step, int64_t question_id, struct arena *arena,
                             struct docket *docket, struct err *err);
/* As pool_take, in the arena of the step. Do not use a pool that was taken before. */
MUST_CHECK bool step_take_pool(struct labelling_step *step, const struct docket *docket, enum stop_rule rule,
                               const struct counted_at *at, struct pool *pool, struct err *err);
/*
 * Returns the pool of the question, counting all ballots that are held now. It is computed once, until another pool is
 * taken.
 */
MUST_CHECK bool step_pool(struct labelling_step *step, const struct docket *docket, struct pool *pool,
                          struct err *err);
/* Computes the ballots left in a question, from its votes alone. */
MUST_CHECK bool step_ballots_left(struct labelling_step *step, const struct docket *docket,
                                  int64_t *ballots_left, struct err *err);
