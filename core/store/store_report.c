#include "core/store/rows.h"
#include "core/store/store_private.h"

#include <stdlib.h>

static bool read_integer(struct store *store, enum statement statement, int64_t *value, struct err *err)
{
    struct query query = query_start(store->db, statement);
    return query_one_integer(&query, 0, value, err);
}

bool progress_has_ballots(struct progress progress)
{
    return progress.ballots_done + progress.ballots_left > 0;
}

bool store_get_progress(struct store *store, struct progress *progress, struct err *err)
{
    *progress = (struct progress){0};
    struct query query = query_start(store->db, STATEMENT_PROGRESS_GET);
    if (query_next(&query)) {
        progress->ballots_done = query_integer(&query, 0);
        progress->ballots_left = query_integer(&query, 1);
    }
    return query_end(&query, err) && read_integer(store, STATEMENT_QUESTION_COUNT, &progress->questions, err);
}

static bool read_states(struct store *store, struct status *status, struct err *err)
{
    struct query states = query_start(store->db, STATEMENT_QUESTION_STATES);
    if (query_next(&states)) {
        status->questions_done = query_integer(&states, 0);
        status->questions_begun = query_integer(&states, 1);
        status->questions_untouched = query_integer(&states, 2);
        status->none_votes = query_integer(&states, 3);
    }
    return query_end(&states, err);
}

bool store_find_lacking_questions(struct store *store, struct arena *arena, struct lacking_questions *out,
                                  struct err *err)
{
    *out = (struct lacking_questions){0};
    struct query query = query_start(store->db, STATEMENT_QUESTION_WITHOUT_CANDIDATES_FIRST);
    query_bind_integer(&query, 1, LACKING_NAMED);
    while (query_next(&query))
        out->qids[out->n_qids++] = arena_copy(arena, query_bytes(&query, 0));
    return query_end(&query, err) &&
           read_integer(store, STATEMENT_QUESTION_WITHOUT_CANDIDATES_COUNT, &out->count, err);
}

bool store_get_version(struct store *store, int64_t *version, struct err *err)
{
    return db_pragma(store->db, "PRAGMA data_version", version, err);
}

bool store_get_status(struct store *store, struct arena *arena, struct status *status, struct err *err)
{
    struct progress progress;
    *status = (struct status){0};
    if (!store_begin_reading(store, err))
        return false;
    bool worked = store_get_progress(store, &progress, err) &&
                  read_integer(store, STATEMENT_DOCUMENT_COUNT, &status->documents, err) &&
                  read_integer(store, STATEMENT_CANDIDATE_COUNT, &status->candidates, err) &&
                  read_states(store, status, err) &&
                  store_find_lacking_questions(store, arena, &status->lacking, err) &&
                  annotators_read(store, arena, &status->annotators, &status->n_annotators, err);
    store_end_reading(store);
    status->questions = progress.questions;
    status->ballots_done = status->votes = progress.ballots_done;
    status->ballots_left = progress.ballots_left;
    return worked;
}

static bool read_question_rows(struct query *query, struct arena *arena, struct question_row **rows,
                               size_t *n, struct err *err)
{
    *rows = NULL;
    *n = 0;
    while (query_next(query))
        ARENA_PUSH(arena, *rows, *n) = read_question_row(query, arena);
    return query_end(query, err);
}

bool store_list_questions(struct store *store, struct arena *arena, struct question_row **rows, size_t *n,
                          struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_LIST);
    return read_question_rows(&query, arena, rows, n, err);
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

bool store_find_newest_change(struct store *store, int64_t *change, struct err *err)
{
    return read_integer(store, STATEMENT_CHANGE_NEWEST, change, err);
}

bool store_list_changed_questions(struct store *store, int64_t *change, struct arena *arena,
                                  struct question_name **names, size_t *n, struct err *err)
{
    int64_t newest;
    if (!store_find_newest_change(store, &newest, err))
        return false;
    struct query query = query_start(store->db, STATEMENT_QUESTION_CHANGED_LIST);
    query_bind_integer(&query, 1, *change);
    if (!read_question_names(&query, arena, names, n, err))
        return false;
    *change = newest;
    return true;
}

bool store_list_candidates(struct store *store, int64_t question_id, struct arena *arena,
                           struct tally **tallies, size_t *n, struct err *err)
{
    *tallies = NULL;
    *n = 0;
    struct query query = query_start(store->db, STATEMENT_CANDIDATE_LIST);
    query_bind_integer(&query, 1, question_id);
    while (query_next(&query))
        ARENA_PUSH(arena, *tallies, *n) = read_tally(&query, arena);
    return query_end(&query, err);
}

/* --- One question with its candidates and votes ----------------------------------------------- */

bool question_read(struct store *store, int64_t question_id, struct arena *arena,
                   struct question_row *question, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_GET);
    query_bind_integer(&query, 1, question_id);
    if (query_require(&query, query_next(&query), "a question is missing"))
        *question = read_question_row(&query, arena);
    return query_end(&query, err);
}

