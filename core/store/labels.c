#include "core/store/labels.h"

#include "core/store/check.h"
#include "core/store/questions.h"
#include "core/store/store_private.h"

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

/* Moves the tallies that have a label to the front. */
static void keep_labelled(struct tally *tallies, size_t n, const struct qrels_question *question)
{
    size_t n_kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (qrels_question_find(question, tallies[i].docid) != NULL)
            tallies[n_kept++] = tallies[i];
    }
}

static bool add_labels(struct store *store, const struct question_row *row, const struct grading_rule *rule,
                       struct qrels *qrels, struct label_base *base, struct err *err)
{
    struct judgment *labels;
    struct tally *tallies;
    size_t n_tallies;
    if (!store_list_candidates(store, row->question_id, &qrels->memory, &tallies, &n_tallies, err))
        return false;
    size_t n = labels_of(tallies, n_tallies, rule, &qrels->memory, &labels);
    if (n == 0) /* all have too few impressions: a question without a line is in no qrels file */
        return true;
    struct qrels_question *question = qrels_question(qrels, arena_copy(&qrels->memory, row->qid));
    for (size_t i = 0; i < n; i++) {
        if (!qrels_question_add(question, labels[i].docid, labels[i].grade))
            return db_fail_damaged(store->db, "a document is there twice", err);
    }
    keep_labelled(tallies, n_tallies, question);
    base->tallies[qrels->n_questions - 1] = tallies;
    return true;
}

/* Of places from 0, ascending, those among the first n. */
static size_t count_first(const size_t *places, size_t n)
{
    size_t n_first = 0;
    while (n_first < n && places[n_first] < n)
        n_first++;
    return n_first;
}

bool store_read_qrels(struct store *store, const struct grading_rule *rule, struct qrels *qrels,
                      struct label_base *base, struct err *err)
{
    struct arena arena = {0};
    struct question_row *rows = NULL;
    size_t n = 0;
    if (!store_begin_reading_sums(store, err))
        return false;
    bool worked = store_list_questions(store, &arena, &rows, &n, err);
    *base = (struct label_base){
        .questions = (int64_t)n,
        .tallies = arena_get_array(&qrels->memory, n, sizeof *base->tallies),
    };
    size_t *places = arena_get_array(&arena, n, sizeof *places);
    for (size_t i = 0; worked && i < n; i++) {
        const size_t n_before = qrels->n_questions;
        base->votes += rows[i].ballots_done;
        worked = store_foresee_candidates(store, rows, n, i, true, err);
        if (worked && rows[i].ballots_done > 0)
            worked = add_labels(store, &rows[i], rule, qrels, base, err);
        if (qrels->n_questions > n_before)
            places[n_before] = i;
    }
    base->first_labelled = count_first(places, qrels->n_questions);
    store_end_reading(store);
    arena_release(&arena);
    return worked;
}
