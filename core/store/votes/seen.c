#include "core/store/votes/seen.h"

#include "core/store/content/shown_fields.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"

static bool read_question(struct store *store, int64_t answer_id, struct arena *arena,
                          struct seen_ballot *seen, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_SEEN_QUESTION_GET);
    query_bind_integer(&query, 1, answer_id);
    if (query_next(&query)) {
        const struct seen_question row = read_seen_question(&query, arena);
        seen->ballot.question_id = row.question_id;
        seen->ballot.qid = row.qid;
        seen->ballot.question = row.text;
        seen->has_earlier_question = row.is_earlier;
    }
    return query_end(&query, err);
}

static bool read_documents(struct store *store, int64_t answer_id, struct arena *arena,
                           struct seen_ballot *seen, struct err *err)
{
    struct ballot *ballot = &seen->ballot;
    struct query query = query_start(store->db, STATEMENT_SEEN_SLOT_LIST);
    query_bind_integer(&query, 1, answer_id);
    while (ballot->n_slots < BALLOT_SIZE_MAX && query_next(&query)) {
        const struct seen_slot row = read_seen_slot(&query, arena);
        seen->has_earlier_text[ballot->n_slots] = row.is_earlier;
        ballot->documents[ballot->n_slots++] =
            (struct ballot_document){.docid = row.docid, .title = row.title, .text = row.text};
    }
    return query_end(&query, err);
}

/* Reads the fields of documents with unchanged texts; the stored fields belong to the present texts. */
static bool read_fields(struct store *store, struct arena *arena, struct seen_ballot *seen, struct err *err)
{
    bool read = true;
    for (size_t i = 0; read && i < seen->ballot.n_slots; i++)
        if (!seen->has_earlier_text[i])
            read = shown_fields_read_document(store, arena, &seen->ballot.documents[i], err);
    return read;
}

bool store_read_seen_ballot(struct store *store, int64_t answer_id, struct arena *arena,
                            struct seen_ballot *seen, struct err *err)
{
    *seen = (struct seen_ballot){.ballot.withdrawn.position = VOTE_ABSENT};
    return read_question(store, answer_id, arena, seen, err) &&
           read_documents(store, answer_id, arena, seen, err) && read_fields(store, arena, seen, err);
}
