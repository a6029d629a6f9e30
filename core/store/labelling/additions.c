#include "core/store/labelling/additions.h"

#include "core/store/labelling/dockets.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"

static struct query find_last(struct store *store, int64_t answer_id, enum addition_kind kind)
{
    struct query query = query_start(store->db, STATEMENT_ADDITION_OF_VOTE);
    query_bind_integer(&query, 1, answer_id);
    query_bind_bytes(&query, 2, bytes_of(words_at(&addition_words, kind)));
    return query;
}

bool addition_put(struct store *store, int64_t answer_id, const struct addition *addition, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_ADDITION_ADD);
    query_bind_integer(&query, 1, answer_id);
    query_bind_bytes(&query, 2, bytes_of(words_at(&addition_words, addition->kind)));
    query_bind_bytes(&query, 3, addition->said);
    query_bind_integer(&query, 4, addition->number);
    return query_post(&query, err);
}

bool store_add_to_vote(struct store *store, int64_t answer_id, const struct addition *addition, bool *added,
                       struct err *err)
{
    bool is_said = false;
    struct query query = find_last(store, answer_id, addition->kind);
    *added = query_next(&query);
    if (*added) {
        const struct said_beside last = read_said_beside(&query);
        is_said = addition_is_equal(&(struct addition){addition->kind, last.said, last.number}, addition);
    }
    return query_end(&query, err) && (!*added || is_said || addition_put(store, answer_id, addition, err));
}

bool store_settle_second(struct store *store, int64_t question_id, struct err *err)
{
    struct deal_rules rules;
    return deal_rules_read(store, &rules, err) &&
           (rules.dealing != DEALING_ADAPTIVE || question_settle(store, &rules, question_id, err));
}
