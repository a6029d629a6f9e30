/*
 * A judgment is one row for each source, question and document. Nothing here touches candidates, sums or votes: the
 * import decides whether a judged document becomes a candidate.
 */
#include "core/store/content/judgments.h"

#include "core/store/rows.h"
#include "core/store/store_private.h"

#include <math.h>

static bool find_source(struct store *store, struct bytes name, int64_t *source_id, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_JUDGMENT_SOURCE_FIND);
    query_bind_bytes(&query, 1, name);
    return query_one_integer(&query, 0, source_id, err);
}

bool store_put_judgment_source(struct store *store, struct bytes name, int64_t *source_id, struct err *err)
{
    if (!find_source(store, name, source_id, err))
        return false;
    if (*source_id != 0)
        return true;
    if (!name_check("a source of judgments", name, err) ||
        !name_check_is_no_model(store, "a source of judgments", name, err))
        return false;
    struct query add = query_start(store->db, STATEMENT_JUDGMENT_SOURCE_ADD);
    query_bind_bytes(&add, 1, name);
    if (!query_run(&add, err))
        return false;
    *source_id = db_last_id(store->db);
    return true;
}

static void bind_pair(struct query *query, int64_t source_id, int64_t question_id, int64_t document_id)
{
    query_bind_integer(query, 1, source_id);
    query_bind_integer(query, 2, question_id);
    query_bind_integer(query, 3, document_id);
}

static enum stored compare_grades(double kept, double grade, bool replace)
{
    bool same = !(kept < grade || kept > grade);
    return same ? STORED_SAME : replace ? STORED_REPLACED : STORED_CONFLICT;
}

static bool keep_judgment(struct store *store, int64_t source_id, int64_t question_id, int64_t document_id,
                          struct err *err)
{
    struct query keep = query_start(store->db, STATEMENT_JUDGMENT_KEEP);
    bind_pair(&keep, source_id, question_id, document_id);
    query_bind_integer(&keep, 4, store->import_id);
    return query_post(&keep, err);
}

static struct query find_judgment(struct store *store, int64_t source_id, int64_t question_id,
                                  int64_t document_id)
{
    struct query find = query_start(store->db, STATEMENT_JUDGMENT_FIND);
    bind_pair(&find, source_id, question_id, document_id);
    return find;
}

void store_prefetch_judgment(struct store *store, int64_t source_id, int64_t question_id, int64_t document_id)
{
    struct query find = find_judgment(store, source_id, question_id, document_id);
    query_prefetch(&find);
}

bool store_put_judgment(struct store *store, int64_t source_id, int64_t question_id, int64_t document_id,
                        double grade, bool replace, enum stored *stored, double *kept, struct err *err)
{
    *stored = STORED_NEW;
    struct query find = find_judgment(store, source_id, question_id, document_id);
    if (query_next(&find)) {
        *kept = query_only_real(&find);
        *stored = compare_grades(*kept, grade, replace);
    }
    if (!query_end(&find, err))
        return false;
    if (*stored == STORED_SAME || *stored == STORED_CONFLICT)
        return true;
    if (*stored == STORED_REPLACED && !keep_judgment(store, source_id, question_id, document_id, err))
        return false;
    struct query put = query_start(store->db, STATEMENT_JUDGMENT_PUT);
    bind_pair(&put, source_id, question_id, document_id);
    query_bind_real(&put, 4, grade);
    query_bind_integer(&put, 5, store->import_id);
    return query_post(&put, err);
}

bool store_list_judgment_sources(struct store *store, struct arena *arena, struct judgment_source **sources,
                                 size_t *n, struct err *err)
{
    *sources = NULL;
    *n = 0;
    struct query query = query_start(store->db, STATEMENT_JUDGMENT_SOURCE_LIST);
    while (query_next(&query))
        ARENA_PUSH(arena, *sources, *n) = read_judgment_source(&query, arena);
    return query_end(&query, err);
}

static bool fail_unknown_source(struct store *store, struct bytes name, struct err *err)
{
    struct arena arena = {0};
    struct buffer names = {0};
    struct judgment_source *sources;
    size_t n;
    if (store_list_judgment_sources(store, &arena, &sources, &n, err)) {
        for (size_t i = 0; i < n; i++)
            buffer_add_format(&names, "%s%.*s", i == 0 ? "the sources are " : ", ",
                              BYTES_FORMAT(sources[i].name));
        err_set(err, ERR_INPUT, "%s: there are no judgments of '%.*s'; %s", store_path(store),
                BYTES_FORMAT(name),
                n > 0 ? buffer_string(&names) : "import judgments with --judgments FILE --as NAME");
    }
    buffer_release(&names);
    arena_release(&arena);
    return false;
}

/* The rows of a question come next to each other. */
static bool read_judgments(struct store *store, int64_t source_id, struct qrels *qrels, struct err *err)
{
    struct qrels_question *question = NULL;
    bool is_sound = true;
    struct query query = query_start(store->db, STATEMENT_JUDGMENT_LIST);
    query_bind_integer(&query, 1, source_id);
    while (is_sound && query_next(&query)) {
        struct kept_judgment row = read_kept_judgment(&query, &qrels->memory);
        if (question == NULL || !bytes_equal(question->qid, row.qid))
            question = qrels_question(qrels, arena_copy(&qrels->memory, row.qid));
        is_sound = query_require(&query, isfinite(row.grade), "a grade is not finite") &&
                   query_require(&query, qrels_question_add(question, row.docid, row.grade),
                                 "a document is judged twice");
    }
    qrels_fit(qrels);
    return query_end(&query, err);
}

bool judgment_source_find(struct store *store, struct bytes name, int64_t *source_id, struct err *err)
{
    return find_source(store, name, source_id, err) &&
           (*source_id != 0 || fail_unknown_source(store, name, err));
}

bool store_read_judgments(struct store *store, struct bytes name, struct qrels *qrels, struct err *err)
{
    int64_t source_id;
    return judgment_source_find(store, name, &source_id, err) && read_judgments(store, source_id, qrels, err);
}
