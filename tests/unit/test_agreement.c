/*
 * Agreement against published tables, and against values that an independent program computed. That program applies the
 * definitions to all pairs of ratings, in exact fractions.
 */
#include "tests/support/support.h"

#include "core/metric/statistics/agreement.h"

#include <math.h>

enum { GRADES_MAX = 5 };

static const double five_grades[] = {1, 2, 3, 4, 5};

/* Room for the counts of any of the tables here. */
struct counted {
    struct ratings ratings;
    double coincidences[GRADES_MAX * GRADES_MAX];
    double shares[GRADES_MAX];
};

static void count_none(struct counted *counted, const double *grades, size_t n_grades)
{
    *counted = (struct counted){.ratings = {.grades = grades, .n_grades = n_grades}};
    counted->ratings.coincidences = counted->coincidences;
    counted->ratings.shares = counted->shares;
}

static void count_table(struct counted *counted, const struct contingency *table)
{
    count_none(counted, table->grades, table->n_grades);
    ratings_add_contingency(&counted->ratings, table);
}

/* --- Published ------------------------------------------------------------------------------- */

/* Four observers and twelve units, with missing values (Krippendorff, Computing Krippendorff's Alpha-Reliability, 2011,
 * C and D). */
static void count_krippendorff(struct counted *counted)
{
    static const char columns[][5] = {"11.1", "2232", "3333", "3333", "2222", "1234",
                                      "4444", "1121", "2222", ".555", "..11", ".3.."};
    count_none(counted, five_grades, 5);
    for (size_t u = 0; u < sizeof columns / sizeof *columns; u++) {
        size_t counts[5] = {0};
        for (const char *c = columns[u]; *c != '\0'; c++) {
            if (*c != '.')
                counts[*c - '1']++;
        }
        ratings_add_item(&counted->ratings, counts);
    }
}

static void alpha_matches_krippendorffs_example(void **state)
{
    (void)state;
    struct counted counted;
    count_krippendorff(&counted);
    assert_close(ratings_alpha(&counted.ratings, SCALE_NOMINAL), 0.743, 0.0005);
    assert_close(ratings_alpha(&counted.ratings, SCALE_ORDINAL), 0.815, 0.0005);
    assert_close(ratings_alpha(&counted.ratings, SCALE_INTERVAL), 0.849, 0.0005);
    /* the same with more digits, computed from the definition */
    assert_close(ratings_alpha(&counted.ratings, SCALE_NOMINAL), 0.743421052631579, 1e-12);
    assert_close(ratings_alpha(&counted.ratings, SCALE_ORDINAL), 0.8153875037548813, 1e-12);
    assert_close(ratings_alpha(&counted.ratings, SCALE_INTERVAL), 0.8491071428571428, 1e-12);
}

/* The same table in Gwet's irrCAC, cac.raw4raters. */
static void ac1_matches_gwets_example_with_four_raters(void **state)
{
    (void)state;
    struct counted counted;
    count_krippendorff(&counted);
    assert_close(ratings_raw(&counted.ratings), 0.8181818, 5e-8);
    assert_close(ratings_ac1(&counted.ratings), 0.77544, 5e-6);
    assert_close(ratings_ac1(&counted.ratings), 0.775444068126995, 1e-12);
}

/* Cohen 1960, table 2. */
static void kappa_matches_cohens_table(void **state)
{
    (void)state;
    static const double cells[] = {88, 14, 18, 10, 40, 10, 2, 6, 12};
    const struct contingency table = {.grades = five_grades, .n_grades = 3, .cells = cells};
    assert_close(agreement_raw(&table), 0.70, 1e-12);
    assert_close(agreement_kappa(&table), 0.492, 0.0005);
    assert_close(agreement_kappa(&table), 0.4915254237288136, 1e-12);
    assert_close(agreement_kappa_quadratic(&table), 0.45454545454545453, 1e-12);
}

/* Gwet 2008: 118 of 125 ratings agree, but kappa is below 0 because hardly any rating is negative. */
static void ac1_stays_high_where_kappa_is_below_0(void **state)
{
    (void)state;
    static const double cells[] = {118, 5, 2, 0};
    const struct contingency table = {.grades = five_grades, .n_grades = 2, .cells = cells};
    struct counted counted;
    count_table(&counted, &table);
    assert_close(agreement_kappa(&table), -0.0234, 0.00005);
    assert_close(ratings_ac1(&counted.ratings), 0.9408, 0.00005);
}

