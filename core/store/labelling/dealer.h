/*
 * The dealer: the facts about the annotator that dealing, answering and undoing need.
 */
#ifndef ASSAY_CORE_STORE_LABELLING_DEALER_H
#define ASSAY_CORE_STORE_LABELLING_DEALER_H

#include "core/base/err.h"
#include "core/judge/control.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store;

/* Which question is asked, and what the answer is to tell, where that is not the settings' to say. */
struct deal_advice {
    int64_t question_id;         /* 0: there is no more */
    const int64_t *document_ids; /* of `n` candidates, and each one's stake: see struct deal_request */
    const double *stakes;
    size_t n;
};

/*
 * Asked inside the transaction that deals, again as long as what it advises has nothing to deal: `n_refused` times. Before that,
 * where it is going to be, to foresee what it reads (database/db.h).
 */
struct deal_advisor {
    bool (*advise)(void *context, struct store *store, size_t n_refused, struct deal_advice *advice,
                   struct err *err);
    void (*foresee)(void *context, struct store *store);
    void *context;
};

/* The annotator, the time, the length of a lease, and the seed. */
struct dealer {
    int64_t annotator_id;
    int64_t now;
    int64_t lease_ms;
    /*
     * The random choices of a ballot follow from seed, question and the ballot's number in the question, so that a session can
     * be repeated.
     */
    uint64_t seed;
    int64_t glanced_question, glanced_candidate; /* as struct dealt_to has them (core/judge/docket.h) */
    bool adjudicates;   /* they are asked what others disagree on, and nothing else that is new */
    uint64_t uuid_seed; /* of uuids, which no other annotator's may be like: see session_options */
    const struct deal_advisor *advisor; /* NULL: the settings say what new ballots are of */
};

/*
 * The data that will probably be read after an answer: they are requested together with the answer, so that assay waits for a
 * server only once.
 */
struct expectation {
    bool may_be_last; /* nothing may be left to be dealt in its question, or in that behind a control */
    struct drawn_control behind; /* which control comes behind it */
    int64_t back_to; /* of a control: the question from which it does not lead away; 0: it is none */
};

/* What the settings said when a step was taken, beside what they say of dealing. */
struct told_settings {
    uint64_t digest; /* settings_digest */
    bool show_fields;
};

/* A ballot that was taken, and its question; ballot_id = 0: none. */
struct taken_ballot {
    int64_t ballot_id, question_id;
    bool is_new; /* nobody has ever answered it */
    struct expectation then;
    struct told_settings told;
};

#endif
