/*
 * An annotator's labels are made question by question, as those of all votes are: what they saw is counted, and graded.
 */
#include "core/store/votes/raters.h"

#include "core/store/content/judgments.h"
#include "core/store/content/questions.h"
#include "core/store/rights.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"
#include "core/store/content/twins.h"

static const char *const rater_kind_names[] = {
    [RATER_ANNOTATOR] = "annotator",
    [RATER_JUDGMENTS] = "judgments",
    [RATER_MODEL] = "model",
};

const struct words rater_kind_words = WORDS_OF(rater_kind_names);

/* --- Who there is ---------------------------------------------------------------------------- */

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
    if (!store_require_all(store, "what one annotator said", err))
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

/* --- What they said -------------------------------------------------------------------------- */

static struct query find_tallies(struct store *store, const struct rater *rater, int64_t question_id)
{
    struct query query = query_start(store->db, rater->kind == RATER_MODEL ? STATEMENT_RATER_MODEL_TALLY_LIST
                                                                           : STATEMENT_RATER_TALLY_LIST);
    query_bind_integer(&query, 1, question_id);
    query_bind_integer(&query, 2, rater->rater_id);
    return query;
}

static bool list_tallies(struct store *store, const struct rater *rater, int64_t question_id,
                         struct arena *arena, struct tally **tallies, size_t *n, struct err *err)
{
    *tallies = NULL;
    *n = 0;
    struct query query = find_tallies(store, rater, question_id);
    while (query_next(&query))
        ARENA_PUSH(arena, *tallies, *n) = read_tally(&query, arena);
    return query_end(&query, err) && twins_add_tallies(store, question_id, arena, tallies, n, err);
}

/* What is read lies in `arena`. */
static bool add_question(struct store *store, const struct rater *rater, const struct question_row *row,
                         const struct grading_rule *rule, struct arena *arena, struct qrels *qrels,
                         struct err *err)
{
    struct tally *tallies;
    struct judgment *labels;
    size_t n;
    if (!list_tallies(store, rater, row->question_id, arena, &tallies, &n, err))
        return false;
    n = labels_of(tallies, n, rule, arena, &labels);
    return labels_put(store, row->qid, labels, n, qrels, err);
}

/* As store_foresee_candidates. */
static bool foresee_tallies(struct store *store, const struct rater *rater, const struct question_row *rows,
                            size_t n, size_t i, struct err *err)
{
    bool any_twins;
    if (i % QUESTIONS_FORESEEN != 0)
        return true;
    if (!twins_find_any(store, &any_twins, err))
        return false;
    db_forget_foreseen(store->db);
    for (size_t k = i; k < n && k < i + QUESTIONS_FORESEEN; k++) {
        struct query query = find_tallies(store, rater, rows[k].question_id);
        query_foresee(&query);
        if (any_twins)
            twins_foresee(store, rows[k].question_id);
    }
    return true;
}

static bool read_votes(struct store *store, const struct rater *rater, const struct grading_rule *rule,
                       struct qrels *qrels, struct err *err)
{
    struct arena arena = {0}, of_question = {0};
    struct question_row *rows = NULL;
    size_t n = 0;
    bool worked = store_list_questions(store, &arena, &rows, &n, err);
    for (size_t i = 0; worked && i < n; i++) {
        worked = foresee_tallies(store, rater, rows, n, i, err) &&
                 add_question(store, rater, &rows[i], rule, &of_question, qrels, err);
        arena_clear(&of_question);
    }
    arena_release(&of_question);
    arena_release(&arena);
    return worked;
}

bool store_read_rater(struct store *store, const struct rater *rater, const struct grading_rule *rule,
                      struct qrels *qrels, struct err *err)
{
    return rater->kind == RATER_JUDGMENTS ? store_read_judgments(store, rater->name, qrels, err)
                                          : read_votes(store, rater, rule, qrels, err);
}
