/*
 * A document or a question is removed with all its candidates, and ballots show only candidates. So a removal first
 * writes the candidates concerned into the table `doomed`. Then it checks whether they may be removed, deletes their
 * ballots and the candidates, and at last the documents or questions. The schema's cascades delete the other rows that
 * refer to them.
 *
 * In a file, a removal creates two indexes and drops them in the same transaction (db_begin_removing). On a server it
 * locks the questions that lose a candidate, before it looks for answers. Others go on with all other questions.
 */
#include "core/store/content/removal.h"

#include "core/store/content/documents.h"
#include "core/store/content/fill.h"
#include "core/store/labelling/gold.h"
#include "core/store/content/question_places.h"
#include "core/store/content/questions.h"
#include "core/store/content/twins.h"
#include "core/store/content/unsettled.h"
#include "core/store/rows.h"
#include "core/store/settings.h"
#include "core/store/store_private.h"

/* Runs a statement with integer parameters. *count (may be NULL) grows by the number of rows that it has changed. */
static bool run(struct store *store, enum statement statement, const int64_t *values, size_t n,
                int64_t *count, struct err *err)
{
    if (!db_run(store->db, statement, values, n, err))
        return false;
    if (count != NULL)
        *count += db_change_count(store->db);
    return true;
}

static bool run_on(struct store *store, enum statement statement, int64_t value, int64_t *count,
                   struct err *err)
{
    return run(store, statement, &value, 1, count, err);
}

/* --- Obstacles ------------------------------------------------------------------------------------- */

enum { NAMED_MAX = 3 };

struct hindrance {
    int64_t answers;
    int64_t questions; /* with these answers */
    struct buffer named;
};

static bool collect_answers(struct store *store, enum statement statement, const int64_t *values, size_t n,
                            struct hindrance *hindrance, struct err *err)
{
    struct arena arena = {0};
    struct query query = query_start(store->db, statement);
    for (size_t i = 0; i < n; i++)
        query_bind_integer(&query, (int)i + 1, values[i]);
    while (query_next(&query)) {
        struct in_the_way row = read_in_the_way(&query, &arena);
        hindrance->answers += row.count;
        if (hindrance->questions++ < NAMED_MAX)
            buffer_add_format(&hindrance->named, "%s%.*s", hindrance->named.size > 0 ? ", " : "",
                              BYTES_FORMAT(row.qid));
    }
    arena_release(&arena);
    return query_end(&query, err);
}

static bool refuse_answers(const struct store *store, const struct hindrance *hindrance, struct err *err)
{
    bool is_one = hindrance->answers == 1;
    return hindrance->answers == 0 ||
           err_set(err, ERR_INPUT,
                   "%s: %lld answer%s (votes and skips, also undone ones) refer%s to it, in question%s %s%s; "
                   "assay deletes nothing that has answers",
                   store_path(store), (long long)hindrance->answers, is_one ? "" : "s", is_one ? "s" : "",
                   hindrance->questions == 1 ? "" : "s", buffer_string(&hindrance->named),
                   hindrance->questions > NAMED_MAX ? ", …" : "");
}

/* Refuses if the statement lists answers. */
static bool refuse_if_any(struct store *store, enum statement statement, const int64_t *values, size_t n,
                          struct err *err)
{
    struct hindrance hindrance = {0};
    const bool is_free = collect_answers(store, statement, values, n, &hindrance, err) &&
                         refuse_answers(store, &hindrance, err);
    buffer_release(&hindrance.named);
    return is_free;
}

static bool refuse_voted(struct store *store, struct err *err)
{
    return refuse_if_any(store, STATEMENT_DOOMED_ANSWERS, NULL, 0, err);
}

/* A ballot in hand must not be deleted: its number could be given again, and the vote would go to other documents. */
static bool refuse_held(struct store *store, int64_t now, struct err *err)
{
    struct arena arena = {0};
    struct holder holder = {0};
    struct query query = query_start(store->db, STATEMENT_DOOMED_IN_HAND);
    query_bind_integer(&query, 1, now);
    bool is_held = query_next(&query);
    if (is_held)
        holder = read_holder(&query, &arena);
    bool free_to_go = query_end(&query, err);
    if (free_to_go && is_held)
        free_to_go = err_set(err, ERR_INPUT,
                             "%s: %.*s has a ballot with it open, on question %.*s; try again when the "
                             "ballot is answered or left, in five minutes at the latest",
                             store_path(store), BYTES_FORMAT(holder.annotator), BYTES_FORMAT(holder.qid));
    arena_release(&arena);
    return free_to_go;
}

/* --- Deleting -------------------------------------------------------------------------------------- */

