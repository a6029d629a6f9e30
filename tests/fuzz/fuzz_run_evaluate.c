/* Scoring a run as it is read: whatever the bytes, what reading it whole gives, scores or an error. */
#include "core/base/bug.h"
#include "import/run.h"
#include "import/run_evaluate.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool not_interrupted(void)
{
    return false;
}

/* The run itself, judged: every third document is relevant. */
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct workforce workforce = {.n_threads = 2, .interrupted = not_interrupted};
    struct measure_list measures = {0};
    struct run run = {0};
    struct qrels qrels = {0};
    struct evaluator evaluator;
    struct err whole = {0};
    struct err as_read = {0};
    char path[32];
    int descriptor = memfd_create("run", 0);
    BUG_UNLESS(write(descriptor, data, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    BUG_UNLESS(measure_list_parse(bytes_of("nDCG@3,AP"), &measures, &whole));

    bool readable = import_run(path, &run, &whole);
    judge(&run, &qrels);
    evaluator_open(&evaluator, &qrels, measures.items, measures.count, TIES_INPUT);
    BUG_UNLESS(evaluate_run(path, &evaluator, &workforce, NULL, &as_read) == readable);
    BUG_UNLESS(readable || strcmp(as_read.text, whole.text) == 0);
    if (readable) {
        struct evaluation expected;
        struct evaluation evaluation;
        evaluation_make(&expected, &run, &qrels, measures.items, measures.count, TIES_INPUT, QUESTIONS_ALL);
        evaluator_finish(&evaluator, QUESTIONS_ALL, &evaluation);
        compare(&evaluation, &expected);
        evaluation_release(&evaluation);
        evaluation_release(&expected);
    }
    evaluator_close(&evaluator);
    qrels_release(&qrels);
    run_release(&run);
    measure_list_release(&measures);
    close(descriptor);
    return 0;
}
