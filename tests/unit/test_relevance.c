#include "tests/support/support.h"

#include "core/base/random.h"
#include "core/judge/relevance.h"

#include <math.h>
#include <stdlib.h>

static struct tally tally(const char *docid, double wins, int64_t impressions, double prior)
{
    return (struct tally){.docid = bytes_of(docid), .wins = wins, .impressions = impressions, .prior = prior};
}

static struct grading_rule rule(enum grading grading)
{
    struct grading_rule made = grading_rule_default();
    made.grading = grading;
    return made;
}

static void check_grades(const struct tally *tallies, size_t n, struct grading_rule used,
                         const double *expected)
{
    double grades[16];
    grade_candidates(tallies, n, &used, grades);
    for (size_t i = 0; i < n; i++) {
        if (isnan(expected[i]))
            assert_true(isnan(grades[i]));
        else
            assert_close(grades[i], expected[i], 0);
    }
}

static void relevance_is_wins_by_impressions(void **state)
{
    (void)state;
    struct tally given = tally("a", 2, 3, 0);
    assert_close(relevance_of(&given), 2.0 / 3.0, 0);
}

static void levels_are_rounded_to_the_nearest_and_halves_up(void **state)
{
    (void)state;
    const struct tally tallies[] = {tally("a", 0, 3, 0), tally("b", 1, 3, 0), tally("c", 2, 3, 0),
                                    tally("d", 3, 3, 0), tally("e", 1, 6, 0), tally("f", 5, 6, 0),
                                    tally("g", 1, 7, 0)};
    /* relevance · 3: 0, 1, 2, 3, 0.5, 2.5, 0.43 */
    check_grades(tallies, 7, rule(GRADING_LEVELS), (const double[]){0, 1, 2, 3, 1, 3, 0});
}

/* 2.5 of 5 is exactly a half. With four levels 0.5 of 3 is exactly half a level, which is rounded up. */
static void half_wins_from_ties_are_rounded_like_whole_wins(void **state)
{
    (void)state;
    const struct tally tallies[] = {tally("a", 2.5, 5, 0), tally("b", 0.5, 3, 0), tally("c", 0.5, 4, 0)};
    assert_close(relevance_of(&tallies[0]), 0.5, 0);
    check_grades(tallies, 3, rule(GRADING_LEVELS), (const double[]){2, 1, 0});
}

static void two_levels_are_yes_and_no(void **state)
{
    (void)state;
    struct grading_rule binary = rule(GRADING_LEVELS);
    binary.levels = 2;
    const struct tally tallies[] = {tally("a", 1, 3, 0), tally("b", 1, 2, 0), tally("c", 2, 3, 0)};
    check_grades(tallies, 3, binary, (const double[]){0, 1, 1});
}

/* As by default under adaptive dealing. A candidate is not relevant if none is preferred to it. */
static void levels_of_an_estimate_begin_at_one_half(void **state)
{
    (void)state;
    enum { N = 6 };
    struct tally tallies[N];
    /* relevance: 0.15, 0.4988, 0.5, 0.66, 0.67, 0.84 */
    const double utilities[N] = {-1.7, -0.005, 0, 0.66, 0.71, 1.7};
    for (size_t i = 0; i < N; i++) {
        tallies[i] = tally((const char *[]){"a", "b", "c", "d", "e", "f"}[i], 1, 2, 0);
        tallies[i].is_estimated = true;
        tallies[i].utility = utilities[i];
    }
    check_grades(tallies, N, rule(GRADING_LEVELS), (const double[]){0, 0, 1, 1, 2, 3});
    struct grading_rule binary = rule(GRADING_LEVELS);
    binary.levels = 2;
    check_grades(tallies, N, binary, (const double[]){0, 0, 1, 1, 1, 1});
    assert_close(relevance_level(1, 4), 3, 0);
}

static void rank_numbers_the_distinct_positive_relevances_upwards(void **state)
{
    (void)state;
    const struct tally tallies[] = {tally("a", 0, 3, 0), tally("b", 2, 3, 0), tally("c", 4, 6, 0),
                                    tally("d", 1, 3, 0), tally("e", 3, 3, 0)};
    check_grades(tallies, 5, rule(GRADING_RANK), (const double[]){0, 2, 2, 1, 3});
}

