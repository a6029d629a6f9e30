#include "core/store/store_private.h"

#include "core/base/bug.h"

#include <math.h>

static bool read_integer(struct store *store, enum statement statement, int64_t *value, struct err *err)
{
    struct query query = query_start(store->db, statement);
    return query_one_integer(&query, 0, value, err);
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

static bool read_annotators(struct store *store, struct arena *arena, struct status *status, struct err *err)
{
    bool worked = true;
    struct query names = query_start(store->db, STATEMENT_ANNOTATOR_LIST);
    while (worked && query_next(&names)) {
        struct annotator_sums sums = {.name = arena_copy(arena, query_bytes(&names, 1))};
        struct arena times_arena = {0};
        int64_t *times = NULL;
        size_t n = 0;
        struct query votes = query_start(store->db, STATEMENT_ANNOTATOR_VOTES);
        query_bind_integer(&votes, 1, query_integer(&names, 0));
        while (query_next(&votes)) { /* the fastest first */
            times = arena_make_room(&times_arena, times, n, sizeof *times);
            times[n++] = query_integer(&votes, 0);
            sums.none_votes += query_integer(&votes, 1);
        }
        worked = query_end(&votes, err);
        sums.votes = (int64_t)n;
        sums.median_ms = n == 0 ? 0 : (times[(n - 1) / 2] + times[n / 2]) / 2;
        arena_release(&times_arena);

        status->annotators =
            arena_make_room(arena, status->annotators, status->n_annotators, sizeof *status->annotators);
        status->annotators[status->n_annotators++] = sums;
    }
    struct err unused;
    return query_end(&names, worked ? err : &unused) && worked;
}

static bool read_states(struct store *store, struct status *status, struct err *err)
{
    struct query states = query_start(store->db, STATEMENT_QUESTION_STATES);
    if (query_next(&states)) {
        status->questions_done = query_integer(&states, 0);
        status->questions_begun = query_integer(&states, 1);
        status->questions_untouched = query_integer(&states, 2);
        status->questions_without_candidates = query_integer(&states, 3);
    }
    return query_end(&states, err);
}

static bool read_votes(struct store *store, struct status *status, struct err *err)
{
    struct query votes = query_start(store->db, STATEMENT_VOTE_SUMS);
    if (query_next(&votes)) {
        status->votes = query_integer(&votes, 0);
        status->none_votes = query_integer(&votes, 1);
    }
    return query_end(&votes, err);
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
                  read_states(store, status, err) && read_votes(store, status, err) &&
                  read_annotators(store, arena, status, err);
    store_end_reading(store);
    status->questions = progress.questions;
    status->ballots_done = progress.ballots_done;
    status->ballots_left = progress.ballots_left;
    return worked;
}

bool store_count_questions_without_candidates(struct store *store, int64_t *count, struct err *err)
{
    return read_integer(store, STATEMENT_QUESTION_WITHOUT_CANDIDATES_COUNT, count, err);
}

static bool read_question_rows(struct query *query, struct arena *arena, struct question_row **rows,
                               size_t *n, struct err *err)
{
    *rows = NULL;
    for (*n = 0; query_next(query); ++*n) {
        *rows = arena_make_room(arena, *rows, *n, sizeof **rows);
        (*rows)[*n] = (struct question_row){
            .question_id = query_integer(query, 0),
            .qid = arena_copy(arena, query_bytes(query, 1)),
            .target = query_integer(query, 2),
            .ballots_done = query_integer(query, 3),
            .ballots_left = query_integer(query, 4),
        };
    }
    return query_end(query, err);
}

bool store_list_questions(struct store *store, struct arena *arena, struct question_row **rows, size_t *n,
                          struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_LIST);
    return read_question_rows(&query, arena, rows, n, err);
}

bool store_list_voted_questions(struct store *store, int64_t *vote_id, struct arena *arena,
                                struct question_row **rows, size_t *n, struct err *err)
{
    int64_t since = *vote_id;
    struct query query = query_start(store->db, STATEMENT_QUESTION_VOTED_LIST);
    query_bind_integer(&query, 1, since);
    return read_integer(store, STATEMENT_VOTE_NEWEST, vote_id, err) &&
           read_question_rows(&query, arena, rows, n, err);
}

bool store_list_candidates(struct store *store, int64_t question_id, struct arena *arena,
                           struct tally **tallies, size_t *n, struct err *err)
{
    *tallies = NULL;
    struct query query = query_start(store->db, STATEMENT_CANDIDATE_LIST);
    query_bind_integer(&query, 1, question_id);
    for (*n = 0; query_next(&query); ++*n) {
        *tallies = arena_make_room(arena, *tallies, *n, sizeof **tallies);
        (*tallies)[*n] = (struct tally){
            .docid = arena_copy(arena, query_bytes(&query, 0)),
            .prior = query_real(&query, 1),
            .source = arena_copy(arena, query_bytes(&query, 2)),
            .impressions = query_integer(&query, 3),
            .wins = query_integer(&query, 4),
        };
    }
    return query_end(&query, err);
}

bool store_read_labels(struct store *store, int64_t question_id, const struct grading_rule *rule,
                       struct arena *arena, struct judgment **labels, size_t *n, struct err *err)
{
    struct tally *tallies;
    size_t n_tallies;
    *labels = NULL;
    *n = 0;
    if (!store_list_candidates(store, question_id, arena, &tallies, &n_tallies, err))
        return false;
    double *grades = arena_get_array(arena, n_tallies, sizeof *grades);
    size_t n_graded = grade_candidates(tallies, n_tallies, rule, grades);
    *labels = arena_get_array(arena, n_graded, sizeof **labels);
    for (size_t i = 0; i < n_tallies; i++) {
        if (!isnan(grades[i]))
            (*labels)[(*n)++] = (struct judgment){.docid = tallies[i].docid, .grade = grades[i]};
    }
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
    for (size_t i = 0; i < n; i++)
        BUG_UNLESS(qrels_question_add(question, labels[i].docid, labels[i].grade));
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

bool store_check(struct store *store, check_report *report, void *context, size_t *problems, struct err *err)
{
    static const enum statement checks[] = {
        STATEMENT_CHECK_INTEGRITY, STATEMENT_CHECK_FOREIGN_KEYS, STATEMENT_CHECK_SLOTS,
        STATEMENT_CHECK_BALLOTS,   STATEMENT_CHECK_CANDIDATES,   STATEMENT_CHECK_QUESTIONS,
        STATEMENT_CHECK_PROGRESS,
    };
    *problems = 0;
    if (!store_begin_reading(store, err))
        return false;
    bool worked = true;
    for (size_t i = 0; worked && i < sizeof checks / sizeof *checks; i++) {
        struct query query = query_start(store->db, checks[i]);
        while (query_next(&query)) {
            struct bytes line = query_bytes(&query, 0);
            if (checks[i] == STATEMENT_CHECK_INTEGRITY && bytes_equal(line, bytes_of("ok")))
                continue;
            report(context, line);
            ++*problems;
        }
        worked = query_end(&query, err);
    }
    store_end_reading(store);
    return worked;
}
