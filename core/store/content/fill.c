/*
 * Each put adds the row, or finds an existing row and replaces it or leaves it alone, so that an import can report
 * which it was. Most items are new. So in a file an item is added at once, and looked up only if that added nothing. On
 * a server the item is looked up first, because lookups can be prefetched; writes are never waited for. No other import
 * adds rows meanwhile (triggers.sql).
 */
#include "core/store/content/fill.h"

#include "core/store/id_size.h"
#include "core/store/rows.h"
#include "core/store/content/unsettled.h"
#include "core/store/store_private.h"
#include "core/store/content/twins.h"

/* Documents and questions differ only in their statements and in the title. */
struct item_statements {
    const char *id; /* the name of the id in messages */
    enum statement find, add, replace, keep, votes;
    /* Called before the item gets another text; NULL: nothing to do. */
    bool (*note_unsettled)(struct store *store, int64_t row, struct err *err);
    bool has_title;
};

static bool note_questions_of_text(struct store *store, int64_t document_id, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_OF_TEXT_LIST);
    query_bind_integer(&query, 1, document_id);
    return questions_note_found(store, &query, err);
}

static const struct item_statements document_statements = {
    .id = "docid",
    .find = STATEMENT_DOCUMENT_FIND,
    .add = STATEMENT_DOCUMENT_ADD,
    .replace = STATEMENT_DOCUMENT_REPLACE,
    .keep = STATEMENT_DOCUMENT_KEEP,
    .votes = STATEMENT_DOCUMENT_VOTES,
    .note_unsettled = note_questions_of_text,
    .has_title = true,
};

static const struct item_statements question_statements = {
    .id = "qid",
    .find = STATEMENT_QUESTION_FIND,
    .add = STATEMENT_QUESTION_ADD,
    .replace = STATEMENT_QUESTION_REPLACE,
    .keep = STATEMENT_QUESTION_KEEP,
    .votes = STATEMENT_QUESTION_VOTES,
};

/* Binds the title (if the items have one), the text and the fields, from parameter 2 on. */
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

static struct query find_item(struct store *store, const struct item_statements *statements, struct bytes id)
{
    struct query find = query_start(store->db, statements->find);
    query_bind_bytes(&find, 1, id);
    return find;
}

/* Compares the item with the stored one of the same id; *row = 0: there is none. */
static bool compare_item(struct store *store, const struct item_statements *statements,
                         const struct item *item, int64_t *row, enum stored *stored, struct err *err)
{
    *row = 0;
    *stored = STORED_NEW;
    struct query find = find_item(store, statements, item->id);
    if (query_next(&find)) {
        struct kept_item kept = read_kept_item(&find);
        *row = kept.item_id;
        *stored = has_same_content(&kept, statements, item) ? STORED_SAME : STORED_CONFLICT;
    }
    return query_end(&find, err);
}

static bool count_votes(struct store *store, const struct item_statements *statements, int64_t row,
                        int64_t *votes, struct err *err)
{
    struct query query = query_start(store->db, statements->votes);
    query_bind_integer(&query, 1, row);
    return query_one_integer(&query, 0, votes, err);
}

/* Decides what happens to an item that is stored with other content. */
static bool judge_conflict(struct store *store, const struct item_statements *statements, int64_t row,
                           enum replacing replacing, enum stored *stored, struct err *err)
{
    int64_t votes = 0;
    if (replacing == REPLACE_UNVOTED && !count_votes(store, statements, row, &votes, err))
        return false;
    *stored = replacing == REPLACE_NOTHING ? STORED_CONFLICT : votes > 0 ? STORED_VOTED : STORED_REPLACED;
    return true;
}

static bool replace_item(struct store *store, const struct item_statements *statements, int64_t row,
                         const struct item *item, struct err *err)
{
    if (statements->note_unsettled != NULL && !statements->note_unsettled(store, row, err))
        return false;
    struct query keep = query_start(store->db, statements->keep);
    query_bind_integer(&keep, 1, row);
    query_bind_integer(&keep, 2, store->import_id);
    if (!query_post(&keep, err))
        return false;
    store->import.ends_ballots = true;
    struct query replace = query_start(store->db, statements->replace);
    query_bind_integer(&replace, 1, row);
    bind_content(&replace, statements, item);
    return query_post(&replace, err);
}

static struct query start_adding(struct store *store, const struct item_statements *statements,
                                 const struct item *item)
{
    struct query add = query_start(store->db, statements->add);
    query_bind_bytes(&add, 1, item->id);
    bind_content(&add, statements, item);
    return add;
}

