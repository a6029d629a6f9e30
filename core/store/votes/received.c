/*
 * Each answer gets a closed ballot of its own, because lines do not say which answers were given to the same ballot. A
 * withdrawn answer is first added as standing and then withdrawn, so that the triggers see what they always see.
 */
#include "core/store/votes/received.h"

#include "core/base/map.h"
#include "core/base/words.h"
#include "core/store/labelling/answers.h"
#include "core/store/rows.h"
#include "core/store/content/unsettled.h"
#include "core/store/labelling/ballots.h"
#include "core/store/store_private.h"

#include <string.h>

static const char *const withdrawals[] = {
    [WITHDRAWAL_ABSENT] = "",
    [WITHDRAWAL_BY_UNDO] = "undo",
    [WITHDRAWAL_BY_RETURN] = "return",
};

bool withdrawal_find(struct bytes name, enum withdrawal *withdrawal)
{
    static const struct words names = WORDS_OF(withdrawals);
    size_t place;
    *withdrawal = words_find(&names, name, &place) ? (enum withdrawal)place : WITHDRAWAL_ABSENT;
    return *withdrawal != WITHDRAWAL_ABSENT;
}

static bool withdraw(struct store *store, int64_t answer_id, const struct received_answer *received,
                     struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_ANSWER_WITHDRAW_AS);
    query_bind_integer(&query, 1, answer_id);
    query_bind_integer(&query, 2, received->withdrawn_at);
    query_bind_bytes(&query, 3, bytes_of(withdrawals[received->withdrawal]));
    return query_post(&query, err);
}

static bool is_known_as(const struct known_answer *known, const struct received_answer *received)
{
    const int64_t documents[BALLOT_SIZE_MAX] = {known->first, known->second, known->third};
    const struct answer *answer = &received->answer;
    enum skip_reason skip;
    bool is_skip = skip_reason_find(known->skip, &skip);
    size_t control;
    bool is_control = words_find(&control_words, known->control, &control);
    bool same = known->question_id == received->question_id && is_control &&
                (enum control)control == received->control && known->annotator_id == received->annotator_id &&
                known->n_slots == (int64_t)received->n_slots && skip == answer->skip &&
                (is_skip || (known->position == answer->position &&
                             second_tied(known->next_best) == second_tied(answer->second)));
    for (size_t i = 0; same && i < received->n_slots; i++)
        same = documents[i] == received->document_ids[i];
    return same;
}

/* The state of an answer that is received. */
struct receipt {
    int64_t answer_id; /* 0: no answer has its uuid */
    int64_t ballot_id; /* of an answer that is new */
    enum stored stored;
    bool adds; /* it has additions that are not known yet, marked in is_new */
    bool is_new[ADDITION_KIND_COUNT];
    /* The last receipt before this one, among those stored together, with the same uuid; NULL: none. */
    const struct receipt *before;
    bool is_after_news; /* that one, or one before it, was new or added something */
};

static struct query find_uuid(struct store *store, enum statement statement,
                              const struct received_answer *received)
{
    struct query query = query_start(store->db, statement);
    query_bind_bytes(&query, 1, bytes_of(received->uuid));
    return query;
}

/*
 * For one kind of additions of an answer: whether the received value was ever stored, and whether it is the last one.
 */
struct known_addition {
    bool was_said, is_last;
};

static void note_said(struct known_addition known[ADDITION_KIND_COUNT], const struct answer *answer,
                      const struct addition *said)
{
    struct addition given;
    const bool is_same = addition_of(answer, said->kind, &given) && addition_is_equal(&given, said);
    known[said->kind].is_last = is_same;
    known[said->kind].was_said |= is_same;
}

static bool note_added(struct store *store, const struct received_answer *received,
                       struct known_addition known[ADDITION_KIND_COUNT], struct err *err)
{
    struct query query = find_uuid(store, STATEMENT_ADDITION_LIST, received);
    while (query_next(&query)) {
        const struct said_beside row = read_said_beside(&query);
        size_t kind;
        if (query_require(&query, words_find(&addition_words, row.kind, &kind),
                          "an addition to an answer is of an unknown kind"))
            note_said(known, &received->answer,
                      &(struct addition){(enum addition_kind)kind, row.said, row.number});
    }
    return query_end(&query, err);
}

/*
 * A value that was stored earlier comes from an older line that is received again: the same lines must not add it
 * twice. But it is new if it follows, among these lines, one that was new itself.
 */
