/*
 * An answer is a row that is added, and withdrawn at most; triggers refuse all else, and keep the sums. What is left of
 * the question is written here, since no trigger knows the stop rule. A ballot is closed when it is answered. An answer
 * that is taken back opens it again: the ballot is leased to its annotator, with the same slots.
 *
 * What may surprise: a withdrawn answer is read with its ballot, so that it can be given again, also in a later session.
 */
#include "core/store/answers.h"

#include "core/base/bug.h"
#include "core/base/random.h"
#include "core/base/words.h"
#include "core/store/dealing.h"
#include "core/store/pool.h"
#include "core/store/rows.h"
#include "core/store/shown_fields.h"
#include "core/store/store_private.h"

#include <string.h>

/* --- A ballot as it is shown -------------------------------------------------------------------- */

static bool read_slots(struct store *store, struct arena *arena, struct ballot *ballot, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_SLOT_SHOW);
    query_bind_integer(&query, 1, ballot->ballot_id);
    while (query_next(&query)) {
        struct shown_slot slot = read_shown_slot(&query, arena);
        if (!query_require(&query,
                           slot.position == (int64_t)ballot->n_slots + 1 && slot.position <= BALLOT_SIZE_MAX,
                           "the slots of a ballot do not count from 1"))
            break;
        slot.document.candidate_id = slot.candidate_id;
        ballot->documents[ballot->n_slots++] = slot.document;
    }
    query_require(&query, ballot->n_slots > 0, "a ballot has no documents");
    return query_end(&query, err);
}

static const char *const skip_reasons[] = {
    [SKIP_ABSENT] = "",
    [SKIP_LATER] = "later",
    [SKIP_CANNOT_TELL] = "cannot tell",
};

bool skip_reason_find(struct bytes name, enum skip_reason *reason)
{
    static const struct words names = WORDS_OF(skip_reasons);
    size_t place;
    *reason = words_find(&names, name, &place) ? (enum skip_reason)place : SKIP_ABSENT;
    return *reason != SKIP_ABSENT;
}

static struct answer answer_of(struct query *query, const struct withdrawn_answer *row,
                               const struct ballot *ballot)
{
    struct answer answer = {.position = VOTE_ABSENT,
                            .elapsed_ms = row->elapsed_ms,
                            .note = row->note,
                            .evidence = row->evidence,
                            .reason = row->reason};
    bool is_skip = skip_reason_find(row->skip, &answer.skip);
    if (!is_skip &&
        query_require(query, row->position >= VOTE_NONE && row->position <= (int64_t)ballot->n_slots,
                      "a vote is for a slot that its ballot has not"))
        answer.position = (int)row->position;
    return answer;
}

/*
 * The answer that can be given again: the one taken back last. Where a ballot comes
 * back that was skipped as "later" it is not that skip, but a vote of before, if there
 * was one; the note is that of the skip all the same, unless it has none.
 */
static bool read_withdrawn(struct store *store, struct arena *arena, struct ballot *ballot, struct err *err)
{
    struct answer *again = &ballot->withdrawn;
    struct bytes note = {0};
    bool is_last = true;
    struct query query = query_start(store->db, STATEMENT_ANSWER_WITHDRAWN_LIST);
    query_bind_integer(&query, 1, ballot->ballot_id);
    *again = (struct answer){.position = VOTE_ABSENT};
    for (; !answer_is_given(again) && query_next(&query); is_last = false) {
        struct withdrawn_answer row = read_withdrawn_answer(&query, arena);
        struct answer answer = answer_of(&query, &row, ballot);
        if (is_last)
            note = answer.note;
        if (answer_is_vote(&answer) || (is_last && row.is_undone))
            *again = answer;
    }
    if (note.size > 0)
        again->note = note;
    return query_end(&query, err);
}

