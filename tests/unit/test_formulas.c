/* The formulas: worked examples of the literature must come out exactly, and edge cases must not divide by zero. */
#include "core/metric/measures/measure_name.h"
#include "tests/support/support.h"
#include "tests/support/evaluation.h"

#include "core/metric/evaluation.h"

#include <math.h>

#define UNJUDGED NAN

static const double exact = 1e-15;
static const double five_digits = 5e-6; /* the sources print so many digits */

/* One question: the grades of the retrieved documents in ranking order, and the grades of the other documents. */
struct example {
    const double *retrieved;
    size_t n_retrieved;
    const double *missed;
    size_t n_missed;
};

#define RETRIEVED(...)                                                                                       \
    .retrieved = (const double[]){__VA_ARGS__},                                                              \
    .n_retrieved = sizeof((const double[]){__VA_ARGS__}) / sizeof(double)
#define MISSED(...)                                                                                          \
    .missed = (const double[]){__VA_ARGS__},                                                                 \
    .n_missed = sizeof((const double[]){__VA_ARGS__}) / sizeof(double)
#define EXAMPLE(...) (&(const struct example){__VA_ARGS__})

static struct measure parse(const char *text)
{
    struct measure measure;
    struct err err = {0};
    if (!measure_parse(bytes_of(text), &measure, &err))
        fail_msg("%s", err.text);
    return measure;
}

static void judge(struct qrels *qrels, const char *docid, double grade)
{
    if (!isnan(grade))
        assert_true(qrels_add(qrels, bytes_of("q"), bytes_of(docid), grade));
}

static double value(const char *name, const struct example *example)
{
    struct arena arena = {0};
    struct qrels qrels = {0};
    struct run run = {0};
    struct ranking ranking = {0};
    struct measure measure = parse(name);
    qrels_question(&qrels, bytes_of("q"));
    for (size_t i = 0; i < example->n_retrieved; i++) {
        const char *docid = arena_format(&arena, "d%zu", i);
        run_add(&run, bytes_of("q"), bytes_of(docid), -(double)i);
        judge(&qrels, docid, example->retrieved[i]);
    }
    for (size_t i = 0; i < example->n_missed; i++)
        judge(&qrels, arena_format(&arena, "missed%zu", i), example->missed[i]);
    ranking_set(&ranking, run_find(&run, bytes_of("q")), qrels_find(&qrels, bytes_of("q")), TIES_DOCID_DESC);
    double result = measure_value(&measure, &ranking);
    ranking_release(&ranking);
    run_release(&run);
    qrels_release(&qrels);
    arena_release(&arena);
    return result;
}

/* --- Worked examples ------------------------------------------------------ */

struct line {
    const char *qid;
    const char *docid;
    double number;
};

static const struct line published_qrels[] = {
    {"Q0", "D0", 0}, {"Q0", "D1", 0}, {"Q0", "D2", 1}, {"Q1", "D0", 2}, {"Q1", "D1", 1}, {"Q1", "D2", 0},
};

/* The value for question 0 or 1 of the published qrels and a run of six lines. */
static double published(const char *name, const struct line run_lines[6], enum ties ties, size_t question)
{
    struct qrels qrels = {0};
    struct run run = {0};
    struct measure measure = parse(name);
    struct evaluation evaluation;
    for (size_t i = 0; i < 6; i++) {
        const struct line *judged = &published_qrels[i];
        assert_true(qrels_add(&qrels, bytes_of(judged->qid), bytes_of(judged->docid), judged->number));
        run_add(&run, bytes_of(run_lines[i].qid), bytes_of(run_lines[i].docid), run_lines[i].number);
    }
    evaluation_make(&evaluation, &run, &qrels, &measure, 1, ties, QUESTIONS_ALL);
    double result = evaluation.values[question];
    evaluation_release(&evaluation);
    run_release(&run);
    qrels_release(&qrels);
    return result;
}

static void published_ndcg_example(void **state)
{
    (void)state;
    static const struct line run[] = {
        {"Q0", "D0", 0}, {"Q0", "D1", 1}, {"Q0", "D2", 1}, {"Q1", "D0", 2}, {"Q1", "D1", 0}, {"Q1", "D2", 0},
    };
    assert_close(published("nDCG@5", run, TIES_DOCID_DESC, 0), 1, 0);
    assert_close(published("nDCG@5", run, TIES_DOCID_DESC, 1), 0.9502344167898356, exact);
}

