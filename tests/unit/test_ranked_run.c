/*
 * Runs as live scores keep them. tests/support/reading.c checks for each kind of file that the readers build them
 * correctly.
 */
#include "tests/support/support.h"

#include "core/metric/ranked_run.h"
#include "import/runs/run.h"
#include "tests/support/reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add(struct ranked_run *run, const char *qid, const char *const *docids, enum ties ties)
{
    struct run_question question = {.qid = bytes_of(qid)};
    for (size_t i = 0; docids[i] != NULL; i++)
        run_question_add(&question, bytes_of(docids[i]), docids[i][0] == 'x' ? 2 : 1);
    assert_true(ranked_run_add(run, &question, ties));
    free(question.entries);
}

static void assert_next(struct ranked_question *question, const char *expected)
{
    struct bytes docid;
    assert_true(ranked_question_next(question, &docid));
    assert_true(bytes_equal(docid, bytes_of(expected)));
}

static void documents_are_ordered_by_score_and_ties_by_the_tie_rule(void **state)
{
    (void)state;
    static const char *const docids[] = {"b", "a", "c", "x", NULL};
    static const struct {
        enum ties ties;
        const char *expected[4];
    } cases[] = {
        {TIES_DOCID_DESC, {"x", "c", "b", "a"}},
        {TIES_DOCID_ASC, {"x", "a", "b", "c"}},
        {TIES_INPUT, {"x", "b", "a", "c"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ranked_run run = {0};
        struct bytes docid;
        add(&run, "q", docids, cases[i].ties);
        struct ranked_question question = ranked_run_find(&run, bytes_of("q"));
        for (size_t d = 0; d < 4; d++)
            assert_next(&question, cases[i].expected[d]);
        assert_false(ranked_question_next(&question, &docid));
        ranked_run_release(&run);
    }
}

static void each_of_many_questions_is_found(void **state)
{
    (void)state;
    struct ranked_run run = {0};
    char qid[16];
    char docid[16];
    const char *const docids[] = {docid, NULL};
    for (int i = 0; i < 1000; i++) {
        snprintf(qid, sizeof qid, "q%d", i);
        snprintf(docid, sizeof docid, "d%d", i);
        add(&run, qid, docids, TIES_DOCID_DESC);
    }
    assert_int_equal(run.n_questions, 1000);
    for (int i = 0; i < 1000; i++) {
        snprintf(qid, sizeof qid, "q%d", i);
        snprintf(docid, sizeof docid, "d%d", i);
        struct ranked_question question = ranked_run_find(&run, bytes_of(qid));
        assert_next(&question, docid);
        assert_true(bytes_equal(ranked_run_question(&run, (size_t)i).qid, bytes_of(qid)));
    }
    assert_int_equal(ranked_run_find(&run, bytes_of("q1000")).n_documents, 0);
    ranked_run_release(&run);
}

static void an_empty_run_answers_no_question(void **state)
{
    (void)state;
    struct ranked_run run = {0};
    assert_int_equal(ranked_run_find(&run, bytes_of("q")).n_documents, 0);
}

static void ids_of_any_size_come_back(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 127, 128, 129, 16383, 16384, 100000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct ranked_run run = {0};
        char *id = malloc(sizes[i] + 1);
        memset(id, 'i', sizes[i]);
        id[sizes[i]] = '\0';
        const char *const docids[] = {id, NULL};
        add(&run, id, docids, TIES_DOCID_DESC);
        struct ranked_question question = ranked_run_find(&run, bytes_of(id));
        assert_next(&question, id);
        ranked_run_release(&run);
        free(id);
    }
}

static void a_question_is_not_added_twice(void **state)
{
    (void)state;
    static const char *const docids[] = {"a", NULL};
    struct ranked_run run = {0};
    struct run_question again = {.qid = bytes_of("q")};
    add(&run, "q", docids, TIES_DOCID_DESC);
    assert_false(ranked_run_add(&run, &again, TIES_DOCID_DESC));
    assert_int_equal(run.n_questions, 1);
    ranked_run_release(&run);
}

static void the_lines_of_a_question_need_not_be_consecutive(void **state)
{
    struct reading *reading = *state;
    read_run(reading, "1 Q0 a 1 1 t\n2 Q0 b 1 5 t\n1 Q0 c 2 7 t\n2 Q0 a 1 6 t\n");
    assert_int_equal(reading->run.n_questions, 2);
}

/* Of a run with three questions of one document each, only q2 is read. */
static void assert_one_question_read(const char *text)
{
    struct arena arena = {0};
    struct map wanted = {0};
    struct ranked_run run;
    struct err err;
    struct bytes docid;
    map_put(&wanted, bytes_of("q2"), NULL);
    assert_true(import_ranked_questions(support_file(&arena, "three.run", bytes_of(text)), TIES_DOCID_DESC,
                                        SCORE_FLOAT64, &wanted, NULL, &run, &err));
    assert_int_equal(run.n_questions, 1);
    struct ranked_question question = ranked_run_find(&run, bytes_of("q2"));
    assert_next(&question, "e");
    assert_false(ranked_question_next(&question, &docid));
    ranked_run_release(&run);
    map_release(&wanted);
    arena_release(&arena);
}

static void only_rankings_of_the_wanted_questions_are_kept(void **state)
{
    (void)state;
    assert_one_question_read("q1 Q0 d 1 1 t\nq2 Q0 e 1 1 t\nq3 Q0 f 1 1 t\n");
    assert_one_question_read("{\"q1\": {\"d\": 1}, \"q2\": {\"e\": 1}, \"q3\": {\"f\": 1}}");
}

/* Lets the reading go on `*context` times. */
static bool goes_on(void *context, double share)
{
    int *left = context;
    assert_true(share >= 0 && share < 1);
    return (*left)-- > 0;
}

static void interrupted_reading_stops(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct ranked_run run;
    struct err err;
    const char *path =
        support_file(&arena, "three.run", bytes_of("q1 Q0 d 1 1 t\nq2 Q0 d 1 1 t\nq3 Q0 d 1 1 t\n"));
    int left = 2;
    struct reading_watch watch = {.goes_on = goes_on, .context = &left};
    assert_error(import_ranked_run(path, TIES_DOCID_DESC, SCORE_FLOAT64, &watch, &run, &err), err,
                 ERR_INTERRUPTED, arena_format(&arena, "%s: stopped while reading", path));
    left = 3;
    assert_true(import_ranked_run(path, TIES_DOCID_DESC, SCORE_FLOAT64, &watch, &run, &err));
    ranked_run_release(&run);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(documents_are_ordered_by_score_and_ties_by_the_tie_rule),
        cmocka_unit_test(each_of_many_questions_is_found),
        cmocka_unit_test(an_empty_run_answers_no_question),
        cmocka_unit_test(ids_of_any_size_come_back),
        cmocka_unit_test(a_question_is_not_added_twice),
        READING_TEST(the_lines_of_a_question_need_not_be_consecutive),
        cmocka_unit_test(only_rankings_of_the_wanted_questions_are_kept),
        cmocka_unit_test(interrupted_reading_stops),
    };
    return cmocka_run_group_tests_name("ranked run", tests, NULL, NULL);
}
