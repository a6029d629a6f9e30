/*
 * Agreement: how far raters who graded the same items agree, and how far beyond chance. Items are the judged documents of
 * questions, raters are annotators, models or qrels. Pure functions over counts.
 *
 * Counts are sums over items, and may be weighed: those of a resample are sums of those of its questions. A coefficient
 * that nothing follows for is NAN: without items, or where all raters gave one grade and chance explains all.
 */
#ifndef ASSAY_CORE_METRIC_STATISTICS_AGREEMENT_H
#define ASSAY_CORE_METRIC_STATISTICS_AGREEMENT_H

#include <stddef.h>

/* --- Two raters ------------------------------------------------------------------------------ */

/* cells[a * n_grades + b]: items that the first rater gave grades[a], the second grades[b]. Grades ascend. */
struct contingency {
    const double *grades;
    size_t n_grades;
    const double *cells;
};

/* The share of items that both graded alike. */
double agreement_raw(const struct contingency *table);
/* Cohen's kappa (Educational and Psychological Measurement 20, 1960): (observed - expected) / (1 - expected). */
double agreement_kappa(const struct contingency *table);
/* Weighted kappa (Cohen, Psychological Bulletin 70, 1968), a disagreement weighing the square of the grades' distance. */
double agreement_kappa_quadratic(const struct contingency *table);
/* The least grade that either rater calls relevant: two scales have two. */
struct relevant_grades {
    double first, second;
};

/* The same of two kinds of items alone: the relevant ones, and the others. */
double agreement_kappa_binary(const struct contingency *table, struct relevant_grades relevant);
/*
 * How well the second rater's grades tell what the first calls relevant, with at least this grade: the chance that a
 * relevant item has the higher grade than one that is not, equal ones counting half (Hanley & McNeil, Radiology 143, 1982).
 */
double agreement_auc(const struct contingency *table, double relevant);
/* The share of items that the second rater grades higher than the first, and lower. */
double agreement_above(const struct contingency *table);
double agreement_below(const struct contingency *table);

/*
 * Pairs of items of one question that the first rater tells apart: the second orders them likewise, not at all, or the
 * other way round.
 */
struct pair_agreement {
    double agree, tie, against;
};

/* Adds the pairs of the items of one question. */
void pair_agreement_add(struct pair_agreement *pairs, const struct contingency *question);

/* --- Any number of raters -------------------------------------------------------------------- */

/* How far two grades are apart: not at all or fully; by the grades between them; by the square of their distance. */
enum grade_scale { SCALE_NOMINAL, SCALE_ORDINAL, SCALE_INTERVAL };

/* The grades of several raters; not every rater graded every item. */
struct ratings {
    const double *grades; /* ascending */
    size_t n_grades;
    double *coincidences; /* n_grades²; as Krippendorff counts pairs of grades within items */
    double *shares;       /* n_grades: sums over items of the share of their raters who gave the grade */
    double n_items;       /* with at least one grade */
    double n_paired;      /* with at least two */
    double agreeing;      /* sum over those of the share of pairs of raters who agree */
    /* Of items that are means over orders of the grades: see core/metric/statistics/choice_agreement.c; else 0. */
    double own_pairs;
};

/* Adds an item: counts[g] raters gave it grades[g]. */
void ratings_add_item(struct ratings *ratings, const size_t *counts);
/* Adds the items of two raters, both of whom graded each. */
void ratings_add_contingency(struct ratings *ratings, const struct contingency *table);
/* The share of pairs of raters who agree, the mean over items. */
double ratings_raw(const struct ratings *ratings);
/*
 * Krippendorff's alpha (Content Analysis, 4th edition, 2019, chapter 12): 1 - observed / expected disagreement. Where
 * own_pairs is not 0, of the nominal scale alone.
 */
double ratings_alpha(const struct ratings *ratings, enum grade_scale scale);
/* Gwet's AC1 (British Journal of Mathematical and Statistical Psychology 61, 2008), which rare grades don't upset. */
double ratings_ac1(const struct ratings *ratings);

/* Krippendorff (2019): below the first, conclusions are tentative. Below the second, labels say little. */
#define ALPHA_TENTATIVE 0.67
#define ALPHA_WARNING 0.45
/* One word for an alpha: "poor" or "tentative"; empty if the agreement is good. */
const char *alpha_verdict(double alpha);

/* --- Orders ---------------------------------------------------------------------------------- */

/*
 * Kendall's tau-b of two lists of `n` values (Biometrika 33, 1945): how far they put the same things into one order. NAN
 * where a list puts none before another.
 */
double kendall_tau(const double *a, const double *b, size_t n);
/*
 * The most places that one of `n` things moves between the order of `a` and that of `b`, the greatest first; equal ones
 * share the mean of their places.
 */
double largest_rank_change(const double *a, const double *b, size_t n);

#endif
