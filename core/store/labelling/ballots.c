#include "core/store/labelling/ballots.h"

#include "core/store/labelling/offering.h"
#include "core/store/store_private.h"

/* Binds the documents by position; an unbound parameter is NULL. */
static void bind_documents(struct query *query, int parameter, const int64_t *document_ids, size_t n)
{
    for (size_t i = 0; i < n; i++)
        query_bind_integer(query, parameter + (int)i, document_ids[i]);
}

bool ballot_add_slots(struct store *store, int64_t ballot_id, const int64_t *document_ids, size_t n,
                      struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_SLOT_ADD_ALL);
    query_bind_integer(&query, 1, ballot_id);
    bind_documents(&query, 2, document_ids, n);
    return query_post(&query, err);
}

static void bind_row(struct query *query, int first, const struct new_ballot *ballot)
{
    const struct offer *offer = ballot->offer;
    const struct dealer *dealer = ballot->dealer;
    query_bind_integer(query, first, offer->question_id);
    query_bind_integer(query, first + 1, offer->number);
    query_bind_integer(query, first + 2, dealer->annotator_id);
    query_bind_integer(query, first + 3, dealer->now);
    query_bind_integer(query, first + 4, dealer->now + dealer->lease_ms);
    if (offer->control != CONTROL_ABSENT) /* an unbound parameter is NULL */
        query_bind_bytes(query, first + 5, bytes_of(words_at(&control_words, offer->control)));
    query_bind_integer(query, first + 6, ballot->ballot_id);
}

void ballot_bind(struct query *query, int first, const struct new_ballot *ballot)
{
    const struct deal *deal = &ballot->offer->deal;
    bind_row(query, first, ballot);
    bind_documents(query, first + 7, deal->document_ids, deal->n_slots);
}

/* On a server the function also adds the slots. */
bool ballot_add(struct store *store, const struct new_ballot *ballot, struct err *err)
{
    const struct deal *deal = &ballot->offer->deal;
    const bool is_on_server = db_is_on_server(store->db);
    struct query query = query_start(store->db, STATEMENT_BALLOT_ADD);
    (is_on_server ? ballot_bind : bind_row)(&query, 1, ballot);
    return query_post(&query, err) &&
           (is_on_server ||
            ballot_add_slots(store, ballot->ballot_id, deal->document_ids, deal->n_slots, err));
}

static bool lease_until(struct store *store, enum statement statement, int64_t ballot_id, int64_t until,
                        struct err *err)
{
    struct query query = query_start(store->db, statement);
    query_bind_integer(&query, 1, ballot_id);
    query_bind_integer(&query, 2, until);
    return query_post(&query, err);
}

bool ballot_lease(struct store *store, int64_t ballot_id, int64_t until, struct err *err)
{
    return lease_until(store, STATEMENT_BALLOT_LEASE, ballot_id, until, err);
}

bool ballot_reopen(struct store *store, const struct dealer *dealer, int64_t ballot_id, struct err *err)
{
    return db_is_on_server(store->db) ||
           lease_until(store, STATEMENT_BALLOT_REOPEN, ballot_id, dealer->now + dealer->lease_ms, err);
}

bool ballot_close(struct store *store, int64_t ballot_id, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_LEASE);
    query_bind_integer(&query, 1, ballot_id); /* an unbound parameter is NULL */
    return query_post(&query, err);
}
