/*
 * For this folder alone: what a step of labelling reads. Settings, numbers and open ballots are read first; each docket is read
 * once and kept to the end of the step. An answer that the step gives changes its docket in memory, so all that is decided
 * behind it counts it before it is written. Nothing is written until all is decided: no lock is held meanwhile.
 *
 * A server is waited for when something is read that was not foreseen: what a step is going to read it says before, together.
 */
#ifndef ASSAY_CORE_STORE_LABELLING_STEP_H
#define ASSAY_CORE_STORE_LABELLING_STEP_H

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
    int64_t next_answer, next_ballot; /* what is written is called so */
    int64_t in_hand;                  /* the question that the annotator answered last; 0: none */
    struct kept_list open;
    bool is_read;            /* from `rules` to here */
    struct docket **dockets; /* that were read */
    size_t n_dockets;
    int64_t *foreseen; /* the questions of which dockets were foreseen */
    size_t n_foreseen;
    struct {
        const struct docket *docket; /* NULL: of none */
        struct pool pool;
    } last;                               /* that step_pool gave */
    const struct docket_ballot *answered; /* the ballot that the step answers; NULL: none */
    int64_t answered_question;
    bool is_put_aside;      /* it is skipped as "later" */
    struct work_list *work; /* work.c; NULL: it was not read */
};

/* What each step reads is foreseen. */
struct labelling_step step_begin(struct store *store, const struct dealer *dealer);
void step_end(struct labelling_step *step);
/* Reads that; to be called before anything else is read. */
bool step_read(struct labelling_step *step, struct err *err) __attribute__((warn_unused_result));
/* The docket of a question will be read, unless it was; under the adaptive rule its texts, too. 0: of none. */
void step_foresee(struct labelling_step *step, int64_t question_id);
/* Stays as long as the step. */
bool step_docket(struct labelling_step *step, int64_t question_id, struct docket **docket, struct err *err)
    __attribute__((warn_unused_result));
/* The same of one of many questions that are looked through: in the arena given, unless it was read before. */
bool step_look_at(struct labelling_step *step, int64_t question_id, struct arena *arena,
                  struct docket *docket, struct err *err) __attribute__((warn_unused_result));
/* As pool_take, in the arena of the step; a pool that was taken before is not to be used any more. */
bool step_take_pool(struct labelling_step *step, const struct docket *docket, enum stop_rule rule,
                    const struct counted_at *at, struct pool *pool, struct err *err)
    __attribute__((warn_unused_result));
/* The pool of the question with all ballots that are held now; computed once, until another pool is taken. */
bool step_pool(struct labelling_step *step, const struct docket *docket, struct pool *pool, struct err *err)
    __attribute__((warn_unused_result));
/* The ballots left in a question, by its votes alone. */
bool step_ballots_left(struct labelling_step *step, const struct docket *docket, int64_t *ballots_left,
                       struct err *err) __attribute__((warn_unused_result));

#endif