static int compare_merit(const void *left, const void *right)
{
    const struct candidate_row *a = left, *b = right;
    return tally_compare_merit(&a->tally, &b->tally);
}

static void grade_rows(struct candidate_row *rows, size_t n, const struct grading_rule *rule,
                       struct arena *arena)
{
    struct tally *tallies = arena_get_array(arena, n, sizeof *tallies);
    double *grades = arena_get_array(arena, n, sizeof *grades);
    for (size_t i = 0; i < n; i++)
        tallies[i] = rows[i].tally;
    grade_candidates(tallies, n, rule, grades);
    for (size_t i = 0; i < n; i++)
        rows[i].grade = grades[i];
}

/* So that a reader can tell them apart. */
static bool title_the_untitled(struct store *store, struct candidate_row *rows, size_t n, struct arena *arena,
                               struct err *err)
{
    for (size_t i = 0; i < n; i++) {
        if (rows[i].title.size > 0)
            continue;
        struct query query = query_start(store->db, STATEMENT_DOCUMENT_BEGINNING);
        query_bind_bytes(&query, 1, rows[i].tally.docid);
        if (query_next(&query))
            rows[i].title = arena_copy(arena, query_bytes(&query, 0));
        if (!query_end(&query, err))
            return false;
    }
    return true;
}

static bool read_candidates(struct store *store, const struct grading_rule *rule, struct arena *arena,
                            struct question_details *details, struct err *err)
{
    struct candidate_row *rows = NULL;
    size_t n = 0;
    struct query query = query_start(store->db, STATEMENT_CANDIDATE_LIST);
    query_bind_integer(&query, 1, details->question.question_id);
    while (query_next(&query)) {
        ARENA_PUSH(arena, rows, n) = (struct candidate_row){
            .tally = read_tally(&query, arena),
            .title = arena_copy(arena, query_bytes(&query, TALLY_COLUMNS)),
        };
    }
    if (!query_end(&query, err) || !title_the_untitled(store, rows, n, arena, err))
        return false;
    grade_rows(rows, n, rule, arena);
    if (n > 0)
        qsort(rows, n, sizeof *rows, compare_merit);
    details->candidates = rows;
    details->n_candidates = n;
    return true;
}

static struct vote_row read_vote_row(struct query *query, struct arena *arena)
{
    return (struct vote_row){
        .annotator = arena_copy(arena, query_bytes(query, 1)),
        .cast_at = query_integer(query, 2),
        .elapsed_ms = query_integer(query, 3),
        .position = query_is_null(query, 4) ? VOTE_NONE : (int)query_integer(query, 4),
        .note = arena_copy(arena, query_bytes(query, 5)),
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
        if (n == 0 || query_integer(&query, 0) != answer_id) {
            answer_id = query_integer(&query, 0);
            ARENA_PUSH(arena, rows, n) = read_vote_row(&query, arena);
        }
        struct vote_row *row = &rows[n - 1];
        if (!query_require(&query, row->n_slots < BALLOT_SIZE_MAX, "a ballot has too many slots"))
            break;
        row->docids[row->n_slots++] = arena_copy(arena, query_bytes(&query, 6));
    }
    details->votes = rows;
    details->n_votes = n;
    return query_end(&query, err);
}

bool store_read_title(struct store *store, struct bytes docid, struct arena *arena, struct bytes *title,
                      struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_DOCUMENT_TITLE);
    query_bind_bytes(&query, 1, docid);
    *title = (struct bytes){0};
    if (query_next(&query))
        *title = arena_copy(arena, query_bytes(&query, 0));
    return query_end(&query, err);
}

bool store_list_choices(struct store *store, int64_t question_id, int64_t last, struct arena *arena,
                        struct choice_row **rows, size_t *n, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_VOTE_SLOT_LIST);
    query_bind_integer(&query, 1, question_id);
    query_bind_integer(&query, 2, last);
    *rows = NULL;
    *n = 0;
    while (query_next(&query))
        ARENA_PUSH(arena, *rows, *n) = read_choice_row(&query, arena);
    return query_end(&query, err);
}

bool store_find_vote_after(struct store *store, int64_t after, int64_t nth, int64_t *answer_id,
                           struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_VOTE_AFTER);
    query_bind_integer(&query, 1, after);
    query_bind_integer(&query, 2, nth - 1);
    return query_one_integer(&query, 0, answer_id, err);
}

bool store_read_question(struct store *store, int64_t question_id, const struct grading_rule *rule,
                         struct arena *arena, struct question_details *details, struct err *err)
{
    *details = (struct question_details){0};
    if (!store_begin_reading(store, err))
        return false;
    bool worked = question_read(store, question_id, arena, &details->question, err) &&
                  read_candidates(store, rule, arena, details, err) &&
                  read_votes_of(store, arena, details, err);
    store_end_reading(store);
    return worked;
}

bool store_read_document(struct store *store, struct bytes docid, struct arena *arena,
                         struct ballot_document *document, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_DOCUMENT_FIND);
    query_bind_bytes(&query, 1, docid);
    if (query_require(&query, query_next(&query), "a document is missing"))
        *document = (struct ballot_document){.docid = arena_copy(arena, docid),
                                             .title = arena_copy(arena, query_bytes(&query, 1)),
                                             .text = arena_copy(arena, query_bytes(&query, 2))};
    return query_end(&query, err);
}

