/*
 * Each list is one statement, which is read to its end into the caller's arena. queries.sql defines the C struct of a
 * row beside the SQL (rows.h).
 *
 * For one question with all details, candidates are read by docid and sorted by merit. Grades need all tallies of the
 * question, so they are computed before the rows are sorted.
 */
#include "core/store/content/questions.h"

#include "core/base/memory.h"
#include "core/store/content/document_names.h"
#include "core/store/content/field_list.h"
#include "core/store/rights.h"
#include "core/store/rows.h"
#include "core/store/settings.h"
#include "core/store/store_private.h"
#include "core/store/content/twins.h"
#include "core/store/votes/tallies.h"
#include "core/store/votes/votes.h"

#include <stdlib.h>
#include <string.h>

static struct query find_number(struct store *store, struct bytes qid)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_NUMBER);
    query_bind_bytes(&query, 1, qid);
    return query;
}

bool store_find_question(struct store *store, struct bytes qid, int64_t *question_id, struct err *err)
{
    struct query query = find_number(store, qid);
    return query_one_integer(&query, 0, question_id, err);
}

void store_prefetch_question_number(struct store *store, struct bytes qid)
{
    struct query query = find_number(store, qid);
    query_prefetch(&query);
}

bool store_read_question_text(struct store *store, struct bytes qid, struct arena *arena, struct bytes *text,
                              struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_FIND);
    query_bind_bytes(&query, 1, qid);
    *text = (struct bytes){0};
    if (query_next(&query))
        *text = arena_copy(arena, read_kept_item(&query).text);
    return query_end(&query, err);
}

bool store_find_question_at(struct store *store, int64_t place, int64_t *question_id, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_AT);
    query_bind_integer(&query, 1, place);
    return query_one_integer(&query, 0, question_id, err);
}

bool question_is_done(const struct question_row *row)
{
    return row->place > 0 && row->ballots_left == 0;
}

bool question_is_left_out(const struct question_row *row)
{
    return row->place == 0 && row->candidates > 0;
}

/* Copies the rows into the arena at the end: an array that grows in the arena would leave its old copies behind. */
bool store_list_questions(struct store *store, struct arena *arena, struct question_row **rows, size_t *n,
                          struct err *err)
{
    size_t capacity = 0;
    struct question_row *list = NULL;
    struct query query = query_start(store->db, STATEMENT_QUESTION_LIST);
    *n = 0;
    while (query_next(&query)) {
        struct question_row row = read_question_row(&query, arena);
        VECTOR_PUSH(list, *n, capacity) = row;
    }
    *rows = arena_get_array(arena, *n, sizeof **rows);
    if (*n > 0)
        memcpy(*rows, list, *n * sizeof **rows);
    free(list);
    return query_end(&query, err) && left_out_from_questions(store, *rows, *n, err);
}

bool store_list_question_fields(struct store *store, struct arena *arena, struct bytes **names, size_t *n,
                                struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_FIELD_NAMES);
    *names = NULL;
    *n = 0;
    while (query_next(&query)) {
        struct bytes name = arena_copy(arena, query_only_bytes(&query));
        ARENA_PUSH(arena, *names, *n) = name;
    }
    return query_end(&query, err);
}

/* Reads all values and ends the query. A JSON object can have a key twice: the first one counts. */
static bool read_values(struct query *query, struct arena *arena, struct question_value **values, size_t *n,
                        struct err *err)
{
    *values = NULL;
    *n = 0;
    while (query_next(query)) {
        struct question_value value = read_question_value(query, arena);
        if (*n == 0 || !bytes_equal((*values)[*n - 1].qid, value.qid))
            ARENA_PUSH(arena, *values, *n) = value;
    }
    return query_end(query, err);
}

bool store_read_question_values(struct store *store, struct bytes field, struct arena *arena,
                                struct question_value **values, size_t *n, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_VALUE_LIST);
    query_bind_bytes(&query, 1, field);
    return read_values(&query, arena, values, n, err) &&
           (*n > 0 || field_check_of_questions(store, field, err));
}

