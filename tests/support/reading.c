#include "tests/support/reading.h"

#include "import/qrels.h"
#include "import/run.h"

#include <stdlib.h>

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

void read_run(struct reading *reading, const char *text)
{
    if (!import_run(support_file(&reading->arena, "test.run", bytes_of(text)), &reading->run, &reading->err))
        fail_msg("%s", reading->err.text);
}

void read_qrels(struct reading *reading, const char *text)
{
    const char *path = support_file(&reading->arena, "test.qrels", bytes_of(text));
    if (!import_qrels(path, &reading->qrels, &reading->err))
        fail_msg("%s", reading->err.text);
}

void assert_run_refused(struct reading *reading, const char *text, const char *message)
{
    const char *path = support_file(&reading->arena, "wrong.run", bytes_of(text));
    assert_error(import_run(path, &reading->run, &reading->err), reading->err, ERR_INPUT,
                 arena_format(&reading->arena, "%s%s", path, message));
}

void assert_qrels_refused(struct reading *reading, const char *text, const char *message)
{
    const char *path = support_file(&reading->arena, "wrong.qrels", bytes_of(text));
    assert_error(import_qrels(path, &reading->qrels, &reading->err), reading->err, ERR_INPUT,
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
