/*
 * Every coefficient is computed from a table of counts, so intervals need not read the items again.
 *
 * Two raters are a special case of any number of raters. Coefficients that are defined for both are only computed
 * for the general case, from Krippendorff's coincidences. In an item with m grades, each pair of grades counts 1 /
 * (m - 1).
 */
#include "core/metric/statistics/agreement.h"

#include "core/base/bug.h"

#include <math.h>

/* Returns part ÷ whole, or NAN if whole is 0. */
static double share(double part, double whole)
{
    return whole > 0 ? part / whole : NAN;
}

/* Returns 1 - observed ÷ expected disagreement, or NAN if none is expected. */
static double beyond_chance(double observed, double expected)
{
    return expected > 0 ? 1 - observed / expected : NAN;
}

/* --- Two raters ------------------------------------------------------------------------------ */

static double cell(const struct contingency *table, size_t a, size_t b)
{
    return table->cells[a * table->n_grades + b];
}

static double sum_of_first(const struct contingency *table, size_t a)
{
    double sum = 0;
    for (size_t b = 0; b < table->n_grades; b++)
        sum += cell(table, a, b);
    return sum;
}

static double sum_of_second(const struct contingency *table, size_t b)
{
    double sum = 0;
    for (size_t a = 0; a < table->n_grades; a++)
        sum += cell(table, a, b);
    return sum;
}

/* Returns the total number of items. */
static double contingency_items(const struct contingency *table)
{
    double sum = 0;
    for (size_t i = 0; i < table->n_grades * table->n_grades; i++)
        sum += table->cells[i];
    return sum;
}

double agreement_raw(const struct contingency *table)
{
    double sum = 0;
    for (size_t g = 0; g < table->n_grades; g++)
        sum += cell(table, g, g);
    return share(sum, contingency_items(table));
}

typedef double disagreement_weight(double a, double b);

static double weight_equal(double a, double b)
{
    return a < b || a > b;
}

static double weight_quadratic(double a, double b)
{
    return (a - b) * (a - b);
}

/* Kappa from observed and expected disagreement; each cell is weighted by the distance of its grades. */
static double weighted_kappa(const struct contingency *table, disagreement_weight *weight)
{
    const double n = contingency_items(table);
    double observed = 0;
    double expected = 0;
    for (size_t a = 0; a < table->n_grades; a++) {
        double of_first = sum_of_first(table, a);
        for (size_t b = 0; of_first > 0 && b < table->n_grades; b++) {
            double apart = weight(table->grades[a], table->grades[b]);
            observed += apart * cell(table, a, b);
            expected += apart * of_first * sum_of_second(table, b) / n;
        }
    }
    return beyond_chance(observed, expected);
}

double agreement_kappa(const struct contingency *table)
{
    return weighted_kappa(table, weight_equal);
}

double agreement_kappa_quadratic(const struct contingency *table)
{
    return weighted_kappa(table, weight_quadratic);
}

double agreement_kappa_binary(const struct contingency *table, struct relevant_grades relevant)
{
    static const double kinds[] = {0, 1};
    double cells[4] = {0};
    for (size_t a = 0; a < table->n_grades; a++) {
        for (size_t b = 0; b < table->n_grades; b++)
            cells[2 * (table->grades[a] >= relevant.first) + (table->grades[b] >= relevant.second)] +=
                cell(table, a, b);
    }
    return agreement_kappa(&(struct contingency){.grades = kinds, .n_grades = 2, .cells = cells});
}

double agreement_auc(const struct contingency *table, double relevant)
{
    double n_relevant = 0;
    double n_others = 0; /* with a lower grade than the current one */
    double ordered = 0;
    for (size_t b = 0; b < table->n_grades; b++) {
        double of_relevant = 0;
        double of_others = 0;
        for (size_t a = 0; a < table->n_grades; a++) {
            if (table->grades[a] >= relevant)
                of_relevant += cell(table, a, b);
            else
                of_others += cell(table, a, b);
        }
        ordered += of_relevant * (n_others + of_others / 2);
        n_relevant += of_relevant;
        n_others += of_others;
    }
    return share(ordered, n_relevant * n_others);
}

double agreement_above(const struct contingency *table)
{
    double sum = 0;
    for (size_t a = 0; a < table->n_grades; a++) {
        for (size_t b = a + 1; b < table->n_grades; b++)
            sum += cell(table, a, b);
    }
    return share(sum, contingency_items(table));
}

double agreement_below(const struct contingency *table)
{
    double sum = 0;
    for (size_t a = 0; a < table->n_grades; a++) {
        for (size_t b = 0; b < a; b++)
            sum += cell(table, a, b);
    }
    return share(sum, contingency_items(table));
}

/*
 * Adds the pairs of an item of this cell with the items that the first rater grades lower than `a`. The second
 * rater grades those lower than, equal to or higher than `b`.
 */
static void add_pairs_of_cell(struct pair_agreement *pairs, const struct contingency *question, size_t a,
                              size_t b)
{
    const double here = cell(question, a, b);
    for (size_t lower = 0; lower < a; lower++) {
        for (size_t other = 0; other < question->n_grades; other++) {
            double n = here * cell(question, lower, other);
            pairs->agree += other < b ? n : 0;
            pairs->tie += other == b ? n : 0;
            pairs->against += other > b ? n : 0;
        }
    }
}