static bool read_question_names(struct query *query, struct arena *arena, struct question_name **names,
                                size_t *n, struct err *err)
{
    *names = NULL;
    *n = 0;
    while (query_next(query))
        ARENA_PUSH(arena, *names, *n) = read_question_name(query, arena);
    return query_end(query, err);
}

bool store_list_begun_questions(struct store *store, int64_t first, int64_t last, struct arena *arena,
                                struct question_name **names, size_t *n, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_BEGUN_LIST);
    query_bind_integer(&query, 1, first);
    query_bind_integer(&query, 2, last);
    return read_question_names(&query, arena, names, n, err);
}

bool store_find_newest_change(struct store *store, struct answer_change *change, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_CHANGE_NEWEST);
    if (query_next(&query))
        *change = read_answer_change(&query);
    return query_end(&query, err);
}

bool store_get_labels_version(struct store *store, uint64_t *version, struct err *err)
{
    if (!settings_digest(store, version, err))
        return false;
    struct query query = query_start(store->db, STATEMENT_LABELS_ORIGIN_GET);
    if (query_next(&query)) {
        const struct labels_origin origin = read_labels_origin(&query);
        *version = bytes_hash_add(*version, (uint64_t)origin.imports);
        *version = bytes_hash_add(*version, (uint64_t)origin.imported_at);
        *version = bytes_hash_add(*version, (uint64_t)origin.merged);
        *version = bytes_hash_add(*version, (uint64_t)origin.twins);
    }
    return query_end(&query, err);
}

static struct query start_changed_questions(struct store *store, const struct answer_change *change)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_CHANGED_LIST);
    query_bind_integer(&query, 1, change->answer_id);
    query_bind_integer(&query, 2, change->withdrawal_id);
    return query;
}

void store_prefetch_changed_questions(struct store *store, const struct answer_change *change)
{
    struct query newest =
        query_start(store->db,
                    STATEMENT_CHANGE_NEWEST); /* first: changes after it are listed again the next time */
    query_prefetch(&newest);
    struct query changed = start_changed_questions(store, change);
    query_prefetch(&changed);
}

bool store_list_changed_questions(struct store *store, struct answer_change *change, struct arena *arena,
                                  struct question_name **names, size_t *n, struct err *err)
{
    struct answer_change newest;
    if (!store_find_newest_change(store, &newest, err))
        return false;
    struct query query = start_changed_questions(store, change);
    if (!read_question_names(&query, arena, names, n, err))
        return false;
    *change = newest;
    return true;
}

static struct query find_tallies(struct store *store, int64_t question_id)
{
    struct query query = query_start(store->db, store->names != NULL ? STATEMENT_CANDIDATE_TALLY_LIST_UNNAMED
                                                                     : STATEMENT_CANDIDATE_TALLY_LIST);
    query_bind_integer(&query, 1, question_id);
    return query;
}

static bool list_tallies(struct store *store, int64_t question_id, struct arena *arena,
                         struct tally **tallies, size_t *n, struct err *err)
{
    struct query query = find_tallies(store, question_id);
    while (query_next(&query))
        ARENA_PUSH(arena, *tallies, *n) = read_tally(&query, arena);
    return query_end(&query, err);
}

static int compare_docids(const void *left, const void *right)
{
    return bytes_compare(((const struct tally *)left)->docid, ((const struct tally *)right)->docid);
}

/* Looks up the names that are not held. */
static bool name_the_rest(struct store *store, struct tally *tallies, size_t n, struct arena *arena,
                          struct err *err)
{
    for (size_t i = 0; i < n; i++) {
        if (tallies[i].docid.size > 0)
            continue;
        struct query query = query_start(store->db, STATEMENT_DOCUMENT_DOCID);
        query_bind_integer(&query, 1, tallies[i].document_id);
        if (query_require(&query, query_next(&query), "a candidate's document is missing"))
            tallies[i].docid = arena_copy(arena, query_only_bytes(&query));
        if (!query_end(&query, err))
            return false;
    }
    return true;
}

