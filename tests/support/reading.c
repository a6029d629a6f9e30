#include "tests/support/reading.h"

#include "import/qrels.h"
#include "import/runs/run.h"

#include <stdlib.h>
#include <string.h>

int reading_set_up(void **state)
{
    *state = calloc(1, sizeof(struct reading));
    return *state == NULL ? -1 : 0;
}

int reading_tear_down(void **state)
{
    struct reading *reading = *state;
    run_release(&reading->run);
    qrels_release(&reading->qrels);
    arena_release(&reading->arena);
    free(reading);
    return 0;
}

static int compare_entries(const void *a, const void *b)
{
    return run_entry_compare(a, b, TIES_DOCID_DESC);
}

static void assert_ranked_as(struct ranked_question ranked, const struct run_question *question)
{
    struct bytes docid;
    struct run_entry *entries = calloc(question->n_entries, sizeof *entries);
    memcpy(entries, question->entries, question->n_entries * sizeof *entries);
    qsort(entries, question->n_entries, sizeof *entries, compare_entries);
    assert_int_equal(ranked.n_documents, question->n_entries);
    for (size_t i = 0; ranked_question_next(&ranked, &docid); i++)
        assert_true(bytes_equal(docid, entries[i].docid));
    free(entries);
}

void assert_reads_ranked(struct reading *reading, const char *path)
{
    struct ranked_run ranked;
    if (!import_ranked_run(path, TIES_DOCID_DESC, SCORE_FLOAT64, NULL, &ranked, &reading->err))
        fail_msg("%s", reading->err.text);
    assert_int_equal(ranked.doubt, reading->run.doubt);
    assert_int_equal(ranked.n_questions, reading->run.n_questions);
    for (size_t i = 0; i < reading->run.n_questions; i++) {
        const struct run_question *question = &reading->run.questions[i];
        assert_ranked_as(ranked_run_find(&ranked, question->qid), question);
    }
    ranked_run_release(&ranked);
}

void read_run(struct reading *reading, const char *text)
{
    const char *path = support_file(&reading->arena, "test.run", bytes_of(text));
    if (!import_run(path, NULL, &reading->run, &reading->err))
        fail_msg("%s", reading->err.text);
    assert_reads_ranked(reading, path);
}

void read_qrels(struct reading *reading, const char *text)
{
    const char *path = support_file(&reading->arena, "test.qrels", bytes_of(text));
    if (!import_qrels(path, &reading->qrels, NULL, &reading->err))
        fail_msg("%s", reading->err.text);
}

/* Two kinds of wrong input have their own error codes. */
static enum err_code code_of_input(const struct err *err)
{
    return err->code == ERR_EMPTY || err->code == ERR_REPEATED ? err->code : ERR_INPUT;
}

void assert_run_refused(struct reading *reading, const char *text, const char *message)
{
    const char *path = support_file(&reading->arena, "wrong.run", bytes_of(text));
    const char *text_of_error = arena_format(&reading->arena, "%s%s", path, message);
    struct ranked_run ranked;
    bool worked = import_run(path, NULL, &reading->run, &reading->err);
    assert_error(worked, reading->err, code_of_input(&reading->err), text_of_error);
    worked = import_ranked_run(path, TIES_DOCID_DESC, SCORE_FLOAT64, NULL, &ranked, &reading->err);
    assert_error(worked, reading->err, code_of_input(&reading->err), text_of_error);
}

void assert_qrels_refused(struct reading *reading, const char *text, const char *message)
{
    const char *path = support_file(&reading->arena, "wrong.qrels", bytes_of(text));
    const bool worked = import_qrels(path, &reading->qrels, NULL, &reading->err);
    assert_error(worked, reading->err, code_of_input(&reading->err),
                 arena_format(&reading->arena, "%s%s", path, message));
}

void assert_entry(const struct reading *reading, size_t question, size_t entry, const char *docid,
                  double score)
{
    assert_in_range(question, 0, reading->run.n_questions - 1);
    assert_in_range(entry, 0, reading->run.questions[question].n_entries - 1);
    const struct run_entry *found = &reading->run.questions[question].entries[entry];
    assert_true(bytes_equal(found->docid, bytes_of(docid)));
    assert_close(found->score, score, 0);
}

void assert_grade(const struct reading *reading, const char *qid, const char *docid, double grade)
{
    const struct qrels_question *question = qrels_find(&reading->qrels, bytes_of(qid));
    assert_non_null(question);
    const struct judgment *judgment = qrels_question_find(question, bytes_of(docid));
    assert_non_null(judgment);
    assert_close(judgment->grade, grade, 0);
}