static const struct line published_rr_run[] = {
    {"Q0", "D0", 1}, {"Q0", "D1", 0.4}, {"Q0", "D2", 1}, {"Q1", "D0", 2}, {"Q1", "D1", 0}, {"Q1", "D2", 0},
};

static void published_rr_example(void **state)
{
    (void)state;
    assert_close(published("RR@1", published_rr_run, TIES_DOCID_ASC, 0), 0, 0);
    assert_close(published("RR@1", published_rr_run, TIES_DOCID_ASC, 1), 1, 0);
    assert_close(published("RR@2", published_rr_run, TIES_DOCID_ASC, 0), 0.5, 0);
    assert_close(published("RR@2", published_rr_run, TIES_DOCID_ASC, 1), 1, 0);
}

static void published_rr_example_with_rel_2(void **state)
{
    (void)state;
    assert_close(published("RR(rel=2)@1", published_rr_run, TIES_DOCID_ASC, 0), 0, 0);
    assert_close(published("RR(rel=2)@1", published_rr_run, TIES_DOCID_ASC, 1), 1, 0);
}

static void equal_scores_follow_the_tie_rule(void **state)
{
    (void)state;
    assert_close(published("RR", published_rr_run, TIES_DOCID_DESC, 0), 1, 0);
    assert_close(published("RR", published_rr_run, TIES_DOCID_ASC, 0), 0.5, 0);
    assert_close(published("RR", published_rr_run, TIES_INPUT, 0), 0.5, 0);
}

static void five_retrieved_and_three_relevant(void **state)
{
    (void)state;
    const struct example *example = EXAMPLE(RETRIEVED(UNJUDGED, 1, 1, UNJUDGED, UNJUDGED), MISSED(1));
    assert_close(value("P@5", example), 0.4, exact);
    assert_close(value("R@5", example), 2.0 / 3, exact);
    assert_close(value("F1@5", example), 0.5, exact);
    assert_close(value("RR", example), 0.5, exact);
}

static void first_relevant_at_the_third_rank(void **state)
{
    (void)state;
    assert_close(value("RR", EXAMPLE(RETRIEVED(UNJUDGED, UNJUDGED, 1, 1, UNJUDGED))), 1.0 / 3, exact);
}

static void average_precision_of_ranks_2_3_and_5(void **state)
{
    (void)state;
    assert_close(value("AP", EXAMPLE(RETRIEVED(0, 1, 1, 0, 1))), (1.0 / 2 + 2.0 / 3 + 3.0 / 5) / 3, exact);
}

static void dcg_of_3_2_3_1_0(void **state)
{
    (void)state;
    const struct example *example = EXAMPLE(RETRIEVED(3, 2, 3, 1, 0));
    assert_close(value("DCG@3", example), 5.7619, 5e-5);
    assert_close(value("nDCG@3", example), 0.97778, five_digits);
}

static void ndcg_of_1_3_0_0(void **state)
{
    (void)state;
    assert_close(value("nDCG", EXAMPLE(RETRIEVED(1, 3, 0, 0))), 0.79671, five_digits);
}

static void ndcg_of_3_0_0_0(void **state)
{
    (void)state;
    assert_close(value("nDCG", EXAMPLE(RETRIEVED(3, 0, 0, 0))), 1, 0);
}

static void mean_reciprocal_rank_of_ranks_1_2_and_3(void **state)
{
    (void)state;
    struct qrels qrels = {0};
    struct run run = {0};
    struct measure measure = parse("RR");
    struct evaluation evaluation;
    static const char *const relevant[][2] = {{"1", "a"}, {"2", "b"}, {"3", "c"}};
    static const char *const ranked[] = {"a", "b", "c"};
    for (size_t i = 0; i < 3; i++) {
        assert_true(qrels_add(&qrels, bytes_of(relevant[i][0]), bytes_of(relevant[i][1]), 1));
        for (size_t j = 0; j < 3; j++)
            run_add(&run, bytes_of(relevant[i][0]), bytes_of(ranked[j]), -(double)j);
    }
    evaluation_make(&evaluation, &run, &qrels, &measure, 1, TIES_DOCID_DESC, QUESTIONS_ALL);
    assert_close(evaluation.means[0], (1 + 0.5 + 1.0 / 3) / 3, exact);
    evaluation_release(&evaluation);
    run_release(&run);
    qrels_release(&qrels);
}