/* The same with the names that are held. */
static bool list_named_tallies(struct store *store, int64_t question_id, struct arena *arena,
                               struct tally **tallies, size_t *n, struct err *err)
{
    struct query query = find_tallies(store, question_id);
    while (query_next(&query)) {
        const struct candidate_tally row = read_candidate_tally(&query);
        const struct bytes docid = document_names_find(store->names, row.document_id);
        ARENA_PUSH(arena, *tallies, *n) = (struct tally){.docid = arena_copy(arena, docid),
                                                         .prior = row.prior,
                                                         .document_id = row.document_id};
    }
    if (!query_end(&query, err) || !name_the_rest(store, *tallies, *n, arena, err))
        return false;
    if (*n > 0)
        qsort(*tallies, *n, sizeof **tallies, compare_docids);
    return true;
}

static bool list_pool(struct store *store, int64_t question_id, struct arena *arena, struct tally **tallies,
                      size_t *n, struct err *err)
{
    *tallies = NULL;
    *n = 0;
    return (store->names != NULL ? list_named_tallies : list_tallies)(store, question_id, arena, tallies, n,
                                                                      err);
}

static bool add_twins(struct store *store, int64_t question_id, struct arena *arena, struct tally **tallies,
                      size_t *n, struct err *err)
{
    const size_t n_candidates = *n;
    if (!twins_add_tallies(store, question_id, arena, tallies, n, err))
        return false;
    if (*n > n_candidates)
        qsort(*tallies, *n, sizeof **tallies, compare_docids);
    return true;
}

bool candidates_with_votes(struct store *store, int64_t question_id, struct arena *arena,
                           struct tally **tallies, size_t *n, struct voted_question *voted, struct err *err)
{
    *voted = (struct voted_question){0};
    if (!list_pool(store, question_id, arena, tallies, n, err) ||
        !tallies_read(store, question_id, *tallies, *n, arena, &voted->votes, err))
        return false;
    voted->document_ids = arena_get_array(arena, *n, sizeof *voted->document_ids);
    for (size_t i = 0; i < *n; i++)
        voted->document_ids[i] = (*tallies)[i].document_id;
    return add_twins(store, question_id, arena, tallies, n, err);
}

bool store_list_candidates(struct store *store, int64_t question_id, struct arena *arena,
                           struct tally **tallies, size_t *n, struct err *err)
{
    struct voted_question voted;
    return candidates_with_votes(store, question_id, arena, tallies, n, &voted, err);
}

bool store_list_pool(struct store *store, int64_t question_id, struct arena *arena, struct tally **tallies,
                     size_t *n, struct err *err)
{
    return list_pool(store, question_id, arena, tallies, n, err) &&
           add_twins(store, question_id, arena, tallies, n, err);
}

void store_prefetch_pool(struct store *store, int64_t question_id)
{
    struct query tallies = find_tallies(store, question_id);
    query_prefetch(&tallies);
    twins_prefetch(store, question_id);
}

bool store_prefetch_candidates_of(struct store *store, const int64_t *question_ids, size_t n, struct err *err)
{
    bool any_twins;
    enum estimator estimator;
    if (n == 0 || !store_is_on_server(store))
        return true;
    settings_prefetch(store);
    twins_prefetch_any(store);
    if (!twins_find_any(store, &any_twins, err) || !setting_get_estimator(store, &estimator, err))
        return false;
    for (size_t i = 0; i < n; i++) {
        store_prefetch_votes(store, question_ids[i]);
        if (estimator == ESTIMATOR_LUCE)
            glances_prefetch(store, question_ids[i]);
        store_prefetch_pool(store, question_ids[i]);
    }
    return true;
}