/* The table cont3x3abstractors of irrCAC. */
static void coefficients_of_two_raters_match_the_abstractors_example(void **state)
{
    (void)state;
    static const double cells[] = {13, 0, 0, 0, 20, 7, 0, 4, 56};
    const struct contingency table = {.grades = five_grades, .n_grades = 3, .cells = cells};
    struct counted counted;
    count_table(&counted, &table);
    assert_close(agreement_kappa(&table), 0.7964094, 5e-8);
    assert_close(ratings_ac1(&counted.ratings), 0.8493305, 5e-8);
    assert_close(ratings_alpha(&counted.ratings, SCALE_NOMINAL), 0.7972584977308511, 1e-12);
}

/* The example in the documentation of scipy.stats.kendalltau. */
static void tau_matches_scipys_example(void **state)
{
    (void)state;
    static const double a[] = {12, 2, 1, 12, 2};
    static const double b[] = {1, 4, 7, 1, 0};
    assert_close(kendall_tau(a, b, 5), -0.47140452079103173, 1e-12);
}

/* --- Computed independently ------------------------------------------------------------------ */

/* Sixteen items with the grades 0, 1 and 3. */
static const double uneven_grades[] = {0, 1, 3};
static const double uneven_cells[] = {4, 2, 0, 1, 3, 2, 1, 1, 2};
static const struct contingency uneven = {.grades = uneven_grades, .n_grades = 3, .cells = uneven_cells};

static void two_raters_agree_as_the_definitions_say(void **state)
{
    (void)state;
    struct counted counted;
    count_table(&counted, &uneven);
    assert_close(agreement_raw(&uneven), 9.0 / 16, 1e-12);
    assert_close(agreement_kappa(&uneven), 0.3333333333333333, 1e-12);
    assert_close(agreement_kappa_quadratic(&uneven), 0.4482758620689655, 1e-12);
    assert_close(agreement_kappa_binary(&uneven, (struct relevant_grades){1, 1}), 0.4666666666666667, 1e-12);
    assert_close(ratings_alpha(&counted.ratings, SCALE_NOMINAL), 0.3541666666666667, 1e-12);
    assert_close(ratings_alpha(&counted.ratings, SCALE_ORDINAL), 0.5091666666666667, 1e-12);
    assert_close(ratings_alpha(&counted.ratings, SCALE_INTERVAL), 0.46551724137931033, 1e-12);
    assert_close(ratings_ac1(&counted.ratings), 0.3488372093023256, 1e-12);
    assert_close(agreement_auc(&uneven, 1), 0.8, 1e-12);
    assert_close(agreement_above(&uneven), 4.0 / 16, 1e-12);
    assert_close(agreement_below(&uneven), 3.0 / 16, 1e-12);
}

static void pairs_are_counted_as_agreeing_tied_or_reversed(void **state)
{
    (void)state;
    struct pair_agreement pairs = {0};
    pair_agreement_add(&pairs, &uneven);
    assert_close(pairs.agree, 49, 0);
    assert_close(pairs.tie, 24, 0);
    assert_close(pairs.against, 11, 0);
}

static void two_raters_item_by_item_are_their_table(void **state)
{
    (void)state;
    struct counted items, table;
    count_none(&items, uneven_grades, 3);
    for (size_t i = 0; i < 9; i++) {
        size_t counts[3] = {0};
        counts[i / 3]++;
        counts[i % 3]++;
        for (size_t n = 0; n < (size_t)uneven_cells[i]; n++)
            ratings_add_item(&items.ratings, counts);
    }
    count_table(&table, &uneven);
    assert_close(ratings_alpha(&items.ratings, SCALE_ORDINAL), ratings_alpha(&table.ratings, SCALE_ORDINAL),
                 1e-12);
    assert_close(ratings_ac1(&items.ratings), ratings_ac1(&table.ratings), 1e-12);
    assert_close(ratings_raw(&items.ratings), ratings_raw(&table.ratings), 1e-12);
}