static void holes_are_the_unjudged_documents(void **state)
{
    (void)state;
    const struct example *example = EXAMPLE(RETRIEVED(UNJUDGED, 1, 0, UNJUDGED));
    assert_close(value("Holes@3", example), 1.0 / 3, exact);
    assert_close(value("Holes@10", example), 2.0 / 4, exact);
    assert_close(value("Holes", EXAMPLE(RETRIEVED(UNJUDGED, UNJUDGED))), 1, 0);
    assert_close(value("Holes@10", EXAMPLE(MISSED(1))), 0, 0);
}

static void success_without_a_cutoff_is_at_the_whole_list(void **state)
{
    (void)state;
    const struct example *example = EXAMPLE(RETRIEVED(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1));
    assert_close(value("Success@10", example), 0, 0);
    assert_close(value("Success", example), 1, 0);
}

/* --- Edge cases ----------------------------------------------------------- */

/* Requires 0 from every measure whose best value is 1. A measure that needs a cutoff gets one. */
static void assert_all_zero(const struct example *example)
{
    size_t count;
    const struct measure_row *rows = measure_rows(&count);
    for (size_t i = 0; i < count; i++) {
        struct buffer name = {0};
        bool needs_cutoff = rows[i].cutoff != CUTOFF_NONE && rows[i].cutoff != CUTOFF_OPTIONAL;
        buffer_add_format(&name, "%s%s", rows[i].name, needs_cutoff ? "@1" : "");
        if (rows[i].range == RANGE_UNIT && !rows[i].is_lack)
            assert_close(value(buffer_string(&name), example), 0, 0);
        buffer_release(&name);
    }
}

static void nothing_retrieved_scores_0(void **state)
{
    (void)state;
    assert_all_zero(EXAMPLE(MISSED(1, 2, 0)));
}

static void nothing_judged_scores_0(void **state)
{
    (void)state;
    assert_all_zero(EXAMPLE(RETRIEVED(UNJUDGED, UNJUDGED)));
}

static void nothing_relevant_scores_0(void **state)
{
    (void)state;
    const struct example *example = EXAMPLE(RETRIEVED(0, 0), MISSED(0));
    assert_close(value("nDCG@10", example), 0, 0);
    assert_close(value("AP", example), 0, 0);
    assert_close(value("R@10", example), 0, 0);
    assert_close(value("F1@10", example), 0, 0);
    assert_close(value("Bpref", example), 0, 0);
    assert_close(value("Compat", example), 0, 0);
    assert_close(value("Rprec", example), 0, 0);
}

static void precision_divides_by_the_cutoff_though_fewer_were_retrieved(void **state)
{
    (void)state;
    assert_close(value("P@10", EXAMPLE(RETRIEVED(1, 1))), 0.2, exact);
}

static void judged_divides_by_what_was_retrieved(void **state)
{
    (void)state;
    assert_close(value("Judged@10", EXAMPLE(RETRIEVED(1, UNJUDGED, 0, UNJUDGED))), 0.5, exact);
}

static void a_negative_grade_is_judged_but_not_relevant(void **state)
{
    (void)state;
    const struct example *example = EXAMPLE(RETRIEVED(-2, 1));
    assert_close(value("Judged@2", example), 1, 0);
    assert_close(value("P@2", example), 0.5, exact);
    assert_close(value("DCG@1", example), 0, 0);
}

static void rel_raises_what_counts_as_relevant(void **state)
{
    (void)state;
    const struct example *example = EXAMPLE(RETRIEVED(1, 2, 3), MISSED(2));
    assert_close(value("RR(rel=2)", example), 0.5, exact);
    assert_close(value("R(rel=2)@10", example), 2.0 / 3, exact);
    assert_close(value("NumRel(rel=3)", example), 1, 0);
}