void pair_agreement_add(struct pair_agreement *pairs, const struct contingency *question)
{
    for (size_t a = 1; a < question->n_grades; a++) {
        for (size_t b = 0; b < question->n_grades; b++) {
            if (cell(question, a, b) > 0)
                add_pairs_of_cell(pairs, question, a, b);
        }
    }
}

/* --- Any number of raters -------------------------------------------------------------------- */

void ratings_add_item(struct ratings *ratings, const size_t *counts)
{
    const size_t k = ratings->n_grades;
    double n_raters = 0;
    for (size_t g = 0; g < k; g++)
        n_raters += (double)counts[g];
    if (n_raters == 0)
        return;
    ratings->n_items++;
    for (size_t g = 0; g < k; g++)
        ratings->shares[g] += (double)counts[g] / n_raters;
    if (n_raters < 2)
        return;
    ratings->n_paired++;
    for (size_t a = 0; a < k; a++) {
        for (size_t b = 0; b < k; b++) {
            double pairs = (double)counts[a] * ((double)counts[b] - (a == b)) / (n_raters - 1);
            ratings->coincidences[a * k + b] += pairs;
            ratings->agreeing += a == b ? pairs / n_raters : 0;
        }
    }
}

void ratings_add_contingency(struct ratings *ratings, const struct contingency *table)
{
    const size_t k = ratings->n_grades;
    BUG_UNLESS(table->n_grades == k);
    for (size_t a = 0; a < k; a++) {
        for (size_t b = 0; b < k; b++) {
            double n = cell(table, a, b);
            ratings->coincidences[a * k + b] += n;
            ratings->coincidences[b * k + a] += n;
            ratings->shares[a] += n / 2;
            ratings->shares[b] += n / 2;
            ratings->n_items += n;
            ratings->n_paired += n;
            ratings->agreeing += a == b ? n : 0;
        }
    }
}

double ratings_raw(const struct ratings *ratings)
{
    return share(ratings->agreeing, ratings->n_paired);
}

/* Returns how often a grade occurs in items with at least two grades. */
static double coinciding(const struct ratings *ratings, size_t grade)
{
    double sum = 0;
    for (size_t g = 0; g < ratings->n_grades; g++)
        sum += ratings->coincidences[grade * ratings->n_grades + g];
    return sum;
}

double ratings_alpha(const struct ratings *ratings, enum grade_scale scale)
{
    const size_t k = ratings->n_grades;
    double n = 0;
    double observed = 0;
    double expected = 0;
    for (size_t g = 0; g < k; g++)
        n += coinciding(ratings, g);
    for (size_t a = 0; a < k; a++) {
        const double n_a = coinciding(ratings, a);
        double between = n_a / 2; /* ordinal: grades from a to b, with half of both ends */
        for (size_t b = a + 1; b < k; b++) {
            const double n_b = coinciding(ratings, b);
            const double gap = ratings->grades[b] - ratings->grades[a];
            const double ranks = between + n_b / 2;
            const double apart = scale == SCALE_NOMINAL   ? 1
                                 : scale == SCALE_ORDINAL ? ranks * ranks
                                                          : gap * gap;
            between += n_b;
            observed += apart * ratings->coincidences[a * k + b];
            expected += apart * n_a * n_b;
        }
    }
    return beyond_chance(observed * (n - 1), expected + ratings->own_pairs);
}

double ratings_ac1(const struct ratings *ratings)
{
    const double raw = ratings_raw(ratings);
    double spread = 0;
    for (size_t g = 0; g < ratings->n_grades; g++) {
        double usual = share(ratings->shares[g], ratings->n_items);
        spread += usual * (1 - usual);
    }
    double chance = share(spread, (double)ratings->n_grades - 1);
    return (raw - chance) / (1 - chance);
}

const char *alpha_verdict(double alpha)
{
    return alpha < ALPHA_WARNING ? "poor" : alpha < ALPHA_TENTATIVE ? "tentative" : "";
}

/* --- Orders ---------------------------------------------------------------------------------- */

static int order_of(double a, double b)
{
    return (a > b) - (a < b);
}

double kendall_tau(const double *a, const double *b, size_t n)
{
    double agreeing = 0; /* minus the disagreeing pairs */
    double apart_in_a = 0;
    double apart_in_b = 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++) {
            int in_a = order_of(a[i], a[j]);
            int in_b = order_of(b[i], b[j]);
            agreeing += in_a * in_b;
            apart_in_a += in_a != 0;
            apart_in_b += in_b != 0;
        }
    }
    return share(agreeing, sqrt(apart_in_a * apart_in_b));
}

/* Returns the rank of one of the values, from 1, the greatest first. */
static double rank_of(const double *values, size_t n, size_t which)
{
    double rank = 1;
    for (size_t i = 0; i < n; i++)
        rank += i == which ? 0 : values[i] > values[which] ? 1 : values[i] < values[which] ? 0 : 0.5;
    return rank;
}

double largest_rank_change(const double *a, const double *b, size_t n)
{
    double largest = 0;
    for (size_t i = 0; i < n; i++)
        largest = fmax(largest, fabs(rank_of(a, n, i) - rank_of(b, n, i)));
    return largest;
}
