/* Judgments by two raters of the same documents: the pairs, the estimates, and the coverage of their intervals. */
#include "tests/support/support.h"

#include "core/base/random.h"
#include "core/metric/statistics/paired_judgments.h"

#include <math.h>
#include <stdio.h>

static const struct resampling resampling = {.rounds = RESAMPLING_ROUNDS, .seed = 1};

static void judge(struct qrels *qrels, const char *qid, const char *docid, double grade)
{
    assert_true(qrels_add(qrels, bytes_of(qid), bytes_of(docid), grade));
}

struct raters {
    struct qrels first, second;
    struct paired_judgments pairs;
};

static void release(struct raters *raters)
{
    paired_judgments_release(&raters->pairs);
    qrels_release(&raters->first);
    qrels_release(&raters->second);
}

static void documents_judged_by_only_one_rater_are_left_out(void **state)
{
    (void)state;
    struct raters raters = {0};
    judge(&raters.first, "q2", "a", 1);
    judge(&raters.first, "q2", "b", 3);
    judge(&raters.first, "q1", "c", 0);
    judge(&raters.first, "q3", "a", 0);
    judge(&raters.second, "q1", "c", 0.5);
    judge(&raters.second, "q2", "b", 1);
    judge(&raters.second, "q2", "z", 1);
    paired_judgments_make(&raters.pairs, &raters.first, &raters.second);
    assert_int_equal(raters.pairs.n_judgments, 2);
    assert_int_equal(raters.pairs.n_questions, 2);
    assert_true(bytes_equal(raters.pairs.questions[0].qid, bytes_of("q1")));
    assert_int_equal(raters.pairs.n_grades, 4);
    assert_close(raters.pairs.grades[1], 0.5, 0);
    assert_close(raters.pairs.grades[3], 3, 0);
    release(&raters);
}

/* 16 judgments of two questions. The values are those of test_agreement, except for pairs, which are within
 * questions. */
