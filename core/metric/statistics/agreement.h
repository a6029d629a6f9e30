/*
 * Agreement: how well raters who graded the same items agree, and how much of that is beyond chance. Items are the
 * judged documents of questions; raters are annotators, models or qrels. Pure functions over counts.
 *
 * Counts are sums over items, and may be weighted: the counts of a resample are sums of those of its questions. A
 * coefficient that is undefined is NAN: without items, or if all raters gave one grade, so that chance explains
 * everything.
 */
#pragma once

#include <stddef.h>

/* --- Two raters ------------------------------------------------------------------------------ */

/*
 * cells[a * n_grades + b]: the number of items with grades[a] from the first rater and grades[b] from the second.
 * Grades are ascending.
 */
struct contingency {
    const double *grades;
    size_t n_grades;
    const double *cells;
};

/* Returns the share of items with the same grade from both. */
double agreement_raw(const struct contingency *table);
/* Cohen's kappa (Educational and Psychological Measurement 20, 1960): (observed - expected) / (1 - expected). */
double agreement_kappa(const struct contingency *table);
/* Weighted kappa (Cohen, Psychological Bulletin 70, 1968). A disagreement weighs the square of the grades' distance. */
double agreement_kappa_quadratic(const struct contingency *table);
/* The lowest grade that each rater calls relevant; raters with two scales have two such grades. */
struct relevant_grades {
    double first, second;
};

/* Cohen's kappa of only two kinds of items: relevant and not relevant. */
double agreement_kappa_binary(const struct contingency *table, struct relevant_grades relevant);
/*
 * Returns how well the second rater's grades predict what the first calls relevant, which is at least the grade
 * `relevant`. It is the probability that a relevant item has a higher grade than one that is not relevant; equal
 * grades count half (Hanley & McNeil, Radiology 143, 1982).
 */
double agreement_auc(const struct contingency *table, double relevant);
/* The share of items with a higher grade from the second rater than from the first, and the share with a lower one. */
double agreement_above(const struct contingency *table);
double agreement_below(const struct contingency *table);

/*
 * Pairs of items of one question with different grades from the first rater: the second orders them the same way,
 * gives equal grades, or orders them the other way round.
 */
struct pair_agreement {
    double agree, tie, against;
};

/* Adds the pairs of the items of one question. */
void pair_agreement_add(struct pair_agreement *pairs, const struct contingency *question);

/* --- Any number of raters -------------------------------------------------------------------- */

/* The distance of two grades: none or full; by the number of grades between them; by the square of their difference. */
enum grade_scale { SCALE_NOMINAL, SCALE_ORDINAL, SCALE_INTERVAL };

/* The grades of several raters; not every rater graded every item. */
struct ratings {
    const double *grades; /* ascending */
    size_t n_grades;
    double *coincidences; /* n_grades²: pairs of grades within items, as Krippendorff counts them */
    double *shares;       /* n_grades: sums over items of the share of their raters who gave the grade */
    double n_items;       /* with at least one grade */
    double n_paired;      /* with at least two */
    double agreeing;      /* sum over the latter of the share of their pairs of raters who agree */
    /* For items that are means over orders of the grades (core/metric/statistics/choice_agreement.c); otherwise 0. */
    double own_pairs;
};

/* Adds an item: counts[g] raters gave it grades[g]. */
void ratings_add_item(struct ratings *ratings, const size_t *counts);
/* Adds the items of a table of two raters, each graded by both. */
void ratings_add_contingency(struct ratings *ratings, const struct contingency *table);
/* Returns the share of pairs of raters who agree, as the mean over items. */
double ratings_raw(const struct ratings *ratings);
/*
 * Returns Krippendorff's alpha (Content Analysis, 4th edition, 2019, chapter 12): 1 - observed / expected
 * disagreement. If own_pairs is not 0, only the nominal scale is valid.
 */
double ratings_alpha(const struct ratings *ratings, enum grade_scale scale);
/*
 * Gwet's AC1 (British Journal of Mathematical and Statistical Psychology 61, 2008), which stays meaningful if
 * grades are rare.
 */
double ratings_ac1(const struct ratings *ratings);

/* Krippendorff (2019): below the first value conclusions are tentative, below the second one labels say little. */
#define ALPHA_TENTATIVE 0.67
#define ALPHA_WARNING 0.45
/* Returns one word for an alpha: "poor" or "tentative"; empty if the agreement is good. */
const char *alpha_verdict(double alpha);

/* --- Orders ---------------------------------------------------------------------------------- */

/*
 * Kendall's tau-b of two lists of `n` values (Biometrika 33, 1945): how well they agree on an order. NAN if all
 * values of a list are equal.
 */
double kendall_tau(const double *a, const double *b, size_t n);
/*
 * Returns the largest difference between the ranks of one of `n` items by `a` and by `b`, the greatest value first.
 * Equal values share the mean of their ranks.
 */
double largest_rank_change(const double *a, const double *b, size_t n);