bool store_prefetch_candidates(struct store *store, const struct question_row *rows, size_t n, size_t i,
                               bool voted_alone, struct err *err)
{
    int64_t question_ids[QUESTIONS_FORESEEN];
    size_t n_prefetched = 0;
    if (i % QUESTIONS_FORESEEN != 0)
        return true;
    for (size_t k = i; k < n && k < i + QUESTIONS_FORESEEN; k++) {
        if (!voted_alone || rows[k].ballots_done > 0)
            question_ids[n_prefetched++] = rows[k].question_id;
    }
    db_drop_prefetched(store->db);
    return store_prefetch_candidates_of(store, question_ids, n_prefetched, err);
}

/* --- One question with its candidates and votes ----------------------------------------------- */

static struct query start_question(struct store *store, int64_t question_id)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_GET);
    query_bind_integer(&query, 1, question_id);
    return query;
}

bool question_prefetch(struct store *store, int64_t question_id)
{
    struct query query = start_question(store, question_id);
    const bool is_at_hand = query_is_at_hand(&query);
    if (is_at_hand)
        query_drop(&query);
    else
        query_prefetch(&query);
    return !is_at_hand;
}

bool question_read(struct store *store, int64_t question_id, struct arena *arena,
                   struct question_row *question, struct err *err)
{
    struct query query = start_question(store, question_id);
    bool is_there = query_next(&query);
    if (is_there)
        *question = read_question_row(&query, arena);
    return query_end(&query, err) &&
           (is_there || err_set(err, ERR_NO_BALLOT, "this question has been deleted meanwhile"));
}

static int compare_merit(const void *left, const void *right)
{
    const struct candidate_row *a = left, *b = right;
    return tally_compare_merit(&a->tally, &b->tally);
}

/* Adds the docids of identical documents to the rows. `tallies` are those of the rows, in the same order. */
static bool name_twins(struct store *store, int64_t question_id, struct candidate_row *rows,
                       struct tally *tallies, size_t n_rows, struct arena *arena, struct err *err)
{
    size_t n = n_rows;
    if (!twins_add_tallies(store, question_id, arena, &tallies, &n, err))
        return false;
    for (size_t i = n_rows; i < n; i++) {
        struct candidate_row *row = &rows[tally_find(tallies, n_rows, tallies[i].document_id)];
        ARENA_PUSH(arena, row->twins, row->n_twins) = tallies[i].docid;
    }
    return true;
}

static bool grade_rows(struct store *store, int64_t question_id, struct candidate_row *rows, size_t n,
                       const struct grading_rule *rule, struct arena *arena, struct err *err)
{
    struct tally *tallies = NULL;
    struct luce_question votes;
    size_t n_tallies = 0;
    double *grades = arena_get_array(arena, n, sizeof *grades);
    for (size_t i = 0; i < n; i++) /* as twins_add_tallies needs them */
        ARENA_PUSH(arena, tallies, n_tallies) = rows[i].tally;
    if (!tallies_read(store, question_id, tallies, n, arena, &votes, err))
        return false;
    grade_candidates(tallies, n, rule, grades);
    for (size_t i = 0; i < n; i++) {
        rows[i].tally = tallies[i];
        rows[i].grade = grades[i];
    }
    return name_twins(store, question_id, rows, tallies, n, arena, err);
}

static struct query start_beginning(struct store *store, const struct candidate_row *row)
{
    struct query query = query_start(store->db, STATEMENT_DOCUMENT_BEGINNING);
    query_bind_bytes(&query, 1, row->tally.docid);
    return query;
}

static void prefetch_beginnings(struct store *store, const struct candidate_row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (rows[i].title.size > 0)
            continue;
        struct query query = start_beginning(store, &rows[i]);
        query_prefetch(&query);
    }
}