static bool delete_doomed(struct store *store, struct removal *removal, struct err *err)
{
    return db_run(store->db, STATEMENT_DOOMED_SLOTS_DELETE, NULL, 0, err) &&
           run(store, STATEMENT_DOOMED_BALLOTS_DELETE, NULL, 0, &removal->ballots, err) &&
           run(store, STATEMENT_DOOMED_CANDIDATES_DELETE, NULL, 0, &removal->candidates, err) &&
           db_run(store->db, STATEMENT_DOOMED_CLEAR, NULL, 0, err);
}

/*
 * Marks the questions up to this one that need other ballots afterwards. INT64_MAX as the import: no import is undone.
 */
static bool note_questions(struct store *store, int64_t import_id, int64_t last_question, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_UNSETTLED_BY_REMOVAL_LIST);
    query_bind_integer(&query, 1, import_id);
    query_bind_integer(&query, 2, last_question);
    return questions_note_found(store, &query, err);
}

/* The last steps of each removal. */
static bool settle(struct store *store, struct err *err)
{
    return db_end_removing(store->db, err) && db_run(store->db, STATEMENT_QUESTION_GAP_TRIM, NULL, 0, err) &&
           settings_apply_to_part(store, err) && question_places_refresh(store, err) &&
           questions_settle_unsettled(store, err);
}

/* --- The last import ------------------------------------------------------------------------------- */

/* The last one before `end`; {0}: there is none. */
static bool read_import_before(struct store *store, int64_t end, struct arena *arena,
                               struct kept_import *import, struct err *err)
{
    *import = (struct kept_import){0};
    struct query query = query_start(store->db, STATEMENT_IMPORT_LAST);
    query_bind_integer(&query, 1, end);
    if (query_next(&query))
        *import = read_kept_import(&query, arena);
    return query_end(&query, err);
}

/* The last import with all of its parts: what was there before is what was there before the first of them. */
static bool find_last_import(struct store *store, struct arena *arena, struct kept_import *last,
                             struct err *err)
{
    if (!read_import_before(store, INT64_MAX, arena, last, err))
        return false;
    for (int64_t votes = last->votes; last->is_continued; votes = last->votes) {
        const struct bytes what = last->what;
        if (!read_import_before(store, last->import_id, arena, last, err))
            return false;
        if (!bytes_equal(last->what, what))
            return err_set(
                err, ERR_INPUT,
                "%s: the last import, of %.*s, was written in parts, with another import between them; "
                "neither can be undone",
                store_path(store), BYTES_FORMAT(what));
        last->votes += votes;
    }
    if (last->import_id == 0)
        return err_set(err, ERR_INPUT, "%s: there is no import to undo", store_path(store));
    if (last->is_carry)
        return err_set(err, ERR_INPUT,
                       "%s: the last import was an `assay carry` (%.*s), which can't be undone; restore an "
                       "earlier copy of the database",
                       store_path(store), BYTES_FORMAT(last->what));
    return last->votes == 0 || err_set(err, ERR_INPUT,
                                       "%s: the last import, of %.*s, added %lld answer%s, and only the "
                                       "annotators can undo their answers",
                                       store_path(store), BYTES_FORMAT(last->what), (long long)last->votes,
                                       last->votes == 1 ? "" : "s");
}

/* Refuses if a text that the import has put in the place of another has got an answer. */
static bool refuse_answers_since(struct store *store, const struct kept_import *last, struct err *err)
{
    const int64_t replaced[] = {last->import_id, last->last_answer};
    return refuse_if_any(store, STATEMENT_REPLACED_ANSWERS, replaced, 2, err);
}

/* Counts the remaining rows: the difference gives the rows that the schema's cascades have deleted. */
static bool count_left(struct store *store, enum statement statement, int64_t *n, struct err *err)
{
    struct query query = query_start(store->db, statement);
    return query_one_integer(&query, 0, n, err);
}

static bool take_back(struct store *store, const struct kept_import *last, struct removal *removal,
                      struct err *err)
{
    const int64_t import_id = last->import_id;
    return delete_doomed(store, removal, err) &&
           run_on(store, STATEMENT_CANDIDATE_SOURCE_RESTORE, import_id, &removal->ranks, err) &&
           run_on(store, STATEMENT_CANDIDATE_SOURCE_TAKE_BACK, import_id, NULL, err) &&
           run_on(store, STATEMENT_JUDGMENT_RESTORE, import_id, &removal->grades, err) &&
           run_on(store, STATEMENT_JUDGMENT_TAKE_BACK, import_id, &removal->judgments, err) &&
           db_run(store->db, STATEMENT_JUDGMENT_SOURCE_DELETE_EMPTY, NULL, 0, err) &&
           run_on(store, STATEMENT_DOCUMENT_RESTORE, import_id, &removal->texts, err) &&
           run_on(store, STATEMENT_QUESTION_RESTORE, import_id, &removal->texts, err) &&
           run_on(store, STATEMENT_DOCUMENT_DELETE_AFTER, last->last_document, &removal->documents, err) &&
           run_on(store, STATEMENT_QUESTION_DELETE_AFTER, last->last_question, &removal->questions, err);
}

