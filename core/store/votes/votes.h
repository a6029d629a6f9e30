/*
 * The votes that stand, in the order in which they were cast (for several questions at a time: replay.h). Also all
 * answers, including withdrawn ones, for export to other programs.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/moment.h"
#include "core/judge/ballot.h"
#include "core/store/votes/answer_change.h"
#include "core/store/votes/cast_vote.h"

struct store;

/*
 * Lists the standing votes on a question of all annotators who count, in the order of dealing. In the arena. Votes that
 * this reading holds (store_begin_reading_sums of sound.h, holding.h) are not read again.
 */
MUST_CHECK bool store_list_votes(struct store *store, int64_t question_id, struct arena *arena,
                                 struct cast_vote **votes, size_t *n, struct err *err);
/* Lists the votes up to answer number `last`; always reads them. */
MUST_CHECK bool store_list_votes_until(struct store *store, int64_t question_id, int64_t last,
                                       struct arena *arena, struct cast_vote **votes, size_t *n,
                                       struct err *err);
/* Announce these lists, as query_prefetch (database/db.h). */
void store_prefetch_votes(struct store *store, int64_t question_id);
void store_prefetch_votes_until(struct store *store, int64_t question_id, int64_t last);
/* Sorts votes by the order in which they were cast; mostly it is that of dealing. */
void votes_sort_by_time(struct cast_vote *votes, size_t n);
/* Finds the nth (from 1) of the standing votes cast after answer number `after`; 0: there are fewer. */
MUST_CHECK bool store_find_vote_after(struct store *store, int64_t after, int64_t nth, int64_t *answer_id,
                                      struct err *err);

/* The evidence of a standing vote: a passage in the text of the chosen document. */
struct quotation_row {
    struct bytes docid;
    struct quotation quotation;
    bool stands; /* the document's present text contains it */
};

/* Lists the evidence of the votes on a question, in the order in which they were cast; copied into the arena. */
MUST_CHECK bool store_list_quotations(struct store *store, int64_t question_id, struct arena *arena,
                                      struct quotation_row **rows, size_t *n, struct err *err);
/* Announces store_list_quotations, likewise. */
void store_prefetch_quotations(struct store *store, int64_t question_id);

/* The largest time in ms; rows with a later time are damaged. */
#define ANSWER_TIME_MAX MOMENT_MAX

/* An answer, whether it stands or not, with its ballot. Times are from 0 to ANSWER_TIME_MAX. */
struct answer_row {
    int64_t answer_id;
    struct bytes uuid;
    struct bytes qid;
    int64_t annotator_id;
    struct bytes annotator;
    int64_t position;  /* of the chosen slot, 1 to n_slots, or VOTE_NONE */
    struct bytes skip; /* the reason of a skip; empty: a vote */
    int64_t given_at;
    bool is_timed; /* elapsed_ms is known */
    int64_t elapsed_ms;
    struct bytes note;
    bool is_withdrawn; /* at withdrawn_at, by "undo" or "return" */
    int64_t withdrawn_at;
    struct bytes withdrawn_by;
    struct bytes control; /* the kind of a control (core/judge/control.h), which is no vote; empty: none */
    /* A passage of the chosen document's text, as the text was at the time of the vote. */
    struct quotation evidence;
    struct bytes reason;
    int64_t second; /* as in struct answer */
    size_t n_slots;
    struct bytes docids[BALLOT_SIZE_MAX]; /* by position - 1 */
};

/* Called with an answer that is valid until it returns. False, with the error set, ends the visits. */
typedef bool answer_visit(void *context, const struct answer_row *answer, struct err *err);

/* Returns in `has` whether an answer has this uuid, even a withdrawn one. */
MUST_CHECK bool store_has_answer(struct store *store, struct bytes uuid, bool *has, struct err *err);
/* Visits every answer in the order in which they were given; one is in memory at a time. */
MUST_CHECK bool store_visit_answers(struct store *store, answer_visit *visit, void *context, struct err *err);
/* Visits, in the same order, the answers that were given, withdrawn or added to since a change; {0}: all. */
MUST_CHECK bool store_visit_changed_answers(struct store *store, const struct answer_change *since,
                                            answer_visit *visit, void *context, struct err *err);
