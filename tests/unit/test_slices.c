/* Slices of questions, weighted means, and kinds of failure. */
#include "tests/support/support.h"

#include "core/metric/evaluation.h"
#include "core/metric/failure.h"
#include "core/metric/measures/measure_name.h"
#include "core/metric/slices.h"

static struct bytes b(const char *text)
{
    return bytes_of(text);
}

/* --- Slices --------------------------------------------------------------- */

static void questions_are_parted_by_their_values(void **state)
{
    (void)state;
    const struct bytes values[] = {b("ml"), b("de"), {0}, b("ml"), b("")};
    struct slices slices;
    slices_make(&slices, values, 5);
    assert_int_equal(slices.n, 3);
    assert_true(bytes_equal(slices.items[0].name, b("de")));
    assert_int_equal(slices.items[0].n_questions, 1);
    assert_true(bytes_equal(slices.items[1].name, b("ml")));
    assert_int_equal(slices.items[1].n_questions, 2);
    assert_int_equal(slices.items[2].name.size, 0);
    assert_int_equal(slices.items[2].n_questions, 2);
    const size_t expected[] = {1, 0, 2, 1, 2};
    assert_memory_equal(slices.of_question, expected, sizeof expected);
    slices_release(&slices);
}

static void no_question_makes_no_slice(void **state)
{
    (void)state;
    struct slices slices;
    slices_make(&slices, NULL, 0);
    assert_int_equal(slices.n, 0);
    slices_release(&slices);
}

static void ten_questions_are_enough_for_a_verdict(void **state)
{
    (void)state;
    assert_false(slice_is_enough(&(struct slice){.n_questions = 9}));
    assert_true(slice_is_enough(&(struct slice){.n_questions = 10}));
}

/* --- Weights -------------------------------------------------------------- */

/* Evaluates a run that answers q1 well and q2 not at all. */
static void evaluate_two(const char *measure_name, const double *weights, struct evaluation *out,
                         struct qrels *qrels)
{
    struct err err;
    struct measure measure;
    struct evaluator evaluator;
    struct run_entry entries[] = {run_entry_of(b("d1"), 2), run_entry_of(b("d2"), 1)};
    const struct run_question retrieved = {.qid = b("q1"), .entries = entries, .n_entries = 2};
    struct ranking ranking = {0};
    assert_true(qrels_add(qrels, b("q1"), b("d1"), 1) && qrels_add(qrels, b("q2"), b("d1"), 1));
    assert_true(measure_parse(b(measure_name), &measure, &err));
    evaluator_open(&evaluator, qrels, &measure, 1, TIES_DOCID_DESC);
    evaluator.weights = weights;
    evaluator_score(&evaluator, &retrieved, &ranking);
    evaluator_finish(&evaluator, QUESTIONS_ALL, out);
    ranking_release(&ranking);
    evaluator_close(&evaluator);
}

static void a_mean_is_weighted(void **state)
{
    (void)state;
    struct qrels qrels = {0};
    struct evaluation evaluation;
    evaluate_two("RR", (double[]){3, 1}, &evaluation, &qrels);
    assert_close(evaluation.means[0], 0.75, 0);
    evaluation_release(&evaluation);
    qrels_release(&qrels);
}

static void a_sum_is_not(void **state)
{
    (void)state;
    struct qrels qrels = {0};
    struct evaluation evaluation;
    evaluate_two("NumRet", (double[]){3, 1}, &evaluation, &qrels);
    assert_close(evaluation.means[0], 2, 0);
    evaluation_release(&evaluation);
    qrels_release(&qrels);
}

static void some_questions_can_be_added_up(void **state)
{
    (void)state;
    struct qrels qrels = {0};
    struct evaluation evaluation;
    struct err err;
    struct measure measure;
    double mean;
    assert_true(measure_parse(b("RR"), &measure, &err));
    evaluate_two("RR", (double[]){3, 0}, &evaluation, &qrels);
    assert_close(evaluation_add_up(&evaluation, &measure, (bool[]){true, false}, &mean), 3, 0);
    assert_close(mean, 1, 0);
    assert_close(evaluation_add_up(&evaluation, &measure, (bool[]){false, true}, &mean), 0, 0);
    assert_close(mean, 0, 0);
    evaluation_release(&evaluation);
    qrels_release(&qrels);
}

/* --- Failures ------------------------------------------------------------- */

static const struct {
    const char *what;
    struct failure_signs signs;
    enum failure failure;
} failures[] = {
    {"on top", {.first_relevant = 1, .depth = 10, .judged = 1, .is_answered = true}, FAILURE_NONE},
    {"at the last place that counts",
     {.first_relevant = 10, .depth = 10, .judged = 0.1, .is_answered = true},
     FAILURE_NONE},
    {"one place lower",
     {.first_relevant = 11, .depth = 10, .judged = 1, .is_answered = true},
     FAILURE_RANKING},
    {"not retrieved",
     {.first_relevant = 0, .depth = 10, .judged = 0.6, .is_answered = true},
     FAILURE_MISSING},
    {"no answer", {.first_relevant = 0, .depth = 10, .judged = 0}, FAILURE_MISSING},
    {"half judged", {.first_relevant = 0, .depth = 10, .judged = 0.5, .is_answered = true}, FAILURE_HOLES},
    {"low, and below what is judged",
     {.first_relevant = 11, .depth = 10, .judged = 0.1, .is_answered = true},
     FAILURE_RANKING},
    {"low, and below what nobody judged",
     {.first_relevant = 11, .depth = 10, .judged = 0, .is_answered = true},
     FAILURE_HOLES},
    {"labels that are all relevant",
     {.first_relevant = 0, .depth = 10, .judged = 0, .is_answered = true, .all_labels_are_relevant = true},
     FAILURE_MISSING},
    {"nothing to find",
     {.first_relevant = -1, .depth = 10, .judged = 0, .is_answered = true},
     FAILURE_UNANSWERABLE},
};

static void each_failure_has_its_kind(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
        if (failure_of(&failures[i].signs) != failures[i].failure)
            fail_msg("%s: %s", failures[i].what, words_at(&failure_words, failure_of(&failures[i].signs)));
    }
}

static void the_first_relevant_document_has_a_rank(void **state)
{
    (void)state;
    const struct measure rank = measure_of(&first_relevant_rank);
    struct hit hits[] = {{.rank = 2, .grade = 0}, {.rank = 5, .grade = 0.5}, {.rank = 7, .grade = 3}};
    struct ranking ranking = {
        .n_retrieved = 9, .hits = hits, .n_hits = 3, .grades = (double[]){3, 0.5, 0}, .n_grades = 3};
    assert_close(measure_value(&rank, &ranking), 5, 0);
    ranking.n_hits = 1;
    assert_close(measure_value(&rank, &ranking), 0, 0);
    ranking.n_grades = 0;
    assert_close(measure_value(&rank, &ranking), -1, 0);
    ranking.grades = (double[]){0, -1};
    ranking.n_grades = 2;
    assert_close(measure_value(&rank, &ranking), -1, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(questions_are_parted_by_their_values),
        cmocka_unit_test(no_question_makes_no_slice),
        cmocka_unit_test(ten_questions_are_enough_for_a_verdict),
        cmocka_unit_test(a_mean_is_weighted),
        cmocka_unit_test(a_sum_is_not),
        cmocka_unit_test(some_questions_can_be_added_up),
        cmocka_unit_test(each_failure_has_its_kind),
        cmocka_unit_test(the_first_relevant_document_has_a_rank),
    };
    return cmocka_run_group_tests_name("slices", tests, NULL, NULL);
}