/* Gives candidates without a title the beginning of their text, so that a reader can tell them apart. */
static bool title_the_untitled(struct store *store, struct candidate_row *rows, size_t n, struct arena *arena,
                               struct err *err)
{
    prefetch_beginnings(store, rows, n);
    for (size_t i = 0; i < n; i++) {
        if (rows[i].title.size > 0)
            continue;
        struct query query = start_beginning(store, &rows[i]);
        if (query_next(&query))
            rows[i].title = arena_copy(arena, query_only_bytes(&query));
        if (!query_end(&query, err))
            return false;
    }
    return true;
}

static struct query start_candidates(struct store *store, int64_t question_id)
{
    struct query query = query_start(store->db, STATEMENT_CANDIDATE_LIST);
    query_bind_integer(&query, 1, question_id);
    return query;
}

static bool read_candidate_rows(struct store *store, const struct grading_rule *rule, struct arena *arena,
                                struct question_details *details, struct err *err)
{
    struct candidate_row *rows = NULL;
    size_t n = 0;
    struct query query = start_candidates(store, details->question.question_id);
    while (query_next(&query))
        ARENA_PUSH(arena, rows, n) = read_candidate_row(&query, arena);
    if (!query_end(&query, err) || !title_the_untitled(store, rows, n, arena, err) ||
        !grade_rows(store, details->question.question_id, rows, n, rule, arena, err))
        return false;
    if (n > 0)
        qsort(rows, n, sizeof *rows, compare_merit);
    details->candidates = rows;
    details->n_candidates = n;
    return true;
}

static struct vote_row vote_of(const struct vote_slot *slot, struct arena *arena)
{
    return (struct vote_row){
        .annotator = arena_copy(arena, slot->annotator),
        .cast_at = slot->given_at,
        .elapsed_ms = slot->elapsed_ms,
        .position = (int)slot->position,
        .note = arena_copy(arena, slot->note),
        .evidence = slot->evidence,
        .reason = arena_copy(arena, slot->reason),
        .second = (int)slot->second,
    };
}

static bool read_votes_of(struct store *store, struct arena *arena, struct question_details *details,
                          struct err *err)
{
    struct vote_row *rows = NULL;
    size_t n = 0;
    int64_t answer_id = 0;
    struct query query = query_start(store->db, STATEMENT_VOTE_LIST);
    query_bind_integer(&query, 1, details->question.question_id);
    while (query_next(&query)) { /* by vote, its slots by position */
        struct vote_slot slot = read_vote_slot(&query, arena);
        if (n == 0 || slot.answer_id != answer_id) {
            answer_id = slot.answer_id;
            ARENA_PUSH(arena, rows, n) = vote_of(&slot, arena);
        }
        struct vote_row *row = &rows[n - 1];
        if (!query_require(&query, row->n_slots < BALLOT_SIZE_MAX, "a ballot has too many slots"))
            break;
        row->docids[row->n_slots++] = slot.docid;
    }
    details->votes = rows;
    details->n_votes = n;
    return query_end(&query, err);
}

/* Prefetches everything except the data that depend on the candidates. */
static void prefetch_details(struct store *store, int64_t question_id)
{
    struct query candidates = start_candidates(store, question_id);
    query_prefetch(&candidates);
    question_prefetch(store, question_id);
    store_prefetch_votes(store, question_id);
    twins_prefetch_any(store);
    settings_prefetch(store);
    rights_prefetch(store);
}

bool store_read_question(struct store *store, int64_t question_id, const struct grading_rule *rule,
                         struct arena *arena, struct question_details *details, struct err *err)
{
    *details = (struct question_details){0};
    if (!store_begin_reading(store, err))
        return false;
    prefetch_details(store, question_id);
    bool worked = question_read(store, question_id, arena, &details->question, err) &&
                  read_candidate_rows(store, rule, arena, details, err) &&
                  store_sees_all(store, &details->has_all_votes, err) &&
                  read_votes_of(store, arena, details, err);
    store_end_reading(store);
    return worked;
}
