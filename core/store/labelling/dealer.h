/* The dealer: the facts about the annotator that dealing, answering and undoing need. */
#pragma once

#include "core/base/err.h"
#include "core/judge/control.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store;

/* The question to ask next and the value of its candidates, if an advisor decides instead of the settings. */
struct deal_advice {
    int64_t question_id;         /* 0: no more questions */
    const int64_t *document_ids; /* of `n` candidates, with the stake of each: see struct deal_request */
    const double *stakes;
    size_t n;
};

/*
 * `advise` is called inside the transaction that deals. It is called again as long as its advice gives no ballot;
 * `n_refused` is the number of these advices. `prefetch` is called before it, to prefetch what it reads
 * (database/db.h).
 */
struct deal_advisor {
    bool (*advise)(void *context, struct store *store, size_t n_refused, struct deal_advice *advice,
                   struct err *err);
    void (*prefetch)(void *context, struct store *store);
    void *context;
};

/* The annotator, the time, the length of a lease, and the seed. */
struct dealer {
    int64_t annotator_id;
    int64_t now;
    int64_t lease_ms;
    /*
     * The random choices of a ballot depend only on the seed, the question and the ballot's number in the question, so
     * that a session can be reproduced.
     */
    uint64_t seed;
    int64_t glanced_question, glanced_candidate; /* as in struct dealt_to (core/judge/docket.h) */
    bool adjudicates;   /* they are asked about the disagreements of others, and nothing else that is new */
    uint64_t uuid_seed; /* of uuids; differs from that of every other annotator: see session_options */
    const struct deal_advisor *advisor; /* NULL: the settings decide about new ballots */
};

/*
 * The data that will probably be read after an answer. They are requested together with the answer, so that assay waits
 * for a server only once.
 */
struct expectation {
    /* The ballot may be the last one of its question, or of the question to which a control returns. */
    bool may_be_last;
    struct drawn_control behind; /* the control that follows the ballot */
    int64_t back_to; /* of a control: the question to which the annotator returns; 0: it is no control */
};

/* Settings that are read with a step, other than those of dealing. */
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
    int64_t standing_id; /* its answer, which stands until another one is given; 0: it is open */
    int kept_percent; /* if its question begins without glances because of it (glances_look_whether_dense); else 0 */
};