static void best_is_one_document_by_relevance_then_wins_then_prior_then_docid(void **state)
{
    (void)state;
    const struct tally by_wins[] = {tally("a", 1, 1, 9), tally("b", 2, 2, 1)};
    check_grades(by_wins, 2, rule(GRADING_BEST), (const double[]){0, 1});
    const struct tally by_prior[] = {tally("a", 2, 2, 1), tally("b", 2, 2, 9)};
    check_grades(by_prior, 2, rule(GRADING_BEST), (const double[]){0, 1});
    const struct tally by_docid[] = {tally("b", 2, 2, 1), tally("a", 2, 2, 1)};
    check_grades(by_docid, 2, rule(GRADING_BEST), (const double[]){0, 1});
}

static void nothing_is_best_when_nothing_won(void **state)
{
    (void)state;
    const struct tally tallies[] = {tally("a", 0, 1, 0), tally("b", 0, 1, 0)};
    check_grades(tallies, 2, rule(GRADING_BEST), (const double[]){0, 0});
}

/* By its docid the duplicate would come first here. */
static void a_duplicate_takes_the_grade_of_its_candidate_and_no_rank(void **state)
{
    (void)state;
    struct tally tallies[] = {tally("b", 2, 2, 0), tally("a", 2, 2, 0), tally("c", 1, 2, 0)};
    tallies[0].document_id = tallies[1].document_id = 1;
    tallies[1].is_twin = true;
    tallies[2].document_id = 3;
    check_grades(tallies, 3, rule(GRADING_BEST), (const double[]){1, 1, 0});
    check_grades(tallies, 3, rule(GRADING_RANK), (const double[]){2, 2, 1});
}

static void rate_is_the_relevance_itself(void **state)
{
    (void)state;
    const struct tally tallies[] = {tally("a", 1, 3, 0)};
    check_grades(tallies, 1, rule(GRADING_RATE), (const double[]){1.0 / 3.0});
}

static void too_few_impressions_give_no_grade(void **state)
{
    (void)state;
    struct grading_rule strict = rule(GRADING_LEVELS);
    strict.min_impressions = 2;
    const struct tally tallies[] = {tally("a", 1, 1, 0), tally("b", 2, 2, 0), tally("c", 0, 0, 0)};
    check_grades(tallies, 3, strict, (const double[]){NAN, 3, NAN});
}

static void the_order_of_merit_puts_the_unseen_last(void **state)
{
    (void)state;
    struct tally tallies[] = {tally("unseen", 0, 0, 99), tally("loser", 0, 3, 0), tally("winner", 1, 3, 0)};
    qsort(tallies, 3, sizeof *tallies, tally_compare_merit);
    assert_true(bytes_equal(tallies[0].docid, bytes_of("winner")));
    assert_true(bytes_equal(tallies[2].docid, bytes_of("unseen")));
}

static struct relevance_range interval_of(const struct tally *tally)
{
    struct relevance_range range;
    relevance_intervals(tally, 1, &range);
    return range;
}

/*
 * There is one ballot, on which "a" won over "b". "dropped" was dropped and never shown. "kept" was dropped by one
 * annotator and kept by another. "new" has neither ballots nor glances.
 */
enum { SHOWN_A, SHOWN_B, DROPPED, KEPT, NEW, N_GLANCED };

