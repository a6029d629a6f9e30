#include "core/store/content/carrying.h"

#include "core/store/content/documents.h"
#include "core/store/content/imports.h"
#include "core/store/content/twins.h"
#include "core/store/content/unsettled.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"

#include <inttypes.h>

bool store_visit_carried(struct store *store, carried_visit *visit, void *context, struct err *err)
{
    bool visited = true;
    struct query query = query_start(store->db, STATEMENT_CARRIED_DOCUMENT_LIST);
    while (visited && query_next(&query)) {
        struct carried_document document = read_carried_document(&query);
        visited = visit(context, &document, err);
    }
    return query_end_visit(&query, visited, err);
}

bool store_read_document_text(struct store *store, int64_t document_id, struct buffer *text, struct err *err)
{
    buffer_clear(text);
    struct query query = query_start(store->db, STATEMENT_DOCUMENT_TEXT);
    query_bind_integer(&query, 1, document_id);
    if (query_next(&query))
        buffer_add(text, query_only_bytes(&query));
    return query_end(&query, err);
}

bool store_get_documents_state(struct store *store, struct documents_state *state, struct err *err)
{
    *state = (struct documents_state){0};
    struct query query = query_start(store->db, STATEMENT_DOCUMENTS_STATE_GET);
    if (query_next(&query))
        *state = read_documents_state(&query);
    return query_end(&query, err);
}

bool store_import_is_last(struct store *store, bool *is_last, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_DOCUMENTS_STATE_GET);
    *is_last = query_next(&query) && read_documents_state(&query).imports == store->import.last_id;
    return query_end(&query, err);
}

bool store_begin_carry(struct store *store, struct bytes what, int64_t now, struct err *err)
{
    if (!store_begin_import(store, what, now, err))
        return false;
    store->import.is_carry = true;
    return db_run(store->db, STATEMENT_IMPORT_SET_CARRY, &store->import_id, 1, err);
}

bool store_document_is_used(struct store *store, int64_t document_id, bool *is_used, struct err *err)
{
    int64_t found;
    struct query query = query_start(store->db, STATEMENT_DOCUMENT_IS_USED);
    query_bind_integer(&query, 1, document_id);
    bool worked = query_one_integer(&query, 0, &found, err);
    *is_used = found != 0;
    return worked;
}

/*
 * In a file each deletion looks for slots of the document, and finds none; the indexes make that fast. On a server
 * slots don't refer to documents, and the indexes would block everybody who votes.
 */
bool store_delete_unused_documents(struct store *store, const int64_t *document_ids, size_t n,
                                   struct err *err)
{
    const bool is_indexed = !db_is_on_server(store->db);
    bool deleted = !is_indexed || db_begin_removing(store->db, err);
    for (size_t i = 0; deleted && i < n; i++)
        deleted = db_post(store->db, STATEMENT_DOCUMENT_DELETE, &document_ids[i], 1, err);
    return deleted && (!is_indexed || db_end_removing(store->db, err));
}

static bool rename_document(struct store *store, int64_t document_id, struct bytes docid, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_DOCUMENT_RENAME);
    query_bind_integer(&query, 1, document_id);
    query_bind_bytes(&query, 2, docid);
    return query_post(&query, err);
}

/*
 * The temporary id is the document's number and its id, each behind this control character, so it is not the id of any
 * other document, and a carry that continues a stopped one knows the id that the document had.
 */
#define ASIDE '\x1f'

static bool is_aside(struct bytes docid)
{
    return docid.size > 0 && docid.data[0] == ASIDE;
}

struct bytes store_former_id(struct bytes docid)
{
    const char *last = is_aside(docid) ? memchr(docid.data + 1, ASIDE, docid.size - 1) : NULL;
    return last == NULL ? docid : bytes_from(docid, (size_t)(last + 1 - docid.data));
}

