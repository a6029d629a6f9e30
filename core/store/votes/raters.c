/* Labels are made question by question, as from all votes: the votes of one rater are counted and graded. */
#include "core/store/votes/raters.h"

#include "core/store/content/judgments.h"
#include "core/store/content/questions.h"
#include "core/store/rights.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"
#include "core/store/content/twins.h"
#include "core/store/votes/tallies.h"
#include "core/store/votes/votes.h"

#include <stdlib.h>

static const char *const rater_kind_names[] = {
    [RATER_ANNOTATOR] = "annotator",
    [RATER_JUDGMENTS] = "judgments",
    [RATER_MODEL] = "model",
};

const struct words rater_kind_words = WORDS_OF(rater_kind_names);

/* --- Listing raters -------------------------------------------------------------------------- */

static const enum statement rater_lists[N_RATER_KINDS] = {
    [RATER_ANNOTATOR] = STATEMENT_RATER_ANNOTATOR_LIST,
    [RATER_JUDGMENTS] = STATEMENT_RATER_SOURCE_LIST,
    [RATER_MODEL] = STATEMENT_RATER_MODEL_LIST,
};

bool store_list_raters(struct store *store, struct arena *arena, struct rater **raters, size_t *n,
                       struct err *err)
{
    *raters = NULL;
    *n = 0;
    if (!store_require_all(store, "looking at the votes of one annotator", err))
        return false;
    for (size_t kind = 0; kind < N_RATER_KINDS; kind++) {
        struct query query = query_start(store->db, rater_lists[kind]);
        while (query_next(&query)) {
            struct rater rater = read_rater(&query, arena);
            rater.kind = (enum rater_kind)kind;
            ARENA_PUSH(arena, *raters, *n) = rater;
        }
        if (!query_end(&query, err))
            return false;
    }
    return true;
}

bool rater_is_called(const struct rater *rater, struct bytes name)
{
    struct bytes kind, rest;
    if (bytes_equal(rater->name, name))
        return true;
    return bytes_split(name, ':', &kind, &rest) && bytes_equal(rater->name, rest) &&
           bytes_equal(kind, bytes_of(words_at(&rater_kind_words, rater->kind)));
}

/* --- Labels from annotators ------------------------------------------------------------------ */

/* A rater who is an annotator. */
struct visited_rater {
    int64_t annotator_id;
    size_t rater;
};

struct rater_visit {
    struct store *store;
    const struct grading_rule *rule;
    struct visited_rater *raters; /* by annotator_id */
    size_t n_raters;
    rater_visit *visit;
    void *context;
};

static int compare_annotators(const void *left, const void *right)
{
    const struct visited_rater *a = left, *b = right;
    return (a->annotator_id > b->annotator_id) - (a->annotator_id < b->annotator_id);
}

static void list_visited(struct rater_visit *visiting, const struct rater *raters, size_t n,
                         struct arena *arena)
{
    for (size_t i = 0; i < n; i++) {
        if (raters[i].kind == RATER_ANNOTATOR)
            ARENA_PUSH(arena, visiting->raters, visiting->n_raters) =
                (struct visited_rater){raters[i].rater_id, i};
    }
    if (visiting->n_raters > 0)
        qsort(visiting->raters, visiting->n_raters, sizeof *visiting->raters, compare_annotators);
}

/* NULL: the annotator is not requested. */
static const struct visited_rater *find_visited(const struct rater_visit *visiting, int64_t annotator_id)
{
    const struct visited_rater wanted = {.annotator_id = annotator_id};
    return visiting->n_raters == 0 ? NULL
                                   : bsearch(&wanted, visiting->raters, visiting->n_raters,
                                             sizeof *visiting->raters, compare_annotators);
}

static int compare_voters(const void *left, const void *right)
{
    const struct cast_vote *a = left, *b = right;
    return (a->annotator_id > b->annotator_id) - (a->annotator_id < b->annotator_id);
}

/* The votes are those of one annotator. */
static bool visit_votes(const struct rater_visit *visiting, const struct question_row *row,
                        const struct cast_vote *votes, size_t n_votes, struct tally *tallies, size_t n,
                        struct arena *arena, struct err *err)
{
    const struct visited_rater *rater = find_visited(visiting, votes->annotator_id);
    struct judgment *labels;
    if (rater == NULL)
        return true;
    tallies_count(tallies, n, votes, n_votes);
    n = labels_of(tallies, n, visiting->rule, arena, &labels);
    return n == 0 || visiting->visit(visiting->context, rater->rater, row->qid, labels, n, err);
}

static bool visit_question(const struct rater_visit *visiting, const struct question_row *row,
                           struct arena *arena, struct err *err)
{
    struct tally *tallies;
    struct cast_vote *votes;
    size_t n, n_votes;
    if (!store_list_votes(visiting->store, row->question_id, arena, &votes, &n_votes, err) ||
        !store_list_pool(visiting->store, row->question_id, arena, &tallies, &n, err))
        return false;
    if (n_votes > 0)
        qsort(votes, n_votes, sizeof *votes, compare_voters);
    bool visited = true;
    for (size_t i = 0, end; visited && i < n_votes; i = end) {
        for (end = i + 1; end < n_votes && votes[end].annotator_id == votes[i].annotator_id; end++) {
        }
        visited = visit_votes(visiting, row, votes + i, end - i, tallies, n, arena, err);
    }
    return visited;
}