static void estimate_glanced(struct tally tallies[N_GLANCED], enum estimator estimator, size_t n_ballots)
{
    const struct luce_ballot ballot = {.candidates = {SHOWN_A, SHOWN_B}, .n_slots = 2, .position = 1};
    const struct luce_ballot beside[] = {
        {.candidates = {DROPPED}, .n_slots = 1, .position = VOTE_NONE, .rater = &luce_rater_of_glances},
        {.candidates = {KEPT}, .n_slots = 1, .position = VOTE_NONE, .rater = &luce_rater_of_glances},
        {.candidates = {KEPT}, .n_slots = 1, .position = 1, .rater = &luce_rater_of_glances},
    };
    const int64_t shown = (int64_t)n_ballots;
    tallies[SHOWN_A] = tally("a", (double)shown, shown, 0);
    tallies[SHOWN_B] = tally("b", 0, shown, 0);
    tallies[DROPPED] = tally("dropped", 0, 0, 0);
    tallies[KEPT] = tally("kept", 0, 0, 0);
    tallies[NEW] = tally("new", 0, 0, 0);
    tallies[DROPPED].drops = tallies[KEPT].drops = tallies[KEPT].keeps = 1;
    relevance_estimate(estimator, tallies,
                       &(struct luce_question){.n_candidates = N_GLANCED,
                                               .ballots = &ballot,
                                               .n_ballots = n_ballots,
                                               .beside = beside,
                                               .n_beside = 3},
                       NAN);
}

static void a_dropped_candidate_that_no_vote_saw_has_the_grade_0(void **state)
{
    (void)state;
    struct tally tallies[N_GLANCED];
    double grades[N_GLANCED];
    const struct grading_rule levels = grading_rule_default();
    estimate_glanced(tallies, ESTIMATOR_LUCE, 1);
    assert_int_equal(grade_candidates(tallies, N_GLANCED, &levels, grades), 3);
    assert_close(grades[DROPPED], 0, 0);
    assert_true(isnan(grades[KEPT]) && isnan(grades[NEW]));
    assert_true(tally_is_inferred(&tallies[DROPPED]) && !tally_is_inferred(&tallies[SHOWN_B]));
    assert_true(relevance_of(&tallies[DROPPED]) < 0.5);
}

static void a_drop_is_a_label_only_with_luce_a_vote_and_no_minimum(void **state)
{
    (void)state;
    struct tally tallies[N_GLANCED];
    double grades[N_GLANCED];
    struct grading_rule strict = grading_rule_default();
    estimate_glanced(tallies, ESTIMATOR_RATE, 1);
    assert_int_equal(grade_candidates(tallies, N_GLANCED, &strict, grades), 2);
    estimate_glanced(tallies, ESTIMATOR_LUCE, 0);
    assert_int_equal(grade_candidates(tallies, N_GLANCED, &strict, grades), 0);
    strict.min_impressions = 1;
    estimate_glanced(tallies, ESTIMATOR_LUCE, 1);
    assert_int_equal(grade_candidates(tallies, N_GLANCED, &strict, grades), 2);
}

/* Relevance that is inferred from a drop has no interval, because no vote says how certain it is. */
static void inferred_relevance_has_no_interval(void **state)
{
    (void)state;
    struct tally tallies[N_GLANCED];
    estimate_glanced(tallies, ESTIMATOR_LUCE, 1);
    assert_true(isnan(interval_of(&tallies[DROPPED]).low));
}

static void labels_are_the_graded_documents_in_the_given_order(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct judgment *labels;
    struct grading_rule used = rule(GRADING_LEVELS);
    used.min_impressions = 2;
    const struct tally tallies[] = {tally("b", 2, 2, 0), tally("c", 1, 1, 0), tally("a", 0, 3, 0)};
    assert_int_equal(labels_of(tallies, 3, &used, &arena, &labels), 2);
    assert_true(bytes_equal(labels[0].docid, bytes_of("b")));
    assert_close(labels[0].grade, 3, 0);
    assert_true(bytes_equal(labels[1].docid, bytes_of("a")));
    assert_close(labels[1].grade, 0, 0);
    arena_release(&arena);
}