static void mark_new(const struct known_addition known[ADDITION_KIND_COUNT],
                     const struct received_answer *received, struct receipt *receipt)
{
    receipt->adds = false;
    for (enum addition_kind kind = 0; kind < ADDITION_KIND_COUNT; kind++) {
        struct addition addition;
        const bool is_known = receipt->is_after_news ? known[kind].is_last : known[kind].was_said;
        receipt->is_new[kind] = addition_of(&received->answer, kind, &addition) && !is_known;
        receipt->adds |= receipt->is_new[kind];
    }
}

/*
 * Finds the answer with this uuid. On a server its additions were asked for ahead, so they are read even if there is no
 * such answer: a later line about it would otherwise read what was there before this line was stored.
 */
static bool find_known(struct store *store, const struct received_answer *received, struct receipt *receipt,
                       struct err *err)
{
    struct known_addition beside[ADDITION_KIND_COUNT] = {0};
    bool is_same = false, is_withdrawn = false;
    struct query query = find_uuid(store, STATEMENT_ANSWER_FIND, received);
    receipt->stored = STORED_NEW;
    if (query_next(&query)) {
        struct known_answer known = read_known_answer(&query);
        receipt->answer_id = known.answer_id;
        receipt->stored = STORED_SAME;
        is_same = is_known_as(&known, received);
        is_withdrawn = known.is_withdrawn;
        note_said(beside, &received->answer, &(struct addition){ADDITION_NOTE, known.note, 0});
        note_said(beside, &received->answer,
                  &(struct addition){ADDITION_EVIDENCE, known.evidence, known.start});
    }
    const bool is_asked = receipt->before == NULL && db_is_on_server(store->db);
    if (!query_end(&query, err) ||
        ((receipt->stored == STORED_SAME || is_asked) && !note_added(store, received, beside, err)))
        return false;
    if (receipt->stored == STORED_NEW)
        return true;
    if (!is_withdrawn && answer_is_vote(&received->answer))
        mark_new(beside, received, receipt);
    bool is_news = receipt->adds || (received->withdrawal != WITHDRAWAL_ABSENT && !is_withdrawn);
    receipt->stored = !is_same ? STORED_CONFLICT : is_news ? STORED_REPLACED : STORED_SAME;
    return true;
}

/* Gets the number of the row that is added next. On a server nobody else gets this number. */
static bool take_number(struct store *store, enum statement statement, int64_t *number, struct err *err)
{
    struct query query = query_start(store->db, statement);
    return query_one_integer(&query, 1, number, err);
}

static void prefetch_number(struct store *store, enum statement statement)
{
    struct query query = query_start(store->db, statement);
    query_prefetch(&query);
}

/* The ballot's number in its question is determined by the statement, because several are added one after the other. */
static bool add_closed_ballot(struct store *store, const struct received_answer *received, int64_t *ballot_id,
                              struct err *err)
{
    if (!take_number(store, STATEMENT_BALLOT_NEXT_ID, ballot_id, err))
        return false;
    struct query query = query_start(store->db, STATEMENT_BALLOT_ADD_CLOSED);
    query_bind_integer(&query, 1, received->question_id);
    query_bind_integer(&query, 2, received->annotator_id);
    query_bind_integer(&query, 3, received->given_at);
    if (received->control != CONTROL_ABSENT) /* an unbound parameter is NULL */
        query_bind_bytes(&query, 4, bytes_of(words_at(&control_words, received->control)));
    query_bind_integer(&query, 5, *ballot_id);
    return query_post(&query, err) &&
           ballot_add_slots(store, *ballot_id, received->document_ids, received->n_slots, err);
}

static bool add_received(struct store *store, const struct receipt *receipt,
                         const struct received_answer *received, struct err *err)
{
    struct answer_key key = {.ballot_id = receipt->ballot_id,
                             .annotator_id = received->annotator_id,
                             .given_at = received->given_at};
    struct answer answer = received->answer;
    memcpy(key.uuid, received->uuid, sizeof key.uuid);
    if (answer_is_vote(&answer) && answer.elapsed_ms < 0)
        answer.elapsed_ms = 0; /* unknown, as the schema represents it for votes */
    return answer_is_accepted(&answer, err) &&
           take_number(store, STATEMENT_ANSWER_NEXT_ID, &key.answer_id, err) &&
           answer_put(store, &key, &answer, err) &&
           (received->withdrawal == WITHDRAWAL_ABSENT || withdraw(store, key.answer_id, received, err));
}