/* As store_prefetch_candidates. */
static bool prefetch_rows(struct store *store, const struct question_row *rows, size_t n, size_t i,
                          struct err *err)
{
    bool any_twins;
    if (i % QUESTIONS_FORESEEN != 0 || !db_is_on_server(store->db))
        return true;
    if (!twins_find_any(store, &any_twins, err))
        return false;
    db_drop_prefetched(store->db);
    for (size_t k = i; k < n && k < i + QUESTIONS_FORESEEN; k++) {
        if (rows[k].ballots_done == 0)
            continue;
        store_prefetch_votes(store, rows[k].question_id);
        store_prefetch_pool(store, rows[k].question_id);
    }
    return true;
}

bool store_visit_raters(struct store *store, const struct rater *raters, size_t n,
                        const struct grading_rule *rule, rater_visit *visit, void *context, struct err *err)
{
    struct arena arena = {0}, of_question = {0};
    struct rater_visit visiting = {.store = store, .rule = rule, .visit = visit, .context = context};
    struct question_row *rows = NULL;
    size_t n_rows = 0;
    list_visited(&visiting, raters, n, &arena);
    bool worked = visiting.n_raters == 0 || store_list_questions(store, &arena, &rows, &n_rows, err);
    for (size_t i = 0; worked && i < n_rows; i++) {
        worked = prefetch_rows(store, rows, n_rows, i, err) &&
                 (rows[i].ballots_done == 0 || visit_question(&visiting, &rows[i], &of_question, err));
        arena_clear(&of_question);
    }
    arena_release(&of_question);
    arena_release(&arena);
    return worked;
}

struct rater_qrels {
    struct store *store;
    struct qrels *qrels;
};

static bool put_labels(void *context, size_t rater, struct bytes qid, const struct judgment *labels, size_t n,
                       struct err *err)
{
    const struct rater_qrels *out = context;
    (void)rater;
    return labels_put(out->store, qid, labels, n, out->qrels, err);
}

/* --- Labels from models ---------------------------------------------------------------------- */

static struct query find_model_votes(struct store *store, const struct rater *rater, int64_t question_id)
{
    struct query query = query_start(store->db, STATEMENT_RATER_MODEL_VOTE_LIST);
    query_bind_integer(&query, 1, question_id);
    query_bind_integer(&query, 2, rater->rater_id);
    return query;
}

/* Everything that is read lies in `arena`. */
static bool add_model_question(struct store *store, const struct rater *rater, const struct question_row *row,
                               const struct grading_rule *rule, struct arena *arena, struct qrels *qrels,
                               struct err *err)
{
    struct query query = find_model_votes(store, rater, row->question_id);
    struct cast_vote *votes;
    struct tally *tallies;
    struct judgment *labels;
    size_t n, n_votes;
    if (!votes_take(store, &query, arena, &votes, &n_votes, err))
        return false;
    if (n_votes == 0)
        return true;
    if (!store_list_pool(store, row->question_id, arena, &tallies, &n, err))
        return false;
    tallies_count(tallies, n, votes, n_votes);
    n = labels_of(tallies, n, rule, arena, &labels);
    return labels_put(store, row->qid, labels, n, qrels, err);
}

/* As store_prefetch_candidates. */
static void prefetch_model_votes(struct store *store, const struct rater *rater,
                                 const struct question_row *rows, size_t n, size_t i)
{
    if (i % QUESTIONS_FORESEEN != 0)
        return;
    db_drop_prefetched(store->db);
    for (size_t k = i; k < n && k < i + QUESTIONS_FORESEEN; k++) {
        struct query query = find_model_votes(store, rater, rows[k].question_id);
        query_prefetch(&query);
    }
}

static bool read_model(struct store *store, const struct rater *rater, const struct grading_rule *rule,
                       struct qrels *qrels, struct err *err)
{
    struct arena arena = {0}, of_question = {0};
    struct question_row *rows = NULL;
    size_t n = 0;
    bool worked = store_list_questions(store, &arena, &rows, &n, err);
    for (size_t i = 0; worked && i < n; i++) {
        prefetch_model_votes(store, rater, rows, n, i);
        worked = add_model_question(store, rater, &rows[i], rule, &of_question, qrels, err);
        arena_clear(&of_question);
    }
    arena_release(&of_question);
    arena_release(&arena);
    return worked;
}

bool store_read_rater(struct store *store, const struct rater *rater, const struct grading_rule *rule,
                      struct qrels *qrels, struct err *err)
{
    struct rater_qrels out = {store, qrels};
    switch (rater->kind) {
    case RATER_JUDGMENTS:
        return store_read_judgments(store, rater->name, qrels, err);
    case RATER_MODEL:
        return read_model(store, rater, rule, qrels, err);
    default:
        return store_visit_raters(store, rater, 1, rule, put_labels, &out, err);
    }
}
