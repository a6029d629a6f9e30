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

/* Those of the judgments, in their order; in the qrels' memory, where the docids lie already. */
static struct tally *copy_labelled(const struct tally *tallies, size_t n,
                                   const struct qrels_question *question, struct arena *memory)
{
    struct tally *copies = arena_get_array(memory, question->n_judgments, sizeof *copies);
    size_t n_copied = 0;
    for (size_t i = 0; i < n; i++) {
        const struct judgment *judgment = qrels_question_find(question, tallies[i].docid);
        if (judgment == NULL)
            continue;
        copies[n_copied] = tallies[i];
        copies[n_copied++].docid = judgment->docid;
    }
    return copies;
}

/* Of a question that has labels. */
static bool add_question(struct store *store, const struct question_row *row, const struct judgment *labels,
                         size_t n, struct qrels *qrels, struct err *err)
{
    struct qrels_question *question = qrels_question(qrels, arena_copy(&qrels->memory, row->qid));
    qrels_question_reserve(question, n);
    for (size_t i = 0; i < n; i++) {
        if (!qrels_question_add(question, arena_copy(&qrels->memory, labels[i].docid), labels[i].grade))
            return db_fail_damaged(store->db, "a document is there twice", err);
    }
    return true;
}

/* What is read lies in `arena`: the qrels get what is kept, and nothing of what grew on the way. */
static bool add_labels(struct store *store, const struct question_row *row, const struct grading_rule *rule,
                       struct arena *arena, struct qrels *qrels, struct label_base *base, struct err *err)
{
    struct judgment *labels;
    struct tally *tallies;
    size_t n_tallies;
    if (!store_list_candidates(store, row->question_id, arena, &tallies, &n_tallies, err))
        return false;
    size_t n = labels_of(tallies, n_tallies, rule, arena, &labels);
    if (n == 0) /* all have too few impressions: a question without a line is in no qrels file */
        return true;
    if (!add_question(store, row, labels, n, qrels, err))
        return false;
    const size_t last = qrels->n_questions - 1;
    if (base->tallies != NULL)
        base->tallies[last] = copy_labelled(tallies, n_tallies, &qrels->questions[last], &qrels->memory);
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

bool store_read_qrels(struct store *store, const struct grading_rule *rule, bool with_tallies,
                      struct qrels *qrels, struct label_base *base, struct err *err)
{
    struct arena arena = {0}, of_question = {0};
    struct question_row *rows = NULL;
    size_t n = 0;
    if (!store_begin_reading_sums(store, err))
        return false;
    bool worked = store_list_questions(store, &arena, &rows, &n, err);
    *base = (struct label_base){
        .questions = (int64_t)n,
        .tallies = with_tallies ? arena_get_array(&qrels->memory, n, sizeof *base->tallies) : NULL,
    };
    size_t *places = arena_get_array(&arena, n, sizeof *places);
    for (size_t i = 0; worked && i < n; i++) {
        const size_t n_before = qrels->n_questions;
        base->votes += rows[i].ballots_done;
        worked = store_foresee_candidates(store, rows, n, i, true, err);
        if (worked && rows[i].ballots_done > 0)
            worked = add_labels(store, &rows[i], rule, &of_question, qrels, base, err);
        arena_clear(&of_question);
        if (qrels->n_questions > n_before)
            places[n_before] = i;
    }
    base->first_labelled = count_first(places, qrels->n_questions);
    store_end_reading(store);
    arena_release(&of_question);
    arena_release(&arena);
    return worked;
}
