/*
 * The votes that stand, in the order in which they were cast (of several questions at a time: replay.h). And all answers, also
 * those that do not stand: what another program needs to have them, too.
 */
#ifndef ASSAY_CORE_STORE_VOTES_VOTES_H
#define ASSAY_CORE_STORE_VOTES_VOTES_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/moment.h"
#include "core/judge/ballot.h"
#include "core/store/votes/answer_change.h"
#include "core/store/votes/cast_vote.h"

struct store;

/*
 * The votes on a question that stand, of everybody who is not left out, in the order of dealing. In the arena. Votes that this
 * reading holds (store_begin_reading_sums of check.h) are not read again.
 */
bool store_list_votes(struct store *store, int64_t question_id, struct arena *arena, struct cast_vote **votes,
                      size_t *n, struct err *err) __attribute__((warn_unused_result));
/* Those up to answer number `last`, read in any case. */
bool store_list_votes_until(struct store *store, int64_t question_id, int64_t last, struct arena *arena,
                            struct cast_vote **votes, size_t *n, struct err *err)
    __attribute__((warn_unused_result));
/* That they are going to be listed, as query_foresee (database/db.h). */
void store_foresee_votes(struct store *store, int64_t question_id);
void store_foresee_votes_until(struct store *store, int64_t question_id, int64_t last);
/* Puts votes into the order in which they were cast, mostly that of dealing. */
void votes_sort_by_time(struct cast_vote *votes, size_t n);
/* The nth (from 1) of the votes that stand and were cast after answer number `after`; 0: there are not so many. */
bool store_find_vote_after(struct store *store, int64_t after, int64_t nth, int64_t *answer_id,
                           struct err *err) __attribute__((warn_unused_result));

/* The evidence of a valid vote in the text of the document that it chose. */
struct quotation_row {
    struct bytes docid;
    struct quotation quotation;
    bool stands; /* in the text that the document has now */
};

/* Those of the votes on a question, in the order in which they were cast; copied into the arena. */
bool store_list_quotations(struct store *store, int64_t question_id, struct arena *arena,
                           struct quotation_row **rows, size_t *n, struct err *err)
    __attribute__((warn_unused_result));
/* That it is going to be done, likewise. */
void store_foresee_quotations(struct store *store, int64_t question_id);

/* Rows with a later time are not answers. */
#define ANSWER_TIME_MAX MOMENT_MAX

/* An answer, whatever became of it, with the ballot that it was given to. Times are from 0 to ANSWER_TIME_MAX. */
struct answer_row {
    int64_t answer_id;
    struct bytes uuid;
    struct bytes qid;
    int64_t annotator_id;
    struct bytes annotator;
    int64_t position;  /* of the slot that was chosen, 1 to n_slots, or VOTE_NONE */
    struct bytes skip; /* why it is no vote; empty: it is one */
    int64_t given_at;
    bool is_timed; /* elapsed_ms is known */
    int64_t elapsed_ms;
    struct bytes note;
    bool is_withdrawn; /* at withdrawn_at, by "undo" or "return" */
    int64_t withdrawn_at;
    struct bytes withdrawn_by;
    struct bytes control;      /* of what kind (core/judge/control.h), and no vote; empty: it is none */
    struct quotation evidence; /* of the chosen document's text, as that was when it was given */
    struct bytes reason;
    int64_t second; /* as struct answer's */
    size_t n_slots;
    struct bytes docids[BALLOT_SIZE_MAX]; /* by position - 1 */
};

/* Called with what is there until it returns; false, with the error set, ends the visits. */
typedef bool answer_visit(void *context, const struct answer_row *answer, struct err *err);

/* Whether an answer has this uuid, also one that was taken back. */
bool store_has_answer(struct store *store, struct bytes uuid, bool *has, struct err *err)
    __attribute__((warn_unused_result));
/* Visits every answer in the order in which they were given; one is in memory at a time. */
bool store_visit_answers(struct store *store, answer_visit *visit, void *context, struct err *err)
    __attribute__((warn_unused_result));
/* Visits, in that order too, those that were given, taken back, or had something added since a change; {0}: all. */
bool store_visit_changed_answers(struct store *store, const struct answer_change *since, answer_visit *visit,
                                 void *context, struct err *err) __attribute__((warn_unused_result));

#endif