bool store_set_document_aside(struct store *store, int64_t document_id, struct bytes docid, struct err *err)
{
    struct buffer aside = {0};
    if (is_aside(docid))
        return true;
    buffer_add_format(&aside, "%c%" PRId64 "%c", ASIDE, document_id, ASIDE);
    buffer_add(&aside, docid);
    bool is_renamed = rename_document(store, document_id, buffer_bytes(&aside), err);
    buffer_release(&aside);
    return is_renamed;
}

static bool note_pools(struct store *store, int64_t document_id, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_CANDIDATE_QUESTION_LIST);
    query_bind_integer(&query, 1, document_id);
    return questions_note_found(store, &query, err);
}

bool store_carry_document(struct store *store, int64_t document_id, struct bytes docid, struct err *err)
{
    return rename_document(store, document_id, docid, err) &&
           db_run(store->db, STATEMENT_DOCUMENT_MARK_PRESENT, &document_id, 1, err) &&
           (db_change_count(store->db) == 0 || note_pools(store, document_id, err));
}

/* Adds "docid~gone"; if that is taken, "docid~gone-2" and so on. */
static void add_gone_id(struct buffer *id, struct bytes docid, int nth)
{
    buffer_add(id, docid);
    buffer_add_string(id, "~gone");
    if (nth > 1)
        buffer_add_format(id, "-%d", nth);
}

static bool find_gone_id(struct store *store, struct bytes docid, struct buffer *id, struct err *err)
{
    int64_t taken = 1;
    for (int n = 1; taken != 0; n++) {
        buffer_clear(id);
        add_gone_id(id, docid, n);
        if (!store_find_document(store, buffer_bytes(id), &taken, err))
            return false;
    }
    return true;
}

bool store_put_document_away(struct store *store, int64_t document_id, struct bytes docid, struct err *err)
{
    struct buffer id = {0};
    bool put = find_gone_id(store, store_former_id(docid), &id, err) &&
               rename_document(store, document_id, buffer_bytes(&id), err) &&
               note_pools(store, document_id, err) &&
               db_post(store->db, STATEMENT_DOCUMENT_MARK_GONE, &document_id, 1, err);
    store->import.ends_ballots = true;
    buffer_release(&id);
    return put;
}

bool store_count_put_away(struct store *store, int64_t *n, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_GONE_DOCUMENT_COUNT);
    return query_one_integer(&query, 0, n, err);
}

bool store_was_put_away(struct store *store, struct bytes docid, struct bytes title, struct bytes text,
                        bool *was, struct err *err)
{
    int64_t found;
    struct buffer id = {0};
    add_gone_id(&id, docid, 1);
    struct query query = query_start(store->db, STATEMENT_GONE_DOCUMENT_IS);
    query_bind_bytes(&query, 1, buffer_bytes(&id));
    query_bind_bytes(&query, 2, title);
    query_bind_bytes(&query, 3, text);
    bool worked = query_one_integer(&query, 0, &found, err);
    *was = worked && found != 0;
    buffer_release(&id);
    return worked;
}

bool store_inherit_candidates(struct store *store, int64_t old_document, int64_t new_document,
                              double contained, int64_t *candidates, struct err *err)
{
    struct query candidate = query_start(store->db, STATEMENT_CANDIDATE_INHERIT);
    query_bind_integer(&candidate, 1, old_document);
    query_bind_integer(&candidate, 2, new_document);
    if (!query_run(&candidate, err))
        return false;
    *candidates += db_change_count(store->db);
    struct query source = query_start(store->db, STATEMENT_CANDIDATE_SOURCE_INHERIT);
    query_bind_integer(&source, 1, old_document);
    query_bind_integer(&source, 2, new_document);
    query_bind_real(&source, 3, contained);
    query_bind_integer(&source, 4, store->import_id);
    return query_run(&source, err) && twins_join(store, 0, INT64_MAX, new_document, err) &&
           note_pools(store, new_document, err);
}