static void rel_may_be_a_fraction(void **state)
{
    (void)state;
    assert_close(value("P(rel=0.5)@2", EXAMPLE(RETRIEVED(0.4, 0.5))), 0.5, exact);
}

static void fractional_grades_count_as_they_are(void **state)
{
    (void)state;
    assert_close(value("nDCG", EXAMPLE(RETRIEVED(0.25, 0.75))),
                 (0.25 + 0.75 / log2(3)) / (0.75 + 0.25 / log2(3)), exact);
}

static void exponential_gains(void **state)
{
    (void)state;
    assert_close(value("DCG(dcg='exp-log2')@2", EXAMPLE(RETRIEVED(3, 2))), 7 + 3 / log2(3), exact);
}

static void gains_take_the_place_of_grades_in_the_ideal_too(void **state)
{
    (void)state;
    /* grade 1 is worth more than grade 2, so the ideal ranking has it first */
    assert_close(value("nDCG(gains={1:5,2:1})", EXAMPLE(RETRIEVED(2, 1))),
                 (1 + 5 / log2(3)) / (5 + 1 / log2(3)), exact);
}

static void a_sum_that_is_rounded_up_stays_at_1(void **state)
{
    (void)state;
    /* in doubles, (1 - 0.06) times the sum of 0.06^(i-1) up to i = 14 is 1 + 2^-52 */
    assert_close(value("RBP(p=0.06)", EXAMPLE(RETRIEVED(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1))), 1, 0);
}

static void judged_only_closes_the_gaps(void **state)
{
    (void)state;
    const struct example *example = EXAMPLE(RETRIEVED(UNJUDGED, 0, UNJUDGED, 1));
    assert_close(value("RR", example), 0.25, exact);
    assert_close(value("RR(judged_only=True)", example), 0.5, exact);
    assert_close(value("SetP(judged_only=True)", example), 0.5, exact);
}

/* As trec_eval -J, which removes the other documents before it computes any measure. */
static void judged_only_retrieves_nothing_else(void **state)
{
    (void)state;
    const struct example *example = EXAMPLE(RETRIEVED(UNJUDGED, -1, 0, 1));
    assert_close(value("NumRet(judged_only=True)", example), 2, exact);
    assert_close(value("Utility(judged_only=True)", example), 1 - 1, exact);
    assert_close(value("Unjudged(judged_only=True)@4", example), 0, exact);
    assert_close(value("RBPResidual(p=0.5,judged_only=True)", example), 0.25, exact);
    /* One document is left above it in the pool, and it is not relevant. */
    assert_close(value("infAP(judged_only=True)", example), 0.5 * (1 + 1e-5 / (1 + 2e-5)), exact);
}

static void expected_reciprocal_rank(void **state)
{
    (void)state;
    assert_close(value("ERR", EXAMPLE(RETRIEVED(3, 4))), 7.0 / 16 + (9.0 / 16) * (15.0 / 16) / 2, exact);
    assert_close(value("ERR(max_rel=1)", EXAMPLE(RETRIEVED(0, 1))), 0.25, exact);
}

static void rank_biased_precision(void **state)
{
    (void)state;
    assert_close(value("RBP", EXAMPLE(RETRIEVED(1, 0, 1))), 0.2 * (1 + 0.64), exact);
    assert_close(value("RBP(p=0.5)", EXAMPLE(RETRIEVED(0, 1))), 0.25, exact);
}

static void bpref_counts_judged_nonrelevant_documents_above(void **state)
{
    (void)state;
    const struct example *example = EXAMPLE(RETRIEVED(UNJUDGED, 1, 0, -1, 1), MISSED(0));
    assert_close(value("Bpref", example), (1 + (1 - 1.0 / 2)) / 2, exact);
}

static void accuracy_is_1_where_nothing_but_relevant_documents_was_retrieved(void **state)
{
    (void)state;
    assert_close(value("Accuracy", EXAMPLE(RETRIEVED(1, 1), MISSED(1))), 1, exact);
}

static void inferred_ap_is_ap_when_all_above_is_relevant(void **state)
{
    (void)state;
    assert_close(value("infAP", EXAMPLE(RETRIEVED(1, 1, 1))), 1, 1e-5);
}