/*
 * Ballots with a text that is restored are closed last, as store_commit closes those with a text that is replaced. Who
 * has answered one on a server in the meantime has kept this waiting until the answer can be read.
 */
static bool forget_import(struct store *store, const struct kept_import *last, struct err *err)
{
    return run_on(store, STATEMENT_IMPORT_CLOSE_BALLOTS, last->import_id, NULL, err) &&
           refuse_answers_since(store, last, err) &&
           run_on(store, STATEMENT_IMPORT_FORGET_FROM, last->import_id, NULL, err);
}

/* The setting `gold` refers to its annotator or source by name, so no foreign key protects it. */
static bool refuse_gone_gold(struct store *store, struct err *err)
{
    struct arena arena = {0};
    struct bytes gold;
    bool read = setting_get(store, SETTING_GOLD, &arena, &gold, err);
    if (read && !gold_check(store, gold, err_ignored()))
        read = err_set(err, ERR_INPUT,
                       "%s: the setting gold needs '%.*s', which would be deleted; set gold to another name "
                       "first, or to '' for none",
                       store_path(store), BYTES_FORMAT(gold));
    arena_release(&arena);
    return read;
}

/* A document that gets its former text back may be identical to others again. */
static bool merge_restored(struct store *store, const struct removal *removal, struct err *err)
{
    struct twin_counts counts;
    bool any;
    return twins_find_any(store, &any, err) &&
           (!any || removal->texts == 0 || store_merge_twins(store, &counts, err));
}

bool store_undo_import(struct store *store, int64_t now, struct arena *arena, struct bytes *what,
                       struct removal *removal, struct err *err)
{
    struct kept_import last;
    int64_t model_votes, model_votes_left;
    *removal = (struct removal){0};
    if (!find_last_import(store, arena, &last, err) ||
        !count_left(store, STATEMENT_MODEL_VOTE_COUNT_ALL, &model_votes, err))
        return false;
    const int64_t brought[] = {last.import_id, last.last_document, last.last_question};
    *what = last.what;
    if (!db_run(store->db, STATEMENT_DOOM_IMPORT, brought, 3, err) || !db_begin_removing(store->db, err) ||
        !note_questions(store, last.import_id, last.last_question, err) || !refuse_voted(store, err) ||
        !refuse_answers_since(store, &last, err) || !refuse_held(store, now, err) ||
        !take_back(store, &last, removal, err) || !refuse_gone_gold(store, err) ||
        !count_left(store, STATEMENT_MODEL_VOTE_COUNT_ALL, &model_votes_left, err))
        return false;
    removal->model_votes = model_votes - model_votes_left;
    return settle(store, err) && merge_restored(store, removal, err) && forget_import(store, &last, err);
}

/* --- Named items ----------------------------------------------------------------------------------- */

/* Documents and questions are removed in the same way. */
struct removable {
    const char *name;
    bool (*find)(struct store *store, struct bytes id, int64_t *row, struct err *err);
    enum statement doom, remove;
};

static const struct removable removable_document = {
    .name = "document",
    .find = store_find_document,
    .doom = STATEMENT_DOOM_DOCUMENT,
    .remove = STATEMENT_DOCUMENT_DELETE,
};

static const struct removable removable_question = {
    .name = "question",
    .find = store_find_question,
    .doom = STATEMENT_DOOM_QUESTION,
    .remove = STATEMENT_QUESTION_DELETE,
};

static bool fail_unknown(const struct store *store, const char *name, struct bytes id, struct err *err)
{
    return err_set(err, ERR_INPUT, "%s: there is no %s '%.*s'; nothing was deleted", store_path(store), name,
                   BYTES_FORMAT(id));
}

static bool find_rows(struct store *store, const struct removable *removable, const struct bytes *ids,
                      size_t n, int64_t *rows, struct err *err)
{
    for (size_t i = 0; i < n; i++) {
        if (!removable->find(store, ids[i], &rows[i], err))
            return false;
        if (rows[i] == 0)
            return fail_unknown(store, removable->name, ids[i], err);
    }
    return true;
}

static bool run_on_each(struct store *store, enum statement statement, const int64_t *rows, size_t n,
                        int64_t *count, struct err *err)
{
    for (size_t i = 0; i < n; i++) {
        if (!run_on(store, statement, rows[i], count, err))
            return false;
    }
    return true;
}

