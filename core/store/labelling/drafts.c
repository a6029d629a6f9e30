#include "core/store/labelling/drafts.h"

#include "core/store/rows.h"
#include "core/store/store_private.h"

static struct query ask_drafts(struct store *store, enum statement statement, int64_t annotator_id)
{
    struct query query = query_start(store->db, statement);
    query_bind_integer(&query, 1, annotator_id);
    query_ask(&query);
    return query;
}

struct drafts_reading drafts_ask(struct store *store, int64_t annotator_id)
{
    return (struct drafts_reading){
        .notes = ask_drafts(store, STATEMENT_NOTE_DRAFT_LIST, annotator_id),
        .marks = ask_drafts(store, STATEMENT_EVIDENCE_DRAFT_LIST, annotator_id),
    };
}

static bool take_notes(struct query *query, struct arena *arena, struct drafts *drafts, struct err *err)
{
    while (query_next(query))
        ARENA_PUSH(arena, drafts->notes, drafts->n_notes) = read_note_draft(query, arena);
    return query_end(query, err);
}

static bool take_marks(struct query *query, struct arena *arena, struct drafts *drafts, struct err *err)
{
    while (query_next(query)) {
        struct drafted_evidence row = read_drafted_evidence(query, arena);
        if (!query_require(query, row.position >= VOTE_NONE && row.position <= BALLOT_SIZE_MAX,
                           "evidence is marked in a slot that no ballot has"))
            break;
        ARENA_PUSH(arena, drafts->marks, drafts->n_marks) =
            (struct evidence_draft){row.ballot_id, {(int)row.position, {row.start, row.text}}};
    }
    return query_end(query, err);
}

bool drafts_take(struct drafts_reading *reading, struct arena *arena, struct drafts *drafts, struct err *err)
{
    *drafts = (struct drafts){0};
    bool worked = take_notes(&reading->notes, arena, drafts, err);
    return take_marks(&reading->marks, arena, drafts, err_if(worked, err)) && worked;
}

/* Removes the draft of one ballot. */
static bool remove_draft(struct store *store, enum statement statement, int64_t ballot_id, struct err *err)
{
    struct query query = query_start(store->db, statement);
    query_bind_integer(&query, 1, ballot_id);
    return query_post(&query, err);
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
    if (mark->position > VOTE_NONE) { /* an unbound parameter is NULL */
        query_bind_integer(&query, 2, mark->position);
        query_bind_bytes(&query, 3, mark->evidence.text);
        query_bind_integer(&query, 4, mark->evidence.start);
    }
    return query_post(&query, err);
}

bool store_remove_note_draft(struct store *store, int64_t ballot_id, struct err *err)
{
    return remove_draft(store, STATEMENT_NOTE_DRAFT_REMOVE, ballot_id, err);
}

bool store_remove_evidence_draft(struct store *store, int64_t ballot_id, struct err *err)
{
    return remove_draft(store, STATEMENT_EVIDENCE_DRAFT_REMOVE, ballot_id, err);
}