static void interpolated_precision_looks_ahead(void **state)
{
    (void)state;
    const struct example *example = EXAMPLE(RETRIEVED(0, 0, 0, 1, 1, 1));
    assert_close(value("IPrec@0", example), 0.5, exact);
    assert_close(value("IPrec@0.3", example), 0.5, exact);
}

static void set_measures_look_at_all_that_was_retrieved(void **state)
{
    (void)state;
    const struct example *example = EXAMPLE(RETRIEVED(1, 0, 0, UNJUDGED), MISSED(1));
    assert_close(value("SetP", example), 0.25, exact);
    assert_close(value("SetR", example), 0.5, exact);
    assert_close(value("SetF", example), 1.0 / 3, exact);
    assert_close(value("SetF(beta=2)", example), 5 * 0.25 * 0.5 / (4 * 0.25 + 0.5), exact);
    assert_close(value("SetAP", example), 0.125, exact);
}

static void r_precision_looks_at_as_many_ranks_as_there_are_relevant(void **state)
{
    (void)state;
    assert_close(value("Rprec", EXAMPLE(RETRIEVED(1, 0, 1), MISSED(1))), 2.0 / 3, exact);
}

static void the_ideal_ranking_is_compatible_with_itself(void **state)
{
    (void)state;
    assert_close(value("Compat", EXAMPLE(RETRIEVED(3, 3, 1, 0.5))), 1, 0);
}

static void counts_are_counts(void **state)
{
    (void)state;
    const struct example *example = EXAMPLE(RETRIEVED(1, 0, 2, UNJUDGED), MISSED(1, 0));
    assert_close(value("NumQ", example), 1, 0);
    assert_close(value("NumRet", example), 4, 0);
    assert_close(value("NumRel", example), 3, 0);
    assert_close(value("NumRelRet", example), 2, 0);
}

/* --- Means ---------------------------------------------------------------- */

/* Two questions, of which the run answers one, and a question that only the run has. */
static void evaluate_half_answered(const char *name, enum questions questions, struct evaluation *evaluation,
                                   struct qrels *qrels)
{
    struct run run = {0};
    struct measure measure = parse(name);
    assert_true(qrels_add(qrels, bytes_of("1"), bytes_of("a"), 1));
    assert_true(qrels_add(qrels, bytes_of("2"), bytes_of("a"), 1));
    run_add(&run, bytes_of("1"), bytes_of("a"), 1);
    run_add(&run, bytes_of("3"), bytes_of("a"), 1);
    evaluation_make(evaluation, &run, qrels, &measure, 1, TIES_DOCID_DESC, questions);
    run_release(&run);
}

static void a_question_without_an_answer_counts_0(void **state)
{
    (void)state;
    struct evaluation evaluation;
    struct qrels qrels = {0};
    evaluate_half_answered("RR", QUESTIONS_ALL, &evaluation, &qrels);
    assert_close(evaluation.means[0], 0.5, 0);
    assert_int_equal(evaluation.n_questions, 2);
    assert_int_equal(evaluation.n_answered, 1);
    evaluation_release(&evaluation);
    qrels_release(&qrels);
}

static void questions_in_both_leave_it_out(void **state)
{
    (void)state;
    struct evaluation evaluation;
    struct qrels qrels = {0};
    evaluate_half_answered("RR", QUESTIONS_BOTH, &evaluation, &qrels);
    assert_close(evaluation.means[0], 1, 0);
    assert_int_equal(evaluation.n_questions, 1);
    evaluation_release(&evaluation);
    qrels_release(&qrels);
}

static void counts_are_summed(void **state)
{
    (void)state;
    struct evaluation evaluation;
    struct qrels qrels = {0};
    evaluate_half_answered("NumRel", QUESTIONS_ALL, &evaluation, &qrels);
    assert_close(evaluation.means[0], 2, 0);
    evaluation_release(&evaluation);
    qrels_release(&qrels);
}