/* --- Labels ------------------------------------------------------------------------------------ */

bool store_read_labels(struct store *store, int64_t question_id, const struct grading_rule *rule,
                       struct arena *arena, struct judgment **labels, size_t *n, struct err *err)
{
    struct tally *tallies;
    size_t n_tallies;
    *labels = NULL;
    *n = 0;
    if (!store_list_candidates(store, question_id, arena, &tallies, &n_tallies, err))
        return false;
    *n = labels_of(tallies, n_tallies, rule, arena, labels);
    return true;
}

static bool add_labels(struct store *store, const struct question_row *row, const struct grading_rule *rule,
                       struct qrels *qrels, struct err *err)
{
    struct judgment *labels;
    size_t n;
    if (!store_read_labels(store, row->question_id, rule, &qrels->memory, &labels, &n, err))
        return false;
    if (n == 0) /* all have too few impressions: a question without a line is in no qrels file */
        return true;
    struct qrels_question *question = qrels_question(qrels, arena_copy(&qrels->memory, row->qid));
    for (size_t i = 0; i < n; i++) {
        if (!qrels_question_add(question, labels[i].docid, labels[i].grade))
            return db_fail_damaged(store->db, "a document is there twice", err);
    }
    return true;
}

bool store_read_qrels(struct store *store, const struct grading_rule *rule, struct qrels *qrels,
                      struct label_base *base, struct err *err)
{
    struct arena arena = {0};
    struct question_row *rows = NULL;
    size_t n = 0;
    if (!store_begin_reading(store, err))
        return false;
    bool worked = store_list_questions(store, &arena, &rows, &n, err);
    *base = (struct label_base){.questions = (int64_t)n};
    for (size_t i = 0; worked && i < n; i++) {
        base->votes += rows[i].ballots_done;
        if (rows[i].ballots_done > 0)
            worked = add_labels(store, &rows[i], rule, qrels, err);
    }
    store_end_reading(store);
    arena_release(&arena);
    return worked;
}

/* --- Check ------------------------------------------------------------------------------------- */

struct checking {
    struct store *store;
    check_report *report;
    void *context;
    size_t problems;
};

static void add_problem(struct checking *checking, struct bytes problem)
{
    checking->report(checking->context, problem);
    checking->problems++;
}

/* What each row of a query says is wrong. */
static bool check_by_query(struct checking *checking, enum statement statement, struct err *err)
{
    struct query query = query_start(checking->store->db, statement);
    while (query_next(&query)) {
        struct bytes line = query_bytes(&query, 0);
        if (statement != STATEMENT_CHECK_INTEGRITY || !bytes_equal(line, bytes_of("ok")))
            add_problem(checking, line);
    }
    return query_end(&query, err);
}

static bool check_question(struct checking *checking, struct query *question, struct err *err)
{
    struct arena arena = {0};
    struct pool pool;
    int64_t kept = query_integer(question, 2);
    bool worked = pool_read(checking->store, query_integer(question, 0), NO_LEASES, 0, &arena, &pool, err);
    if (worked && pool_ballots_left(&pool) != kept) {
        struct bytes qid = query_bytes(question, 1);
        add_problem(checking,
                    bytes_of(arena_format(&arena,
                                          "question %.*s: %lld ballots left are kept, by the rule '%s' "
                                          "it needs %lld",
                                          BYTES_FORMAT(qid), (long long)kept, stop_rule_name(pool.rule),
                                          (long long)pool_ballots_left(&pool))));
    }
    arena_release(&arena);
    return worked;
}

static bool check_ballots_left(struct checking *checking, struct err *err)
{
    bool worked = true;
    struct err unused;
    struct query query = query_start(checking->store->db, STATEMENT_CHECK_BALLOTS_LEFT);
    while (worked && query_next(&query))
        worked = check_question(checking, &query, err);
    return query_end(&query, worked ? err : &unused) && worked;
}

bool store_check(struct store *store, check_report *report, void *context, size_t *problems, struct err *err)
{
    static const enum statement checks[] = {
        STATEMENT_CHECK_INTEGRITY, STATEMENT_CHECK_FOREIGN_KEYS, STATEMENT_CHECK_SLOTS,
        STATEMENT_CHECK_BALLOTS,   STATEMENT_CHECK_CANDIDATES,   STATEMENT_CHECK_QUESTIONS,
        STATEMENT_CHECK_POOLS,     STATEMENT_CHECK_PROGRESS,
    };
    struct checking checking = {.store = store, .report = report, .context = context};
    if (!store_begin_reading(store, err))
        return false;
    bool worked = true;
    for (size_t i = 0; worked && i < sizeof checks / sizeof *checks; i++)
        worked = check_by_query(&checking, checks[i], err);
    worked = worked && check_ballots_left(&checking, err);
    store_end_reading(store);
    *problems = checking.problems;
    return worked;
}