/* The closed form for 0 and n wins of n: z² / (n + z²) and n / (n + z²), with z² = 3.8415. */
static void the_interval_of_a_rate_is_wilson_s(void **state)
{
    (void)state;
    struct tally all = tally("a", 2, 2, 0), nothing = tally("a", 0, 3, 0), half = tally("a", 5, 10, 0);
    assert_close(interval_of(&all).low, 0.34238, 1e-5);
    assert_close(interval_of(&all).high, 1, 1e-12);
    assert_close(interval_of(&nothing).low, 0, 1e-12);
    assert_close(interval_of(&nothing).high, 0.56150, 1e-5);
    assert_close(interval_of(&half).low, 0.23659, 1e-5); /* R: prop.test(5, 10, correct = FALSE) */
    assert_close(interval_of(&half).high, 0.76341, 1e-5);
}

/* "a" won over "b" twice, and once alone on a ballot. "b" lost to none when it was alone. "c" was never shown. */
static void luce_weighs_the_competitors_of_a_document(void **state)
{
    (void)state;
    static const struct luce_ballot votes[] = {{{0, 1}, 2, 1, 0, NULL},
                                               {{0, 1}, 2, 1, 0, NULL},
                                               {{1}, 1, VOTE_NONE, 0, NULL},
                                               {{0}, 1, 1, 0, NULL}};
    struct tally tallies[] = {tally("a", 3, 3, 0), tally("b", 0, 3, 0), tally("c", 0, 0, 0)};
    const struct luce_question question = {.n_candidates = 3, .ballots = votes, .n_ballots = 4};
    relevance_estimate(ESTIMATOR_LUCE, tallies, &question, NAN);
    assert_true(relevance_of(&tallies[0]) > 0.75 && relevance_of(&tallies[0]) < 0.99);
    assert_true(relevance_of(&tallies[1]) < 0.4);
    struct relevance_range ranges[3];
    for (size_t i = 0; i < 3; i++) {
        tallies[i].votes = &question;
        tallies[i].number = i;
    }
    relevance_intervals(tallies, 3, ranges);
    assert_true(ranges[0].low > 0 && ranges[0].low < relevance_of(&tallies[0]));
    assert_close(ranges[0].high, 1, 0); /* "a" won each time */
    assert_close(ranges[1].low, 0, 0);  /* "b" never won */
    assert_true(ranges[1].high < 1 && ranges[1].high > relevance_of(&tallies[1]));
    assert_true(isnan(ranges[2].low) && isnan(ranges[2].high));
    assert_false(tallies[2].is_estimated);
    double grades[3];
    struct grading_rule used = rule(GRADING_RATE);
    assert_int_equal(grade_candidates(tallies, 3, &used, grades), 2);
    assert_close(grades[0], relevance_of(&tallies[0]), 0);
    assert_true(isnan(grades[2]));
    relevance_estimate(ESTIMATOR_RATE, tallies, &question, NAN);
    assert_close(relevance_of(&tallies[0]), 1, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(relevance_is_wins_by_impressions),
        cmocka_unit_test(levels_are_rounded_to_the_nearest_and_halves_up),
        cmocka_unit_test(half_wins_from_ties_are_rounded_like_whole_wins),
        cmocka_unit_test(two_levels_are_yes_and_no),
        cmocka_unit_test(levels_of_an_estimate_begin_at_one_half),
        cmocka_unit_test(rank_numbers_the_distinct_positive_relevances_upwards),
        cmocka_unit_test(best_is_one_document_by_relevance_then_wins_then_prior_then_docid),
        cmocka_unit_test(nothing_is_best_when_nothing_won),
        cmocka_unit_test(a_duplicate_takes_the_grade_of_its_candidate_and_no_rank),
        cmocka_unit_test(rate_is_the_relevance_itself),
        cmocka_unit_test(too_few_impressions_give_no_grade),
        cmocka_unit_test(the_order_of_merit_puts_the_unseen_last),
        cmocka_unit_test(a_dropped_candidate_that_no_vote_saw_has_the_grade_0),
        cmocka_unit_test(a_drop_is_a_label_only_with_luce_a_vote_and_no_minimum),
        cmocka_unit_test(inferred_relevance_has_no_interval),
        cmocka_unit_test(labels_are_the_graded_documents_in_the_given_order),
        cmocka_unit_test(the_interval_of_a_rate_is_wilson_s),
        cmocka_unit_test(luce_weighs_the_competitors_of_a_document),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
