#include "core/store/note_drafts.h"

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

bool store_put_note_draft(struct store *store, int64_t ballot_id, struct bytes note, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_NOTE_DRAFT_PUT);
    query_bind_integer(&query, 1, ballot_id);
    query_bind_bytes(&query, 2, note);
    return query_run(&query, err);
}

bool store_remove_note_draft(struct store *store, int64_t ballot_id, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_NOTE_DRAFT_REMOVE);
    query_bind_integer(&query, 1, ballot_id);
    return query_run(&query, err);
}