static void all_coefficients_are_computed_from_the_judgments(void **state)
{
    (void)state;
    static const double first[] = {0, 0, 1, 1, 3, 3, 0, 1, 3, 0, 1, 1, 0, 3, 0, 1};
    static const double second[] = {0, 1, 1, 3, 3, 1, 0, 0, 3, 1, 1, 1, 0, 0, 0, 3};
    static const char *const docids[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    struct raters raters = {0};
    struct resampled_estimate estimates[N_COEFFICIENTS];
    for (size_t i = 0; i < 16; i++) {
        judge(&raters.first, i < 8 ? "q1" : "q2", docids[i % 8], first[i]);
        judge(&raters.second, i < 8 ? "q1" : "q2", docids[i % 8], second[i]);
    }
    paired_judgments_make(&raters.pairs, &raters.first, &raters.second);
    paired_judgments_estimate(&raters.pairs, (struct relevant_grades){1, 1}, &resampling, estimates);
    assert_close(estimates[COEFFICIENT_RAW].value, 0.5625, 1e-12);
    assert_close(estimates[COEFFICIENT_KAPPA].value, 0.3333333333333333, 1e-12);
    assert_close(estimates[COEFFICIENT_KAPPA_QUADRATIC].value, 0.4482758620689655, 1e-12);
    assert_close(estimates[COEFFICIENT_KAPPA_RELEVANT].value, 0.4666666666666667, 1e-12);
    assert_close(estimates[COEFFICIENT_ALPHA].value, 0.3541666666666667, 1e-12);
    assert_close(estimates[COEFFICIENT_ALPHA_ORDINAL].value, 0.5091666666666667, 1e-12);
    assert_close(estimates[COEFFICIENT_AC1].value, 0.3488372093023256, 1e-12);
    assert_close(estimates[COEFFICIENT_AUC].value, 0.8, 1e-12);
    assert_close(estimates[COEFFICIENT_OVER_RATING].value, 0.25, 1e-12);
    assert_close(estimates[COEFFICIENT_UNDER_RATING].value, 0.1875, 1e-12);
    /* counted pair by pair, by another program */
    assert_close(estimates[COEFFICIENT_PAIRS_AGREE].value, 25.0 / 42, 1e-12);
    assert_close(estimates[COEFFICIENT_PAIRS_TIE].value, 11.0 / 42, 1e-12);
    assert_close(estimates[COEFFICIENT_PAIRS_AGAINST].value, 6.0 / 42, 1e-12);
    release(&raters);
}

static void without_common_judgments_the_coefficients_are_unknown(void **state)
{
    (void)state;
    struct raters raters = {0};
    struct resampled_estimate estimates[N_COEFFICIENTS];
    judge(&raters.first, "q1", "a", 1);
    judge(&raters.second, "q1", "b", 1);
    paired_judgments_make(&raters.pairs, &raters.first, &raters.second);
    paired_judgments_estimate(&raters.pairs, (struct relevant_grades){1, 1}, &resampling, estimates);
    assert_int_equal(raters.pairs.n_questions, 0);
    assert_true(isnan(estimates[COEFFICIENT_RAW].value));
    assert_true(isnan(estimates[COEFFICIENT_RAW].low));
    release(&raters);
}

static void more_grades_than_can_be_counted_are_noticed(void **state)
{
    (void)state;
    struct raters raters = {0};
    char docids[PAIRED_GRADES_MAX + 20][16];
    for (int i = 0; i < PAIRED_GRADES_MAX + 20; i++) {
        snprintf(docids[i], sizeof docids[i], "d%d", i);
        judge(&raters.first, "q", docids[i], i);
        judge(&raters.second, "q", docids[i], i);
    }
    paired_judgments_make(&raters.pairs, &raters.first, &raters.second);
    assert_int_equal(raters.pairs.n_grades, PAIRED_GRADES_MAX + 1);
    release(&raters);
}

/* --- Raters whose ids are kept once ---------------------------------------------------------- */

enum { MANY_QUESTIONS = 40, MANY_DOCUMENTS = 30 };

static const char *name(struct arena *arena, const char *kind, uint64_t number)
{
    return arena_format(arena, "%s%llu", kind, (unsigned long long)number);
}

/* Judges some documents of some questions, in random order. */
static void judge_by_chance(struct qrels *qrels, uint64_t seed)
{
    struct random_source random = random_from(seed, 0);
    for (size_t i = 0; i < MANY_QUESTIONS * MANY_DOCUMENTS; i++) {
        const char *qid = name(&qrels->memory, "q", random_below(&random, MANY_QUESTIONS));
        const char *docid = name(&qrels->memory, "d", random_below(&random, MANY_DOCUMENTS));
        (void)!qrels_add(qrels, bytes_of(qid), bytes_of(docid), (double)random_below(&random, 4));
    }
}

static void assert_same_pairs(const struct paired_judgments *one, const struct paired_judgments *other)
{
    struct resampled_estimate estimates[N_COEFFICIENTS], others[N_COEFFICIENTS];
    assert_int_equal(one->n_judgments, other->n_judgments);
    assert_int_equal(one->n_questions, other->n_questions);
    for (size_t q = 0; q < one->n_questions; q++)
        assert_true(bytes_equal(one->questions[q].qid, other->questions[q].qid));
    paired_judgments_estimate(one, (struct relevant_grades){1, 1}, &resampling, estimates);
    paired_judgments_estimate(other, (struct relevant_grades){1, 1}, &resampling, others);
    for (size_t i = 0; i < N_COEFFICIENTS; i++) {
        assert_close(estimates[i].value, others[i].value, 0);
        assert_close(estimates[i].low, others[i].low, 0);
    }
}

static void raters_are_paired_as_their_qrels_are(void **state)
{
    (void)state;
    struct raters raters = {0};
    struct rated_ids ids = {0};
    struct rater_grades first, second;
    struct paired_judgments pairs;
    judge_by_chance(&raters.first, 1);
    judge_by_chance(&raters.second, 2);
    rater_grades_make(&first, &ids, &raters.first);
    rater_grades_make(&second, &ids, &raters.second);
    paired_judgments_make(&raters.pairs, &raters.first, &raters.second);
    paired_judgments_of_raters(&pairs, &ids, &first, &second);
    assert_same_pairs(&raters.pairs, &pairs);
    paired_judgments_release(&pairs);
    rater_grades_release(&first);
    rater_grades_release(&second);
    rated_ids_release(&ids);
    release(&raters);
}

static void ids_of_raters_are_kept_once_and_outlive_the_qrels(void **state)
{
    (void)state;
    struct rated_ids ids = {0};
    for (int i = 0; i < 2; i++) {
        struct qrels qrels = {0};
        struct rater_grades rater;
        struct bytes qid = arena_copy(&qrels.memory, bytes_of("q"));
        assert_true(qrels_add(&qrels, qid, arena_copy(&qrels.memory, bytes_of("a")), 1));
        assert_true(qrels_add(&qrels, qid, arena_copy(&qrels.memory, bytes_of("b")), 2));
        rater_grades_make(&rater, &ids, &qrels);
        qrels_release(&qrels);
        assert_close(rater.highest, 2, 0);
        rater_grades_release(&rater);
    }
    assert_int_equal(ids.qids.size, 1);
    assert_int_equal(ids.docids.size, 2);
    assert_true(bytes_equal(map_key(&ids.docids, 1), bytes_of("b")));
    rated_ids_release(&ids);
}

/* --- Intervals ------------------------------------------------------------------------------- */

static double uniform(struct random_source *random)
{
    return (double)(random_next(random) >> 11) * 0x1p-53;
}

/*
 * Makes a world of 60 questions with 8 documents each, and estimates the raw agreement. The second rater copies a share
 * of the first rater's judgments, drawn for each question, and reverses the others. So the judgments of a question
 * depend on each other. The truth is the mean share, 0.75.
 */
static struct resampled_estimate estimate_of_world(uint64_t seed)
{
    enum { QUESTIONS = 60, DOCUMENTS = 8 };
    struct random_source random = random_from(seed, 7);
    struct raters raters = {0};
    struct resampled_estimate estimates[N_COEFFICIENTS];
    static char ids[QUESTIONS][16];
    for (int q = 0; q < QUESTIONS; q++)
        snprintf(ids[q], sizeof ids[q], "%d", q);
    for (int q = 0; q < QUESTIONS; q++) {
        double share = 0.5 + uniform(&random) / 2;
        for (int d = 0; d < DOCUMENTS; d++) {
            double grade = (double)random_below(&random, 2);
            judge(&raters.first, ids[q], ids[d], grade);
            judge(&raters.second, ids[q], ids[d], uniform(&random) < share ? grade : 1 - grade);
        }
    }
    paired_judgments_make(&raters.pairs, &raters.first, &raters.second);
    paired_judgments_estimate(&raters.pairs, (struct relevant_grades){1, 1},
                              &(struct resampling){.rounds = 400, .seed = seed}, estimates);
    release(&raters);
    return estimates[COEFFICIENT_RAW];
}

static void intervals_hold_in_95_of_100_worlds(void **state)
{
    (void)state;
    enum { WORLDS = 1000 };
    int held = 0;
    for (uint64_t world = 0; world < WORLDS; world++) {
        struct resampled_estimate estimate = estimate_of_world(world);
        held += estimate.low <= 0.75 && 0.75 <= estimate.high;
    }
    print_message("intervals hold in %d of %d worlds\n", held, WORLDS);
    assert_in_range(held, 930, 970);
}

/*
 * Two raters agree on the only document of three in four questions, independently. So the share of agreement has a
 * standard error of sqrt(0.75 × 0.25 / questions). Thousands of questions have two counts.
 */
static void the_interval_of_many_like_questions_is_that_of_a_share(void **state)
{
    (void)state;
    enum { QUESTIONS = 8000 };
    struct arena arena = {0};
    struct raters raters = {0};
    struct resampled_estimate estimates[N_COEFFICIENTS];
    for (uint64_t q = 0; q < QUESTIONS; q++) {
        const char *qid = name(&arena, "q", q);
        judge(&raters.first, qid, "d", 1);
        judge(&raters.second, qid, "d", q % 4 == 0 ? 0 : 1);
    }
    paired_judgments_make(&raters.pairs, &raters.first, &raters.second);
    paired_judgments_estimate(&raters.pairs, (struct relevant_grades){1, 1}, &resampling, estimates);
    const double half = 1.96 * sqrt(0.75 * 0.25 / QUESTIONS);
    assert_close(estimates[COEFFICIENT_RAW].value, 0.75, 1e-12);
    assert_close(estimates[COEFFICIENT_RAW].low, 0.75 - half, half / 10);
    assert_close(estimates[COEFFICIENT_RAW].high, 0.75 + half, half / 10);
    release(&raters);
    arena_release(&arena);
}

/* --- Orders ---------------------------------------------------------------------------------- */

static void runs_that_keep_their_order_have_a_tau_of_1(void **state)
{
    (void)state;
    enum { QUESTIONS = 12 };
    double first[3 * QUESTIONS], second[3 * QUESTIONS];
    for (size_t i = 0; i < 3 * QUESTIONS; i++) {
        second[i] = 0.9 - 0.4 * (double)(i / QUESTIONS);
        first[i] = second[i] + 0.01 * (double)(i % QUESTIONS);
    }
    const struct paired_values values = {first, second, .n_runs = 3, .n_questions = QUESTIONS};
    struct resampled_estimate tau, change;
    paired_values_estimate(&values, &resampling, &tau, &change);
    assert_close(tau.value, 1, 0);
    assert_close(tau.low, 1, 0);
    assert_close(change.value, 0, 0);
    assert_close(change.high, 0, 0);
}

static void runs_that_change_places_are_counted_in_places(void **state)
{
    (void)state;
    static const double first[] = {0.9, 0.9, 0.5, 0.5, 0.1, 0.1};
    static const double second[] = {0.1, 0.1, 0.9, 0.9, 0.5, 0.5};
    const struct paired_values values = {first, second, .n_runs = 3, .n_questions = 2};
    struct resampled_estimate tau, change;
    paired_values_estimate(&values, &resampling, &tau, &change);
    assert_close(tau.value, -1.0 / 3, 1e-12); /* two of three pairs are reversed */
    assert_close(change.value, 2, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(documents_judged_by_only_one_rater_are_left_out),
        cmocka_unit_test(all_coefficients_are_computed_from_the_judgments),
        cmocka_unit_test(without_common_judgments_the_coefficients_are_unknown),
        cmocka_unit_test(more_grades_than_can_be_counted_are_noticed),
        cmocka_unit_test(raters_are_paired_as_their_qrels_are),
        cmocka_unit_test(ids_of_raters_are_kept_once_and_outlive_the_qrels),
        cmocka_unit_test(intervals_hold_in_95_of_100_worlds),
        cmocka_unit_test(the_interval_of_many_like_questions_is_that_of_a_share),
        cmocka_unit_test(runs_that_keep_their_order_have_a_tau_of_1),
        cmocka_unit_test(runs_that_change_places_are_counted_in_places),
    };
    return cmocka_run_group_tests_name("paired judgments", tests, NULL, NULL);
}
