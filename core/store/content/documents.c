#include "core/store/content/documents.h"

#include "core/store/rows.h"
#include "core/store/content/shown_fields.h"
#include "core/store/store_private.h"

static struct query find_number(struct store *store, struct bytes docid)
{
    struct query query = query_start(store->db, STATEMENT_DOCUMENT_NUMBER);
    query_bind_bytes(&query, 1, docid);
    return query;
}

bool store_find_document(struct store *store, struct bytes docid, int64_t *document_id, struct err *err)
{
    struct query query = find_number(store, docid);
    return query_one_integer(&query, 0, document_id, err);
}

void store_prefetch_document_number(struct store *store, struct bytes docid)
{
    struct query query = find_number(store, docid);
    query_prefetch(&query);
}

static struct query start_title(struct store *store, struct bytes docid)
{
    struct query query = query_start(store->db, STATEMENT_DOCUMENT_TITLE);
    query_bind_bytes(&query, 1, docid);
    return query;
}

void store_prefetch_title(struct store *store, struct bytes docid)
{
    struct query query = start_title(store, docid);
    query_prefetch(&query);
}

bool store_read_title(struct store *store, struct bytes docid, struct arena *arena, struct bytes *title,
                      struct err *err)
{
    struct query query = start_title(store, docid);
    *title = (struct bytes){0};
    if (query_next(&query))
        *title = arena_copy(arena, query_only_bytes(&query));
    return query_end(&query, err);
}

bool store_read_title_and_text(struct store *store, struct bytes docid, struct arena *arena,
                               struct bytes *title, struct bytes *text, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_DOCUMENT_FIND);
    query_bind_bytes(&query, 1, docid);
    if (query_require(&query, query_next(&query), "a document is missing")) {
        const struct kept_item kept = read_kept_item(&query);
        *title = arena_copy(arena, kept.title);
        *text = arena_copy(arena, kept.text);
    }
    return query_end(&query, err);
}

bool store_read_document(struct store *store, struct bytes docid, struct arena *arena,
                         struct ballot_document *document, struct err *err)
{
    *document = (struct ballot_document){.docid = arena_copy(arena, docid)};
    return store_read_title_and_text(store, docid, arena, &document->title, &document->text, err) &&
           shown_fields_read_document(store, arena, document, err);
}

bool store_read_pool_texts(struct store *store, int64_t question_id, struct arena *arena,
                           struct bytes texts[POOL_TEXTS_MAX], size_t *n, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_CANDIDATE_TEXT_LIST);
    query_bind_integer(&query, 1, question_id);
    *n = 0;
    while (*n < POOL_TEXTS_MAX && query_next(&query)) {
        struct bytes text = read_candidate_text(&query).text;
        text.size = text.size < POOL_TEXT_SIZE ? text.size : POOL_TEXT_SIZE;
        texts[(*n)++] = arena_copy(arena, text);
    }
    return query_end(&query, err);
}

static bool visit_items(struct store *store, enum statement statement, item_visit *visit, void *context,
                        struct err *err)
{
    bool visited = true;
    struct query query = query_start(store->db, statement);
    while (visited && query_next(&query)) {
        struct item item = read_item(&query);
        visited = visit(context, &item, err);
    }
    return query_end_visit(&query, visited, err);
}

bool store_visit_documents(struct store *store, item_visit *visit, void *context, struct err *err)
{
    return visit_items(store, STATEMENT_DOCUMENT_ALL, visit, context, err);
}

bool store_visit_questions(struct store *store, item_visit *visit, void *context, struct err *err)
{
    return visit_items(store, STATEMENT_QUESTION_ALL, visit, context, err);
}