static bool post_item(struct store *store, const struct item_statements *statements, const struct item *item,
                      struct err *err)
{
    struct query add = start_adding(store, statements, item);
    return query_post(&add, err);
}

/* *is_new = false: there is an item with this id already. */
static bool add_item(struct store *store, const struct item_statements *statements, const struct item *item,
                     bool *is_new, struct err *err)
{
    struct query add = start_adding(store, statements, item);
    bool worked = query_run(&add, err);
    *is_new = worked && db_change_count(store->db) > 0;
    return worked;
}

/* Keeps or replaces the stored item that compare_item has found. */
static bool put_over(struct store *store, const struct item_statements *statements, int64_t row,
                     const struct item *item, enum replacing replacing, enum stored *stored, struct err *err)
{
    return *stored == STORED_SAME ||
           (judge_conflict(store, statements, row, replacing, stored, err) &&
            (*stored != STORED_REPLACED || replace_item(store, statements, row, item, err)));
}

static bool put_on_server(struct store *store, const struct item_statements *statements,
                          const struct item *item, enum replacing replacing, enum stored *stored,
                          struct err *err)
{
    int64_t row;
    if (!id_require_size(store->db, statements->id, item->id, err) ||
        !compare_item(store, statements, item, &row, stored, err))
        return false;
    return row == 0 ? post_item(store, statements, item, err)
                    : put_over(store, statements, row, item, replacing, stored, err);
}

static bool put_into_file(struct store *store, const struct item_statements *statements,
                          const struct item *item, enum replacing replacing, enum stored *stored,
                          struct err *err)
{
    int64_t row;
    bool is_new;
    *stored = STORED_NEW;
    if (!add_item(store, statements, item, &is_new, err))
        return false;
    if (is_new)
        return true;
    if (!compare_item(store, statements, item, &row, stored, err))
        return false;
    return row == 0 ? db_fail_damaged(store->db, "an id is in the index and in no row", err)
                    : put_over(store, statements, row, item, replacing, stored, err);
}

static bool put_item(struct store *store, const struct item_statements *statements, const struct item *item,
                     enum replacing replacing, enum stored *stored, struct err *err)
{
    return (store_is_on_server(store) ? put_on_server : put_into_file)(store, statements, item, replacing,
                                                                       stored, err);
}

bool store_put_document(struct store *store, const struct item *item, enum replacing replacing,
                        enum stored *stored, struct err *err)
{
    return put_item(store, &document_statements, item, replacing, stored, err);
}

bool store_put_question(struct store *store, const struct item *item, enum replacing replacing,
                        enum stored *stored, struct err *err)
{
    return put_item(store, &question_statements, item, replacing, stored, err);
}

void store_prefetch_document(struct store *store, struct bytes docid)
{
    struct query find = find_item(store, &document_statements, docid);
    query_prefetch(&find);
}

void store_prefetch_question(struct store *store, struct bytes qid)
{
    struct query find = find_item(store, &question_statements, qid);
    query_prefetch(&find);
}

void store_drop_prefetched(struct store *store)
{
    db_drop_prefetched(store->db);
}

static bool read_kept(struct store *store, enum statement statement, struct bytes id, struct arena *arena,
                      struct item *kept, struct err *err)
{
    *kept = (struct item){.id = id};
    struct query find = query_start(store->db, statement);
    query_bind_bytes(&find, 1, id);
    if (query_next(&find)) {
        struct kept_item found = read_kept_item(&find);
        kept->title = arena_copy(arena, found.title);
        kept->text = arena_copy(arena, found.text);
        kept->fields = arena_copy(arena, found.fields);
    }
    return query_end(&find, err);
}

bool store_read_kept_document(struct store *store, struct bytes docid, struct arena *arena, struct item *kept,
                              struct err *err)
{
    return read_kept(store, document_statements.find, docid, arena, kept, err);
}

bool store_read_kept_question(struct store *store, struct bytes qid, struct arena *arena, struct item *kept,
                              struct err *err)
{
    return read_kept(store, question_statements.find, qid, arena, kept, err);
}

static bool count_votes_on(struct store *store, const struct item_statements *statements, struct bytes id,
                           int64_t *votes, struct err *err)
{
    int64_t row;
    struct query find = find_item(store, statements, id);
    return query_one_integer(&find, 0, &row, err) && count_votes(store, statements, row, votes, err);
}

bool store_count_document_votes(struct store *store, struct bytes docid, int64_t *votes, struct err *err)
{
    return count_votes_on(store, &document_statements, docid, votes, err);
}

bool store_count_question_votes(struct store *store, struct bytes qid, int64_t *votes, struct err *err)
{
    return count_votes_on(store, &question_statements, qid, votes, err);
}

