/*
 * Scores or ranks a run while it is read: any bytes give the same result, or the same error, as reading the whole run
 * first.
 */
#include "core/base/bug.h"
#include "core/base/look.h"
#include "core/metric/measures/measure_name.h"
#include "import/runs/run.h"
#include "import/runs/run_evaluate.h"
#include "tests/support/evaluation.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool not_interrupted(void)
{
    return false;
}

/* Judges the run itself: every third document is relevant. */
static void judge(const struct run *run, struct qrels *qrels)
{
    for (size_t q = 0; q < run->n_questions; q++) {
        const struct run_question *question = &run->questions[q];
        for (size_t i = 0; i < question->n_entries; i++)
            BUG_UNLESS(qrels_add(qrels, question->qid, question->entries[i].docid, i % 3 == 0));
    }
}

static void compare(const struct evaluation *a, const struct evaluation *b)
{
    BUG_UNLESS(a->n_questions == b->n_questions && a->n_answered == b->n_answered);
    BUG_UNLESS(memcmp(a->values, b->values, a->n_questions * a->n_measures * sizeof *a->values) == 0);
}

/* The ranked run must have the same order as the whole run. */
static void compare_ranked(const struct ranked_run *ranked, const struct run *run, const struct qrels *qrels)
{
    struct ranking a = {0};
    struct ranking b = {0};
    BUG_UNLESS(ranked->n_questions == run->n_questions);
    for (size_t q = 0; q < run->n_questions; q++) {
        const struct run_question *question = &run->questions[q];
        struct ranked_question same = ranked_run_find(ranked, question->qid);
        ranking_set(&a, question, qrels_find(qrels, question->qid), TIES_INPUT);
        ranking_set_ranked(&b, &same, qrels_find(qrels, question->qid));
        BUG_UNLESS(a.n_hits == b.n_hits && a.n_retrieved == b.n_retrieved);
        for (size_t i = 0; i < a.n_hits; i++)
            BUG_UNLESS(a.hits[i].rank == b.hits[i].rank && a.hits[i].grade == b.hits[i].grade);
    }
    ranking_release(&a);
    ranking_release(&b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct workforce workforce = {.n_threads = 2, .interrupted = not_interrupted};
    struct measure_list measures = {0};
    struct run run = {0};
    struct ranked_run ranked = {0};
    struct qrels qrels = {0};
    struct evaluator evaluator;
    struct err whole = {0};
    struct err as_read = {0};
    char path[32];
    int descriptor = memfd_create("run", 0);
    BUG_UNLESS(write(descriptor, data, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    BUG_UNLESS(measure_list_parse(bytes_of("nDCG@3,AP"), &measures, &whole));

    bool readable = import_run(path, NULL, &run, &whole);
    judge(&run, &qrels);
    enum ties ties = (enum ties)(size / LOOKS_KINDS % (TIES_INPUT + 1));
    enum score_type scores = size / LOOKS_KINDS / (TIES_INPUT + 1) % 2 == 0 ? SCORE_FLOAT64 : SCORE_FLOAT32;
    evaluator_open(&evaluator, &qrels, measures.items, measures.count, ties);
    evaluator.scores = scores;
    looks_limit((enum looks_kind)(size % LOOKS_KINDS));
    BUG_UNLESS(evaluate_run(path, &evaluator, &workforce, NULL, &as_read) == readable);
    BUG_UNLESS(readable || strcmp(as_read.text, whole.text) == 0);
    if (readable) {
        struct evaluation expected;
        struct evaluation evaluation;
        run_round(&run, scores);
        evaluation_make(&expected, &run, &qrels, measures.items, measures.count, ties, QUESTIONS_ALL);
        evaluator_finish(&evaluator, QUESTIONS_ALL, &evaluation);
        compare(&evaluation, &expected);
        evaluation_release(&evaluation);
        evaluation_release(&expected);
    }
    BUG_UNLESS(import_ranked_run(path, TIES_INPUT, scores, NULL, &ranked, &as_read) == readable);
    BUG_UNLESS(readable || strcmp(as_read.text, whole.text) == 0);
    compare_ranked(&ranked, &run, &qrels);
    ranked_run_release(&ranked);
    evaluator_close(&evaluator);
    qrels_release(&qrels);
    run_release(&run);
    measure_list_release(&measures);
    close(descriptor);
    return 0;
}