static bool add_news(struct store *store, const struct receipt *receipt,
                     const struct received_answer *received, struct err *err)
{
    bool worked = true;
    for (enum addition_kind kind = 0; worked && kind < ADDITION_KIND_COUNT; kind++) {
        struct addition addition;
        if (receipt->is_new[kind] && addition_of(&received->answer, kind, &addition))
            worked = addition_put(store, receipt->answer_id, &addition, err);
    }
    return worked;
}

/* Stores what has become known of an answer since it was received first. */
static bool bring_up_to_date(struct store *store, const struct receipt *receipt,
                             const struct received_answer *received, struct err *err)
{
    return answer_is_accepted(&received->answer, err) && add_news(store, receipt, received, err) &&
           (received->withdrawal == WITHDRAWAL_ABSENT || withdraw(store, receipt->answer_id, received, err));
}

static bool put_received(struct store *store, const struct received_answer *received, struct receipt *receipt,
                         struct err *err)
{
    const struct receipt *before = receipt->before;
    if (before != NULL) {
        receipt->is_after_news = before->is_after_news || before->stored == STORED_NEW || before->adds;
        if (!find_known(store, received, receipt, err))
            return false;
    }
    if (receipt->stored == STORED_NEW)
        return add_received(store, receipt, received, err);
    if (receipt->stored == STORED_REPLACED)
        question_note_unsettled(store, received->question_id);
    return receipt->stored != STORED_REPLACED || bring_up_to_date(store, receipt, received, err);
}

/* --- Storing many ---------------------------------------------------------------------------------- */

/* Looks up all answers except repeated ones; these are looked up after the first one was stored. */
static bool find_all_known(struct store *store, const struct received_answer *received, size_t n,
                           struct receipt *receipts, struct err *err)
{
    struct map uuids = {0};
    struct arena arena = {0};
    const struct receipt **last = arena_get_array(&arena, n, sizeof *last); /* by number of the uuid */
    bool worked = true;
    for (size_t i = 0; i < n; i++) {
        bool is_new;
        int64_t number = map_put(&uuids, bytes_of(received[i].uuid), &is_new);
        receipts[i] = (struct receipt){.before = last[number]};
        last[number] = &receipts[i];
        if (!is_new)
            continue;
        struct query query = find_uuid(store, STATEMENT_ANSWER_FIND, &received[i]);
        query_prefetch(&query);
        query = find_uuid(store, STATEMENT_ADDITION_LIST, &received[i]);
        query_prefetch(&query);
    }
    for (size_t i = 0; worked && i < n; i++)
        worked = receipts[i].before != NULL || find_known(store, &received[i], &receipts[i], err);
    map_release(&uuids);
    arena_release(&arena);
    return worked;
}

static void prefetch_putting(struct store *store, const struct receipt *receipts, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (receipts[i].before != NULL || receipts[i].stored != STORED_NEW)
            continue;
        prefetch_number(store, STATEMENT_ANSWER_NEXT_ID);
        prefetch_number(store, STATEMENT_BALLOT_NEXT_ID);
    }
}

/*
 * On a server a session that votes first deals its next ballot, then locks the question, and at last counts. Many
 * answers are added in the same order, so that no session waits for them while they wait for it.
 */
static bool add_ballots(struct store *store, const struct received_answer *received, size_t n,
                        struct receipt *receipts, struct err *err)
{
    bool worked = true;
    for (size_t i = 0; worked && i < n; i++) {
        if (receipts[i].before != NULL)
            continue;
        if (receipts[i].stored == STORED_NEW)
            worked = add_closed_ballot(store, &received[i], &receipts[i].ballot_id, err);
        if (receipts[i].stored == STORED_NEW || receipts[i].stored == STORED_REPLACED)
            question_note_unsettled(store, received[i].question_id);
    }
    return worked && questions_lock_unsettled(store, err);
}

bool store_put_received_answers(struct store *store, const struct received_answer *received, size_t n,
                                enum stored *stored, size_t *n_put, struct err *err)
{
    struct arena arena = {0};
    struct receipt *receipts = arena_get_array(&arena, n, sizeof *receipts);
    bool worked = find_all_known(store, received, n, receipts, err);
    if (worked)
        prefetch_putting(store, receipts, n);
    worked = worked && add_ballots(store, received, n, receipts, err);
    for (*n_put = 0; worked && *n_put < n; *n_put += worked) {
        worked = put_received(store, &received[*n_put], &receipts[*n_put], err);
        stored[*n_put] = receipts[*n_put].stored;
    }
    db_drop_prefetched(store->db);
    arena_release(&arena);
    return worked;
}
