/*
 * Each put looks for the row first, then adds it, replaces it or leaves it alone, so that who imports can say which it was.
 * A candidate makes its question need more ballots, but that is worked out once an import, by store_refresh_targets, and not
 * row by row.
 */
#include "core/store/fill.h"

#include "core/judge/deal.h"
#include "core/store/pool.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"

/* Documents and questions differ in their statements and in the title alone. */
struct item_statements {
    enum statement find, add, replace;
    bool has_title;
};

static const struct item_statements document_statements = {
    .find = STATEMENT_DOCUMENT_FIND,
    .add = STATEMENT_DOCUMENT_ADD,
    .replace = STATEMENT_DOCUMENT_REPLACE,
    .has_title = true,
};

static const struct item_statements question_statements = {
    .find = STATEMENT_QUESTION_FIND,
    .add = STATEMENT_QUESTION_ADD,
    .replace = STATEMENT_QUESTION_REPLACE,
};

/* Binds title (where there is one), text and fields from parameter 2 on. */
static void bind_content(struct query *query, const struct item_statements *statements,
                         const struct item *item)
{
    int parameter = 2;
    if (statements->has_title)
        query_bind_bytes(query, parameter++, item->title);
    query_bind_bytes(query, parameter++, item->text);
    if (item->fields.size > 0)
        query_bind_bytes(query, parameter, item->fields);
    else
        query_bind_null(query, parameter);
}

static bool has_same_content(const struct kept_item *kept, const struct item_statements *statements,
                             const struct item *item)
{
    return (!statements->has_title || bytes_equal(kept->title, item->title)) &&
           bytes_equal(kept->text, item->text) && bytes_equal(kept->fields, item->fields);
}

static bool put_item(struct store *store, const struct item_statements *statements, const struct item *item,
                     bool replace, enum stored *stored, struct err *err)
{
    int64_t row = 0;
    *stored = STORED_NEW;
    struct query find = query_start(store->db, statements->find);
    query_bind_bytes(&find, 1, item->id);
    if (query_next(&find)) {
        struct kept_item kept = read_kept_item(&find);
        row = kept.item_id;
        *stored = has_same_content(&kept, statements, item) ? STORED_SAME
                  : replace                                 ? STORED_REPLACED
                                                            : STORED_CONFLICT;
    }
    if (!query_end(&find, err))
        return false;
    if (*stored == STORED_SAME || *stored == STORED_CONFLICT)
        return true;

    struct query write =
        query_start(store->db, *stored == STORED_NEW ? statements->add : statements->replace);
    if (*stored == STORED_NEW)
        query_bind_bytes(&write, 1, item->id);
    else
        query_bind_integer(&write, 1, row);
    bind_content(&write, statements, item);
    return query_run(&write, err);
}

bool store_put_document(struct store *store, const struct item *item, bool replace, enum stored *stored,
                        struct err *err)
{
    return put_item(store, &document_statements, item, replace, stored, err);
}

bool store_put_question(struct store *store, const struct item *item, bool replace, enum stored *stored,
                        struct err *err)
{
    return put_item(store, &question_statements, item, replace, stored, err);
}

/* Makes it a candidate if it is none; *is_new says which. */
static bool add_candidate(struct store *store, int64_t question_id, int64_t document_id, bool *is_new,
                          struct err *err)
{
    int64_t is_there;
    struct query find = query_start(store->db, STATEMENT_CANDIDATE_FIND);
    query_bind_integer(&find, 1, question_id);
    query_bind_integer(&find, 2, document_id);
    if (!query_one_integer(&find, 0, &is_there, err))
        return false;
    *is_new = !is_there;
    if (is_there)
        return true;
    struct query add = query_start(store->db, STATEMENT_CANDIDATE_ADD);
    query_bind_integer(&add, 1, question_id);
    query_bind_integer(&add, 2, document_id);
    return query_run(&add, err);
}

/* What the candidate has of this source: STORED_NEW, nothing; STORED_SAME; or STORED_CONFLICT, another rank or score. */
static bool compare_origin(struct store *store, int64_t question_id, int64_t document_id,
                           const struct candidate_origin *origin, enum stored *stored, struct err *err)
{
    *stored = STORED_NEW;
    struct query find = query_start(store->db, STATEMENT_CANDIDATE_SOURCE_FIND);
    query_bind_integer(&find, 1, question_id);
    query_bind_integer(&find, 2, document_id);
    query_bind_bytes(&find, 3, origin->source);
    if (query_next(&find)) {
        struct kept_origin kept = read_kept_origin(&find);
        bool is_same =
            kept.rank == origin->rank && !(kept.score < origin->score || kept.score > origin->score);
        *stored = is_same ? STORED_SAME : STORED_CONFLICT;
    }
    return query_end(&find, err);
}

bool store_put_candidate(struct store *store, int64_t question_id, int64_t document_id,
                         const struct candidate_origin *origin, bool replace, enum stored *stored,
                         struct err *err)
{
    bool is_new;
    enum stored source;
    if (!add_candidate(store, question_id, document_id, &is_new, err) ||
        !compare_origin(store, question_id, document_id, origin, &source, err))
        return false;
    *stored = is_new ? STORED_NEW : source == STORED_CONFLICT && replace ? STORED_REPLACED : STORED_SAME;
    if (source == STORED_SAME || (source == STORED_CONFLICT && !replace))
        return true;

    struct query put = query_start(store->db, STATEMENT_CANDIDATE_SOURCE_PUT);
    query_bind_integer(&put, 1, question_id);
    query_bind_integer(&put, 2, document_id);
    query_bind_bytes(&put, 3, origin->source);
    query_bind_integer(&put, 4, origin->rank);
    query_bind_real(&put, 5, origin->score);
    return query_run(&put, err);
}

static bool list_pool_sizes(struct store *store, struct arena *arena, struct pool_size **sizes, size_t *n,
                            struct err *err)
{
    *sizes = NULL;
    *n = 0;
    struct query query = query_start(store->db, STATEMENT_CANDIDATE_POOL_SIZES);
    while (query_next(&query))
        ARENA_PUSH(arena, *sizes, *n) = read_pool_size(&query);
    return query_end(&query, err);
}

bool store_refresh_targets(struct store *store, size_t ballot_size, int64_t impressions, struct err *err)
{
    struct arena arena = {0};
    struct pool_size *sizes;
    size_t n;
    bool worked = list_pool_sizes(store, &arena, &sizes, &n, err);
    for (size_t i = 0; worked && i < n; i++) {
        size_t pool = (size_t)sizes[i].n_candidates;
        struct query query = query_start(store->db, STATEMENT_QUESTION_SET_TARGET);
        query_bind_integer(&query, 1, sizes[i].question_id);
        query_bind_integer(&query, 2, (int64_t)pool);
        query_bind_integer(&query, 3, deal_target(pool, ballot_size, impressions));
        query_bind_integer(&query, 4, (int64_t)deal_slots(pool, ballot_size));
        worked = query_run(&query, err) && pool_settle_ballots_left(store, sizes[i].question_id, err);
    }
    arena_release(&arena);
    return worked;
}
