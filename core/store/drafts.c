#include "core/store/drafts.h"

#include "core/store/rows.h"
#include "core/store/store_private.h"

bool store_list_note_drafts(struct store *store, int64_t annotator_id, struct arena *arena,
                            struct note_draft **drafts, size_t *n, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_NOTE_DRAFT_LIST);
    query_bind_integer(&query, 1, annotator_id);
    *drafts = NULL;
    *n = 0;
    while (query_next(&query))
        ARENA_PUSH(arena, *drafts, *n) = read_note_draft(&query, arena);
    return query_end(&query, err);
}

bool store_list_evidence_drafts(struct store *store, int64_t annotator_id, struct arena *arena,
                                struct evidence_draft **drafts, size_t *n, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_EVIDENCE_DRAFT_LIST);
    query_bind_integer(&query, 1, annotator_id);
    *drafts = NULL;
    *n = 0;
    while (query_next(&query)) {
        struct drafted_evidence row = read_drafted_evidence(&query, arena);
        if (!query_require(&query, row.position >= VOTE_NONE && row.position <= BALLOT_SIZE_MAX,
                           "evidence is marked in a slot that no ballot has"))
            break;
        ARENA_PUSH(arena, *drafts, *n) =
            (struct evidence_draft){row.ballot_id, {(int)row.position, row.evidence}};
    }
    return query_end(&query, err);
}

bool store_put_note_draft(struct store *store, int64_t ballot_id, struct bytes note, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_NOTE_DRAFT_PUT);
    query_bind_integer(&query, 1, ballot_id);
    query_bind_bytes(&query, 2, note);
    return query_post(&query, err);
}

bool store_put_evidence_draft(struct store *store, int64_t ballot_id, const struct evidence_mark *mark,
                              struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_EVIDENCE_DRAFT_PUT);
    query_bind_integer(&query, 1, ballot_id);
    if (mark->position > VOTE_NONE) { /* what is not bound is NULL */
        query_bind_integer(&query, 2, mark->position);
        query_bind_bytes(&query, 3, mark->evidence.text);
        query_bind_integer(&query, 4, mark->evidence.start);
    }
    return query_post(&query, err);
}

bool store_remove_note_draft(struct store *store, int64_t ballot_id, struct err *err)
{
    return db_run(store->db, STATEMENT_NOTE_DRAFT_REMOVE, &ballot_id, 1, err);
}

bool store_remove_evidence_draft(struct store *store, int64_t ballot_id, struct err *err)
{
    return db_run(store->db, STATEMENT_EVIDENCE_DRAFT_REMOVE, &ballot_id, 1, err);
}
