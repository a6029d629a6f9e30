/*
 * For this folder alone: which ballots of others an annotator is asked, too, where a share of them is asked of several
 * (core/judge/overlap.h). Inside the transaction that deals.
 */
#ifndef ASSAY_CORE_STORE_LABELLING_SHARING_H
#define ASSAY_CORE_STORE_LABELLING_SHARING_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/overlap.h"
#include "core/store/database/db.h"

struct store;

/* Who is asked, and when: what is in somebody's hands by then counts. */
struct shared_with {
    int64_t annotator_id;
    int64_t now;
};

/*
 * Asks for the ballots of a question, to be read with what else is asked, as if ballot `except` were not there; sharing_take or
 * query_end ends it.
 */
struct query sharing_ask(struct store *store, const struct shared_with *with, int64_t question_id,
                         int64_t except);
/* That it is going to be asked: see query_foresee (database/db.h). */
void sharing_foresee(struct store *store, const struct shared_with *with, int64_t question_id,
                     int64_t except);
/*
 * A set of the request's pool that the annotator is to be asked because others were; an empty one: there is none. The
 * request's ballots are those that were asked for, and `own`, unless it is NULL.
 */
bool sharing_take(struct query *asked, const struct asked_ballot *own, const struct overlap_request *request,
                  struct slot_set *set, struct err *err) __attribute__((warn_unused_result));
/* What is asked to know whether a ballot is one of those, as if it were not there. */
struct wanting_reading {
    struct query overlap, asked;
};
struct wanting_reading sharing_wants_ask(struct store *store, const struct shared_with *with,
                                         int64_t question_id, int64_t ballot_id);
/* Whether this set is, the ballot's; it is to be called in any case, or sharing_wants_drop. */
bool sharing_wants_take(struct store *store, struct wanting_reading *reading, const struct shared_with *with,
                        int64_t question_id, const struct slot_set *set, bool *wants, struct err *err)
    __attribute__((warn_unused_result));
void sharing_wants_drop(struct wanting_reading *reading);
/* It is going to be asked: see query_foresee (database/db.h). */
void sharing_wants_foresee(struct store *store, const struct shared_with *with, int64_t question_id,
                           int64_t ballot_id);
/* The setting, as it is kept (empty: it is not set); what another program may have put there is told by settings.c. */
bool sharing_find_overlap(struct store *store, struct bytes kept, struct overlap *overlap, struct err *err)
    __attribute__((warn_unused_result));

/* Questions that can have such ballots, in the order of import; they are read by the page. */
struct shared_questions {
    struct store *store;
    struct query page;
    int64_t last; /* that was read */
    int64_t n;    /* of the page */
};
/* They are going to be asked for: see query_foresee (database/db.h). */
void sharing_foresee_questions(struct store *store);
struct shared_questions sharing_start_questions(struct store *store);
/* The next of them; false: there are no more, or that can't be read. */
bool sharing_next_question(struct shared_questions *questions, const struct overlap *overlap,
                           int64_t *question_id);
/* As query_end_visit. */
bool sharing_end_questions(struct shared_questions *questions, bool visited, struct err *err)
    __attribute__((warn_unused_result));

#endif