static void questions_are_sorted_by_bytes(void **state)
{
    (void)state;
    static const char *const qids[] = {"9", "10", "b", "B"};
    static const char *const sorted[] = {"10", "9", "B", "b"};
    struct evaluation evaluation;
    struct qrels qrels = {0};
    struct run run = {0};
    struct measure measure = parse("RR");
    for (size_t i = 0; i < 4; i++)
        assert_true(qrels_add(&qrels, bytes_of(qids[i]), bytes_of("a"), 1));
    evaluation_make(&evaluation, &run, &qrels, &measure, 1, TIES_DOCID_DESC, QUESTIONS_ALL);
    for (size_t i = 0; i < 4; i++)
        assert_true(bytes_equal(evaluation.questions[i]->qid, bytes_of(sorted[i])));
    evaluation_release(&evaluation);
    qrels_release(&qrels);
}

static void a_second_judgment_of_a_document_is_reported(void **state)
{
    (void)state;
    struct qrels qrels = {0};
    assert_true(qrels_add(&qrels, bytes_of("q"), bytes_of("d"), 1));
    assert_false(qrels_add(&qrels, bytes_of("q"), bytes_of("d"), 2));
    assert_close(qrels_question_find(qrels_find(&qrels, bytes_of("q")), bytes_of("d"))->grade, 1, 0);
    qrels_release(&qrels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_ndcg_example),
        cmocka_unit_test(published_rr_example),
        cmocka_unit_test(published_rr_example_with_rel_2),
        cmocka_unit_test(equal_scores_follow_the_tie_rule),
        cmocka_unit_test(five_retrieved_and_three_relevant),
        cmocka_unit_test(first_relevant_at_the_third_rank),
        cmocka_unit_test(average_precision_of_ranks_2_3_and_5),
        cmocka_unit_test(dcg_of_3_2_3_1_0),
        cmocka_unit_test(ndcg_of_1_3_0_0),
        cmocka_unit_test(ndcg_of_3_0_0_0),
        cmocka_unit_test(mean_reciprocal_rank_of_ranks_1_2_and_3),
        cmocka_unit_test(holes_are_the_unjudged_documents),
        cmocka_unit_test(success_without_a_cutoff_is_at_the_whole_list),
        cmocka_unit_test(nothing_retrieved_scores_0),
        cmocka_unit_test(nothing_judged_scores_0),
        cmocka_unit_test(nothing_relevant_scores_0),
        cmocka_unit_test(precision_divides_by_the_cutoff_though_fewer_were_retrieved),
        cmocka_unit_test(judged_divides_by_what_was_retrieved),
        cmocka_unit_test(a_negative_grade_is_judged_but_not_relevant),
        cmocka_unit_test(rel_raises_what_counts_as_relevant),
        cmocka_unit_test(rel_may_be_a_fraction),
        cmocka_unit_test(fractional_grades_count_as_they_are),
        cmocka_unit_test(exponential_gains),
        cmocka_unit_test(gains_take_the_place_of_grades_in_the_ideal_too),
        cmocka_unit_test(a_sum_that_is_rounded_up_stays_at_1),
        cmocka_unit_test(judged_only_closes_the_gaps),
        cmocka_unit_test(judged_only_retrieves_nothing_else),
        cmocka_unit_test(expected_reciprocal_rank),
        cmocka_unit_test(rank_biased_precision),
        cmocka_unit_test(bpref_counts_judged_nonrelevant_documents_above),
        cmocka_unit_test(accuracy_is_1_where_nothing_but_relevant_documents_was_retrieved),
        cmocka_unit_test(inferred_ap_is_ap_when_all_above_is_relevant),
        cmocka_unit_test(interpolated_precision_looks_ahead),
        cmocka_unit_test(set_measures_look_at_all_that_was_retrieved),
        cmocka_unit_test(r_precision_looks_at_as_many_ranks_as_there_are_relevant),
        cmocka_unit_test(the_ideal_ranking_is_compatible_with_itself),
        cmocka_unit_test(counts_are_counts),
        cmocka_unit_test(a_question_without_an_answer_counts_0),
        cmocka_unit_test(questions_in_both_leave_it_out),
        cmocka_unit_test(counts_are_summed),
        cmocka_unit_test(questions_are_sorted_by_bytes),
        cmocka_unit_test(a_second_judgment_of_a_document_is_reported),
    };
    return cmocka_run_group_tests_name("formulas", tests, NULL, NULL);
}