static struct query find_candidate(struct store *store, int64_t question_id, int64_t document_id)
{
    struct query find = query_start(store->db, STATEMENT_CANDIDATE_FIND);
    query_bind_integer(&find, 1, question_id);
    query_bind_integer(&find, 2, document_id);
    return find;
}

bool store_has_candidate(struct store *store, int64_t question_id, int64_t document_id, bool *is_there,
                         struct err *err)
{
    int64_t found;
    struct query find = find_candidate(store, question_id, document_id);
    bool worked = query_one_integer(&find, 0, &found, err);
    *is_there = found != 0;
    return worked;
}

bool store_add_candidate(struct store *store, int64_t question_id, int64_t document_id, bool *is_new,
                         struct err *err)
{
    bool is_there;
    if (!store_has_candidate(store, question_id, document_id, &is_there, err))
        return false;
    *is_new = !is_there;
    if (is_there)
        return true;
    struct query add = query_start(store->db, STATEMENT_CANDIDATE_ADD);
    query_bind_integer(&add, 1, question_id);
    query_bind_integer(&add, 2, document_id);
    question_note_unsettled(store, question_id);
    return query_post(&add, err) && twins_join(store, question_id, question_id, document_id, err);
}

static void bind_origin(struct query *query, int64_t question_id, int64_t document_id, struct bytes source)
{
    query_bind_integer(query, 1, question_id);
    query_bind_integer(query, 2, document_id);
    query_bind_bytes(query, 3, source);
}

static struct query find_origin(struct store *store, int64_t question_id, int64_t document_id,
                                struct bytes source)
{
    struct query find = query_start(store->db, STATEMENT_CANDIDATE_SOURCE_FIND);
    bind_origin(&find, question_id, document_id, source);
    return find;
}

/*
 * Compares the candidate's origin from this source. STORED_NEW: there is none; STORED_SAME; STORED_REPLACED: another
 * rank or score.
 */
static bool compare_origin(struct store *store, int64_t question_id, int64_t document_id,
                           const struct candidate_origin *origin, enum stored *stored, struct err *err)
{
    *stored = STORED_NEW;
    struct query find = find_origin(store, question_id, document_id, origin->source);
    if (query_next(&find)) {
        struct kept_origin kept = read_kept_origin(&find);
        bool is_same =
            kept.rank == origin->rank && !(kept.score < origin->score || kept.score > origin->score);
        *stored = is_same ? STORED_SAME : STORED_REPLACED;
    }
    return query_end(&find, err);
}

static bool keep_origin(struct store *store, int64_t question_id, int64_t document_id, struct bytes source,
                        struct err *err)
{
    struct query keep = query_start(store->db, STATEMENT_CANDIDATE_SOURCE_KEEP);
    bind_origin(&keep, question_id, document_id, source);
    query_bind_integer(&keep, 4, store->import_id);
    return query_post(&keep, err);
}

bool store_put_origin(struct store *store, int64_t question_id, int64_t document_id,
                      const struct candidate_origin *origin, enum stored *stored, struct err *err)
{
    if (!compare_origin(store, question_id, document_id, origin, stored, err))
        return false;
    if (*stored == STORED_SAME)
        return true;
    if (*stored == STORED_REPLACED && !keep_origin(store, question_id, document_id, origin->source, err))
        return false;
    question_note_unsettled(store, question_id); /* its priors change, which may settle it or open it again */
    struct query put = query_start(store->db, STATEMENT_CANDIDATE_SOURCE_PUT);
    bind_origin(&put, question_id, document_id, origin->source);
    query_bind_integer(&put, 4, origin->rank);
    query_bind_real(&put, 5, origin->score);
    if (store->import_id != 0)
        query_bind_integer(&put, 6, store->import_id);
    store->import.has_sources = true;
    return query_post(&put, err);
}

bool store_put_candidate(struct store *store, int64_t question_id, int64_t document_id,
                         const struct candidate_origin *origin, enum stored *stored, struct err *err)
{
    bool is_new;
    if (!store_add_candidate(store, question_id, document_id, &is_new, err) ||
        !store_put_origin(store, question_id, document_id, origin, stored, err))
        return false;
    if (!is_new && *stored == STORED_NEW)
        *stored = STORED_SAME;
    return true;
}

void store_prefetch_candidate(struct store *store, int64_t question_id, int64_t document_id)
{
    struct query find = find_candidate(store, question_id, document_id);
    query_prefetch(&find);
}

void store_prefetch_origin(struct store *store, int64_t question_id, int64_t document_id, struct bytes source)
{
    struct query find = find_origin(store, question_id, document_id, source);
    query_prefetch(&find);
}