bool store_read_ballot(struct store *store, int64_t ballot_id, struct arena *arena, struct ballot *ballot,
                       struct err *err)
{
    *ballot = (struct ballot){.ballot_id = ballot_id};
    struct query query = query_start(store->db, STATEMENT_BALLOT_SHOW);
    query_bind_integer(&query, 1, ballot_id);
    if (query_require(&query, query_next(&query), "a ballot or its question is missing")) {
        struct shown_ballot row = read_shown_ballot(&query, arena);
        ballot->question_id = row.question_id;
        ballot->question_number = row.number;
        ballot->qid = row.qid;
        ballot->question = row.text;
        ballot->before_ms = row.before_ms;
    }
    return query_end(&query, err) && read_slots(store, arena, ballot, err) &&
           shown_fields_read(store, arena, ballot, err) && read_withdrawn(store, arena, ballot, err);
}

bool store_list_seen_documents(struct store *store, int64_t annotator_id, int64_t question_id,
                               struct arena *arena, struct seen_document **documents, size_t *n,
                               struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_SLOT_SEEN_LIST);
    query_bind_integer(&query, 1, question_id);
    query_bind_integer(&query, 2, annotator_id);
    *documents = NULL;
    *n = 0;
    while (query_next(&query))
        ARENA_PUSH(arena, *documents, *n) = read_seen_document(&query);
    return query_end(&query, err);
}

/* --- Answers ------------------------------------------------------------------------------------ */

/* The question of a ballot that must be open for this annotator. */
static bool require_open(struct store *store, const struct dealer *dealer, int64_t ballot_id,
                         int64_t *question_id, struct err *err)
{
    if (!ballot_find_open(store, dealer, ballot_id, question_id, err))
        return false;
    return *question_id != 0 ||
           err_set(err, ERR_ANSWERED,
                   "this ballot has been answered in another session; here is the next one");
}

bool answer_next_id(struct store *store, int64_t *answer_id, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_ANSWER_NEXT_ID);
    return query_one_integer(&query, 1, answer_id, err);
}

/* *given: the vote stands; *has: it has this reason already. */
static bool find_reason(struct store *store, int64_t answer_id, struct bytes reason, bool *given, bool *has,
                        struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_REASON_OF_VOTE);
    query_bind_integer(&query, 1, answer_id);
    *given = query_next(&query);
    *has = *given && bytes_equal(read_vote_reason(&query).reason, reason);
    return query_end(&query, err);
}

bool store_give_reason(struct store *store, int64_t answer_id, struct bytes reason, bool *given,
                       struct err *err)
{
    bool has;
    if (!find_reason(store, answer_id, reason, given, &has, err))
        return false;
    if (!*given || has)
        return true;
    struct query query = query_start(store->db, STATEMENT_REASON_ADD);
    query_bind_integer(&query, 1, answer_id);
    query_bind_bytes(&query, 2, reason);
    return query_run(&query, err);
}

static bool add_row(struct store *store, const struct answer_key *key, const struct answer *answer,
                    struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_ANSWER_ADD);
    query_bind_integer(&query, 1, key->answer_id);
    query_bind_bytes(&query, 2, bytes_of(key->uuid));
    query_bind_integer(&query, 3, key->ballot_id);
    query_bind_integer(&query, 4, key->annotator_id);
    if (answer->position > VOTE_NONE) /* what is not bound is NULL */
        query_bind_integer(&query, 5, answer->position);
    if (answer->skip != SKIP_ABSENT)
        query_bind_bytes(&query, 6, bytes_of(skip_reasons[answer->skip]));
    query_bind_integer(&query, 7, key->given_at);
    if (answer->elapsed_ms >= 0)
        query_bind_integer(&query, 8, answer->elapsed_ms);
    if (answer->note.size > 0)
        query_bind_bytes(&query, 9, answer->note);
    if (answer->evidence.text.size > 0) {
        query_bind_bytes(&query, 10, answer->evidence.text);
        query_bind_integer(&query, 11, answer->evidence.start);
    }
    return query_run(&query, err);
}

bool answer_put(struct store *store, const struct answer_key *key, const struct answer *answer,
                struct err *err)
{
    bool given;
    return add_row(store, key, answer, err) &&
           (answer->reason.size == 0 ||
            store_give_reason(store, key->answer_id, answer->reason, &given, err));
}

