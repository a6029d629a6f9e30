/*
 * Each answer gets a ballot of its own, which is closed: lines do not say which answers were given to one ballot. It is
 * added as standing and then withdrawn, where it was, so that the triggers see what they always see.
 */
#include "core/store/received.h"

#include "core/base/words.h"
#include "core/store/answers.h"
#include "core/store/rows.h"
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
    return query_run(&query, err);
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
                (is_skip || known->position == answer->position);
    for (size_t i = 0; same && i < received->n_slots; i++)
        same = documents[i] == received->document_ids[i];
    return same;
}

/* *answer_id = 0: no answer has this uuid. */
static bool find_known(struct store *store, const struct received_answer *received, int64_t *answer_id,
                       enum stored *stored, bool *has_new_reason, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_ANSWER_FIND);
    query_bind_bytes(&query, 1, bytes_of(received->uuid));
    *answer_id = 0;
    *has_new_reason = false;
    if (query_next(&query)) {
        struct known_answer known = read_known_answer(&query);
        struct bytes reason = received->answer.reason;
        *has_new_reason = reason.size > 0 && !known.is_withdrawn && !bytes_equal(known.reason, reason);
        bool is_news = *has_new_reason || (received->withdrawal != WITHDRAWAL_ABSENT && !known.is_withdrawn);
        *answer_id = known.answer_id;
        *stored = !is_known_as(&known, received) ? STORED_CONFLICT : is_news ? STORED_REPLACED : STORED_SAME;
    }
    return query_end(&query, err);
}

static bool add_closed_ballot(struct store *store, const struct received_answer *received, int64_t *ballot_id,
                              struct err *err)
{
    int64_t deal;
    if (!ballot_next_deal(store, received->question_id, &deal, err) || !ballot_take_id(store, ballot_id, err))
        return false;
    struct query query = query_start(store->db, STATEMENT_BALLOT_ADD);
    query_bind_integer(&query, 1, received->question_id);
    query_bind_integer(&query, 2, deal);
    query_bind_integer(&query, 3, received->annotator_id);
    query_bind_integer(&query, 4, received->given_at);
    query_bind_null(&query, 5);
    if (received->control != CONTROL_ABSENT) /* what is not bound is NULL */
        query_bind_bytes(&query, 6, bytes_of(words_at(&control_words, received->control)));
    query_bind_integer(&query, 7, *ballot_id);
    return query_run(&query, err) &&
           ballot_add_slots(store, *ballot_id, received->document_ids, received->n_slots, err);
}

static bool add_received(struct store *store, const struct received_answer *received, struct err *err)
{
    struct answer_key key = {.annotator_id = received->annotator_id, .given_at = received->given_at};
    struct answer answer = received->answer;
    memcpy(key.uuid, received->uuid, sizeof key.uuid);
    if (answer_is_vote(&answer) && answer.elapsed_ms < 0)
        answer.elapsed_ms = 0; /* not known, as the schema has it for votes */
    return answer_is_accepted(&answer, err) && answer_next_id(store, &key.answer_id, err) &&
           add_closed_ballot(store, received, &key.ballot_id, err) && answer_put(store, &key, &answer, err) &&
           (received->withdrawal == WITHDRAWAL_ABSENT || withdraw(store, key.answer_id, received, err));
}

/* What came to be known of an answer since it came in. */
static bool bring_up_to_date(struct store *store, int64_t answer_id, const struct received_answer *received,
                             bool has_new_reason, struct err *err)
{
    bool given;
    return (!has_new_reason || store_give_reason(store, answer_id, received->answer.reason, &given, err)) &&
           (received->withdrawal == WITHDRAWAL_ABSENT || withdraw(store, answer_id, received, err));
}

bool store_put_received_answer(struct store *store, const struct received_answer *received,
                               enum stored *stored, struct err *err)
{
    int64_t answer_id;
    bool has_new_reason;
    *stored = STORED_NEW;
    if (!find_known(store, received, &answer_id, stored, &has_new_reason, err))
        return false;
    if (*stored == STORED_NEW || *stored == STORED_REPLACED)
        question_note_unsettled(store, received->question_id);
    if (*stored == STORED_NEW)
        return add_received(store, received, err);
    return *stored != STORED_REPLACED || bring_up_to_date(store, answer_id, received, has_new_reason, err);
}