static bool delete_rows(struct store *store, const struct removable *removable, const int64_t *rows, size_t n,
                        int64_t *count, struct removal *removal, struct err *err)
{
    int64_t judgments, judgments_left, model_votes, model_votes_left;
    if (!count_left(store, STATEMENT_JUDGMENT_COUNT, &judgments, err) ||
        !count_left(store, STATEMENT_MODEL_VOTE_COUNT_ALL, &model_votes, err) ||
        !delete_doomed(store, removal, err) || !run_on_each(store, removable->remove, rows, n, count, err) ||
        !count_left(store, STATEMENT_JUDGMENT_COUNT, &judgments_left, err) ||
        !count_left(store, STATEMENT_MODEL_VOTE_COUNT_ALL, &model_votes_left, err))
        return false;
    removal->judgments = judgments - judgments_left;
    removal->model_votes = model_votes - model_votes_left;
    return db_run(store->db, STATEMENT_JUDGMENT_SOURCE_DELETE_EMPTY, NULL, 0, err);
}

/* *count is the member of `removal` for this kind. */
static bool remove_items(struct store *store, const struct removable *removable, const struct bytes *ids,
                         size_t n, int64_t now, int64_t *count, struct removal *removal, struct err *err)
{
    struct arena arena = {0};
    int64_t *rows = arena_get_array(&arena, n, sizeof *rows);
    const bool are_questions = removable == &removable_question;
    bool removed =
        find_rows(store, removable, ids, n, rows, err) &&
        run_on_each(store, removable->doom, rows, n, NULL, err) && db_begin_removing(store->db, err) &&
        (are_questions || note_questions(store, INT64_MAX, INT64_MAX, err)) && refuse_voted(store, err) &&
        refuse_held(store, now, err) && delete_rows(store, removable, rows, n, count, removal, err);
    if (removed && are_questions)
        removed = run_on_each(store, STATEMENT_QUESTION_GAP_ADD, rows, n, NULL, err);
    removed = removed && settle(store, err);
    arena_release(&arena);
    return removed;
}

bool store_remove_documents(struct store *store, const struct bytes *docids, size_t n, int64_t now,
                            struct removal *removal, struct err *err)
{
    *removal = (struct removal){0};
    return remove_items(store, &removable_document, docids, n, now, &removal->documents, removal, err);
}

bool store_remove_questions(struct store *store, const struct bytes *qids, size_t n, int64_t now,
                            struct removal *removal, struct err *err)
{
    *removal = (struct removal){0};
    return remove_items(store, &removable_question, qids, n, now, &removal->questions, removal, err);
}

static bool doom_candidate(struct store *store, int64_t question_id, struct bytes qid, struct bytes docid,
                           struct err *err)
{
    int64_t document_id;
    bool is_there = false;
    if (!store_find_document(store, docid, &document_id, err) ||
        (document_id != 0 && !store_has_candidate(store, question_id, document_id, &is_there, err)))
        return false;
    if (!is_there)
        return err_set(err, ERR_INPUT,
                       "%s: document '%.*s' is not a candidate of question '%.*s'; nothing was deleted",
                       store_path(store), BYTES_FORMAT(docid), BYTES_FORMAT(qid));
    const int64_t pair[] = {question_id, document_id};
    return db_run(store->db, STATEMENT_DOOM_CANDIDATE, pair, 2, err);
}

bool store_remove_candidates(struct store *store, struct bytes qid, const struct bytes *docids, size_t n,
                             int64_t now, struct removal *removal, struct err *err)
{
    int64_t question_id;
    *removal = (struct removal){0};
    if (!store_find_question(store, qid, &question_id, err))
        return false;
    if (question_id == 0)
        return fail_unknown(store, "question", qid, err);
    for (size_t i = 0; i < n; i++) {
        if (!doom_candidate(store, question_id, qid, docids[i], err))
            return false;
    }
    return db_begin_removing(store->db, err) && note_questions(store, INT64_MAX, INT64_MAX, err) &&
           refuse_voted(store, err) && refuse_held(store, now, err) && delete_doomed(store, removal, err) &&
           settle(store, err);
}

bool store_remove_judgments(struct store *store, const struct bytes *names, size_t n, struct removal *removal,
                            struct err *err)
{
    int64_t before, after;
    *removal = (struct removal){0};
    if (!count_left(store, STATEMENT_JUDGMENT_COUNT, &before, err))
        return false;
    for (size_t i = 0; i < n; i++) {
        int64_t source_id;
        if (!judgment_source_find(store, names[i], &source_id, err) ||
            !run_on(store, STATEMENT_JUDGMENT_SOURCE_DELETE, source_id, NULL, err))
            return false;
    }
    if (!refuse_gone_gold(store, err) || !count_left(store, STATEMENT_JUDGMENT_COUNT, &after, err))
        return false;
    removal->judgments = before - after;
    return true;
}