/* Also the same answer to the same ballot, given on two copies of a database, has two uuids: they were given at
 * different times. Those given in one millisecond ascend, so that a merge keeps their order. */
static bool add_answer(struct store *store, const struct dealer *dealer, int64_t ballot_id,
                       const struct answer *answer, struct answer_name *name, struct err *err)
{
    struct answer_key key = {.ballot_id = ballot_id,
                             .annotator_id = dealer->annotator_id,
                             .given_at = dealer->now};
    if (!answer_next_id(store, &key.answer_id, err))
        return false;
    struct random_source random =
        random_from(dealer->uuid_seed + (uint64_t)dealer->now, (uint64_t)key.answer_id);
    random_uuid(&random, dealer->now, key.answer_id, key.uuid);
    name->answer_id = key.answer_id;
    memcpy(name->uuid, key.uuid, sizeof name->uuid);
    return answer_put(store, &key, answer, err);
}

bool store_add_answer(struct store *store, const struct dealer *dealer, int64_t ballot_id,
                      const struct answer *answer, struct answer_name *name, struct err *err)
{
    int64_t question_id;
    BUG_UNLESS((answer->skip == SKIP_ABSENT) == answer_is_vote(answer));
    return answer_is_accepted(answer, err) && require_open(store, dealer, ballot_id, &question_id, err) &&
           ballot_close(store, ballot_id, err) && add_answer(store, dealer, ballot_id, answer, name, err) &&
           (!answer_is_vote(answer) || pool_settle_ballots_left(store, question_id, err));
}

static bool mark_withdrawn(struct store *store, int64_t answer_id, int64_t now, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_ANSWER_WITHDRAW);
    query_bind_integer(&query, 1, answer_id);
    query_bind_integer(&query, 2, now);
    return query_run(&query, err);
}

/* Takes back what the query finds. */
static bool withdraw_found(struct store *store, const struct dealer *dealer, struct query *query,
                           int64_t *ballot_id, bool *was_vote, struct err *err)
{
    struct last_answer last = {0};
    if (query_next(query))
        last = read_last_answer(query);
    *ballot_id = last.ballot_id;
    *was_vote = last.is_vote;
    if (!query_end(query, err))
        return false;
    return last.answer_id == 0 || (mark_withdrawn(store, last.answer_id, dealer->now, err) &&
                                   ballot_lease(store, dealer, last.ballot_id, err) &&
                                   (!last.is_vote || pool_settle_ballots_left(store, last.question_id, err)));
}

bool store_withdraw_answer(struct store *store, const struct dealer *dealer, int64_t *ballot_id,
                           bool *was_vote, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_ANSWER_LAST);
    query_bind_integer(&query, 1, dealer->annotator_id);
    return withdraw_found(store, dealer, &query, ballot_id, was_vote, err);
}

bool store_withdraw_answer_of(struct store *store, const struct dealer *dealer, int64_t answer_id,
                              int64_t *ballot_id, bool *was_vote, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_ANSWER_OWN);
    query_bind_integer(&query, 1, dealer->annotator_id);
    query_bind_integer(&query, 2, answer_id);
    return withdraw_found(store, dealer, &query, ballot_id, was_vote, err);
}

bool store_list_own_answers(struct store *store, struct bytes annotator, size_t most, struct arena *arena,
                            struct own_answer **answers, size_t *n, struct err *err)
{
    int64_t annotator_id = 0;
    struct query query = query_start(store->db, STATEMENT_ANNOTATOR_FIND);
    query_bind_bytes(&query, 1, annotator);
    *answers = NULL;
    *n = 0;
    if (!query_one_integer(&query, 0, &annotator_id, err))
        return false;
    query = query_start(store->db, STATEMENT_ANSWER_OWN_LIST);
    query_bind_integer(&query, 1, annotator_id);
    query_bind_integer(&query, 2, (int64_t)most);
    while (query_next(&query))
        ARENA_PUSH(arena, *answers, *n) = read_own_answer(&query, arena);
    return query_end(&query, err);
}