/* --- Edge cases ------------------------------------------------------------------------------ */

static void full_agreement_has_a_coefficient_of_1(void **state)
{
    (void)state;
    static const double cells[] = {3, 0, 0, 5};
    const struct contingency table = {.grades = five_grades, .n_grades = 2, .cells = cells};
    struct counted counted;
    count_table(&counted, &table);
    assert_close(agreement_kappa(&table), 1, 0);
    assert_close(ratings_alpha(&counted.ratings, SCALE_NOMINAL), 1, 0);
    assert_close(ratings_ac1(&counted.ratings), 1, 1e-15);
    assert_close(agreement_auc(&table, 2), 1, 0);
}

static void with_a_single_grade_agreement_beyond_chance_is_unknown(void **state)
{
    (void)state;
    static const double cells[] = {7};
    const struct contingency table = {.grades = five_grades, .n_grades = 1, .cells = cells};
    struct counted counted;
    count_table(&counted, &table);
    assert_close(agreement_raw(&table), 1, 0);
    assert_true(isnan(agreement_kappa(&table)));
    assert_true(isnan(ratings_alpha(&counted.ratings, SCALE_NOMINAL)));
    assert_true(isnan(ratings_ac1(&counted.ratings)));
    assert_true(isnan(agreement_auc(&table, 1)));
}

static void no_items_say_nothing(void **state)
{
    (void)state;
    static const double cells[4] = {0};
    const struct contingency table = {.grades = five_grades, .n_grades = 2, .cells = cells};
    struct counted counted;
    count_table(&counted, &table);
    assert_true(isnan(agreement_raw(&table)));
    assert_true(isnan(agreement_kappa_quadratic(&table)));
    assert_true(isnan(ratings_alpha(&counted.ratings, SCALE_ORDINAL)));
    assert_true(isnan(ratings_ac1(&counted.ratings)));
}

static void items_graded_by_one_rater_count_only_for_chance_agreement(void **state)
{
    (void)state;
    struct counted counted;
    count_none(&counted, five_grades, 2);
    ratings_add_item(&counted.ratings, (const size_t[]){2, 0});
    ratings_add_item(&counted.ratings, (const size_t[]){0, 1});
    ratings_add_item(&counted.ratings, (const size_t[]){0, 0});
    assert_close(counted.ratings.n_items, 2, 0);
    assert_close(counted.ratings.n_paired, 1, 0);
    assert_close(ratings_raw(&counted.ratings), 1, 0);
}

static void ranks_move_by_places(void **state)
{
    (void)state;
    static const double a[] = {0.9, 0.8, 0.7, 0.6};
    static const double b[] = {0.5, 0.8, 0.7, 0.6};
    static const double tied[] = {0.9, 0.9, 0.1, 0.1};
    assert_close(largest_rank_change(a, a, 4), 0, 0);
    assert_close(largest_rank_change(a, b, 4), 3, 0);
    assert_close(largest_rank_change(a, tied, 4), 0.5, 0);
    assert_close(kendall_tau(a, b, 4), 0, 0); /* three pairs in the same order, three reversed */
    assert_true(isnan(kendall_tau(a, (const double[]){1, 1, 1, 1}, 4)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alpha_matches_krippendorffs_example),
        cmocka_unit_test(ac1_matches_gwets_example_with_four_raters),
        cmocka_unit_test(kappa_matches_cohens_table),
        cmocka_unit_test(ac1_stays_high_where_kappa_is_below_0),
        cmocka_unit_test(coefficients_of_two_raters_match_the_abstractors_example),
        cmocka_unit_test(tau_matches_scipys_example),
        cmocka_unit_test(two_raters_agree_as_the_definitions_say),
        cmocka_unit_test(pairs_are_counted_as_agreeing_tied_or_reversed),
        cmocka_unit_test(two_raters_item_by_item_are_their_table),
        cmocka_unit_test(full_agreement_has_a_coefficient_of_1),
        cmocka_unit_test(with_a_single_grade_agreement_beyond_chance_is_unknown),
        cmocka_unit_test(no_items_say_nothing),
        cmocka_unit_test(items_graded_by_one_rater_count_only_for_chance_agreement),
        cmocka_unit_test(ranks_move_by_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
