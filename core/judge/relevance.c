/*
 * Rates are compared and rounded as fractions of whole numbers and halves, which doubles hold exactly, so that 1/3
 * equals 2/6 and a half is rounded up on every machine. Estimates are doubles from the beginning. Each candidate's
 * grade follows from its own tally and, for gradings that compare, from the candidates sorted by merit. A grade of
 * NAN means no grade.
 */
#include "core/judge/relevance.h"

#include "core/base/bug.h"
#include "core/base/memory.h"
#include "core/judge/luce_interval.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double normal_95 = 1.959963984540054; /* 0.975 quantile of the normal distribution */

struct grading_rule grading_rule_default(void)
{
    return (struct grading_rule){.grading = GRADING_LEVELS,
                                 .levels = GRADING_LEVELS_DEFAULT,
                                 .min_impressions = 0};
}

static bool was_only_dropped(const struct tally *tally)
{
    return tally->impressions == 0 && tally->drops > 0 && tally->keeps == 0;
}

bool tally_is_inferred(const struct tally *tally)
{
    return tally->is_estimated && was_only_dropped(tally);
}

bool tally_is_known(const struct tally *tally)
{
    return tally->impressions > 0 || tally_is_inferred(tally);
}

double relevance_of(const struct tally *tally)
{
    BUG_UNLESS(tally_is_known(tally));
    return tally->is_estimated ? luce_relevance(tally->utility) : tally->wins / (double)tally->impressions;
}

static struct relevance_range wilson_interval(double wins, double impressions)
{
    double rate = wins / impressions, squared = normal_95 * normal_95;
    double centre = (rate + squared / (2 * impressions)) / (1 + squared / impressions);
    double half = normal_95 / (1 + squared / impressions) *
                  sqrt(rate * (1 - rate) / impressions + squared / (4 * impressions * impressions));
    return (struct relevance_range){.low = fmax(0, centre - half), .high = fmin(1, centre + half)};
}

/*
 * The interval's priors differ from the estimate's in lapses and spread, so the estimate may lie outside the
 * interval. Then the interval is extended to it.
 */
static struct relevance_range range_of(const struct tally *tally, const struct luce_interval *interval)
{
    return (struct relevance_range){.low = luce_relevance(fmin(interval->low, tally->utility)),
                                    .high = luce_relevance(fmax(interval->high, tally->utility))};
}

static bool has_model(const struct tally *tally)
{
    return tally->impressions > 0 && tally->is_estimated;
}

static void take_model_intervals(const struct tally *tallies, size_t n, struct relevance_range *ranges)
{
    struct arena arena = {0};
    size_t *numbers = arena_get_array(&arena, n, sizeof *numbers), n_asked = 0;
    struct luce_interval *intervals = arena_get_array(&arena, n, sizeof *intervals);
    const struct luce_question *votes = NULL;
    for (size_t i = 0; i < n; i++) {
        if (!has_model(&tallies[i]))
            continue;
        BUG_UNLESS(tallies[i].votes != NULL && (votes == NULL || votes == tallies[i].votes));
        votes = tallies[i].votes;
        numbers[n_asked++] = tallies[i].number;
    }
    if (votes != NULL)
        luce_intervals(votes, numbers, n_asked, intervals);
    for (size_t i = n; i-- > 0;) {
        if (has_model(&tallies[i]))
            ranges[i] = range_of(&tallies[i], &intervals[--n_asked]);
    }
    arena_release(&arena);
}

void relevance_intervals(const struct tally *tallies, size_t n, struct relevance_range *ranges)
{
    for (size_t i = 0; i < n; i++) {
        const struct tally *tally = &tallies[i];
        ranges[i] = tally->impressions > 0 ? wilson_interval(tally->wins, (double)tally->impressions)
                                           : (struct relevance_range){.low = NAN, .high = NAN};
    }
    take_model_intervals(tallies, n, ranges);
}

/* --- Estimators ------------------------------------------------------------------------------------- */

static void estimate_by_rate(struct tally *tallies, const struct luce_question *votes, double prior_weight)
{
    (void)prior_weight;
    for (size_t i = 0; i < votes->n_candidates; i++)
        tallies[i].is_estimated = false;
}

/* Returns whether all its candidates are estimated. */
static bool is_of_estimated(const struct luce_ballot *ballot, const struct tally *tallies)
{
    size_t a = 0;
    while (a < ballot->n_slots && tallies[ballot->candidates[a]].is_estimated)
        a++;
    return a == ballot->n_slots;
}

/* Keeps the ballots of estimated candidates, with numbers among the estimated candidates. */
static const struct luce_ballot *renumber(const struct luce_ballot *ballots, size_t n,
                                          const struct tally *tallies, const size_t *numbers,
                                          struct arena *arena, size_t *n_kept)
{
    struct luce_ballot *kept = arena_get_array(arena, n, sizeof *kept);
    *n_kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (!is_of_estimated(&ballots[i], tallies))
            continue;
        kept[*n_kept] = ballots[i];
        for (size_t a = 0; a < ballots[i].n_slots; a++)
            kept[*n_kept].candidates[a] = numbers[ballots[i].candidates[a]];
        ++*n_kept;
    }
    return kept;
}

/* Standardises the priors of all candidates, and keeps those of the estimated ones. */
static const double *priors_of_estimated(const struct tally *tallies, size_t n, struct arena *arena)
{
    double *priors = arena_get_array(arena, n, sizeof *priors);
    double *standardised = arena_get_array(arena, n, sizeof *standardised);
    size_t n_kept = 0;
    for (size_t i = 0; i < n; i++)
        priors[i] = tallies[i].prior;
    luce_standardise_priors(priors, n, standardised);
    for (size_t i = 0; i < n; i++) {
        if (tallies[i].is_estimated)
            standardised[n_kept++] = standardised[i];
    }
    return standardised;
}

/*
 * Candidates that were neither shown nor dropped are left out: the votes say nothing about them, and they say nothing
 * about others. A keep alone is no label: it only asks for a ballot.
 */
static void estimate_by_luce(struct tally *tallies, const struct luce_question *votes, double prior_weight)
{
    struct arena arena = {0};
    const size_t n = votes->n_candidates;
    size_t *numbers = arena_get_array(&arena, n, sizeof *numbers);
    struct luce_question known = {.n_candidates = 0};
    for (size_t i = 0; i < n; i++) {
        tallies[i].is_estimated =
            tallies[i].impressions > 0 || (votes->n_ballots > 0 && was_only_dropped(&tallies[i]));
        numbers[i] = tallies[i].is_estimated ? known.n_candidates++ : 0;
    }
    known.ballots = renumber(votes->ballots, votes->n_ballots, tallies, numbers, &arena, &known.n_ballots);
    known.beside = renumber(votes->beside, votes->n_beside, tallies, numbers, &arena, &known.n_beside);
    struct luce_belief belief = luce_belief_for_labels;
    if (!isnan(prior_weight)) {
        known.priors = priors_of_estimated(tallies, n, &arena);
        belief.prior_weight = prior_weight;
        belief.prior_spread = luce_belief_for_dealing.prior_spread;
    }
    struct luce_estimate estimate = luce_fit(&known, &belief, &arena);
    for (size_t i = 0; i < n; i++) {
        if (tallies[i].is_estimated)
            tallies[i].utility = estimate.utilities[numbers[i]];
    }
    arena_release(&arena);
}

static const struct estimator_row {
    const char *name;
    void (*estimate)(struct tally *tallies, const struct luce_question *votes, double prior_weight);
} estimator_rows[] = {
    [ESTIMATOR_AUTO] = {.name = "auto"},
    [ESTIMATOR_RATE] = {.name = "rate", .estimate = estimate_by_rate},
    [ESTIMATOR_LUCE] = {.name = "luce", .estimate = estimate_by_luce},
};

const struct words estimator_words = WORDS_OF_ROWS(estimator_rows, name);

void relevance_estimate(enum estimator estimator, struct tally *tallies, const struct luce_question *votes,
                        double prior_weight)
{
    BUG_UNLESS(estimator != ESTIMATOR_AUTO);
    estimator_rows[estimator].estimate(tallies, votes, prior_weight);
}

/* --- Grades ----------------------------------------------------------------------------------------- */

/* Rates of two tallies are compared as fractions, without rounding. */
static int compare_relevance(const struct tally *a, const struct tally *b)
{
    if (a->is_estimated || b->is_estimated)
        return (relevance_of(a) > relevance_of(b)) - (relevance_of(a) < relevance_of(b));
    double left = a->wins * (double)b->impressions, right = b->wins * (double)a->impressions;
    return (left > right) - (left < right);
}

int tally_compare_merit(const void *left, const void *right)
{
    const struct tally *a = left, *b = right;
    if (tally_is_known(a) != tally_is_known(b))
        return tally_is_known(a) ? -1 : 1;
    int order = tally_is_known(a) ? compare_relevance(b, a) : 0;
    if (order != 0)
        return order;
    if (a->wins > b->wins || a->wins < b->wins)
        return a->wins > b->wins ? -1 : 1;
    if (a->prior < b->prior || a->prior > b->prior)
        return a->prior > b->prior ? -1 : 1;
    return bytes_compare(a->docid, b->docid);
}

size_t tally_find(const struct tally *tallies, size_t n, int64_t document_id)
{
    size_t i = 0;
    while (i < n && (tallies[i].is_twin || tallies[i].document_id != document_id))
        i++;
    return i;
}

bool tally_has_grade(const struct tally *tally, const struct grading_rule *rule)
{
    return tally_is_known(tally) && tally->impressions >= rule->min_impressions;
}

/* The candidates that have a grade, the worst first; {0} if no grade depends on the others. */
struct merit_order {
    const struct tally **ascending;
    size_t n;
};

double relevance_level(double relevance, int64_t levels)
{
    const double above_half = 2 * relevance - 1;
    return above_half < 0 ? 0 : fmin(1 + floor(above_half * (double)(levels - 1)), (double)(levels - 1));
}

/* floor(wins/impressions · (levels-1) + ½) in whole numbers, so that a half is always rounded up. */
static double grade_by_level(const struct tally *tally, const struct grading_rule *rule,
                             const struct merit_order *order)
{
    (void)order;
    if (tally->is_estimated)
        return relevance_level(relevance_of(tally), rule->levels);
    const int64_t half_wins = (int64_t)(2 * tally->wins);
    return (double)((half_wins * (rule->levels - 1) + tally->impressions) / (2 * tally->impressions));
}

/* 0 for no win; else 1 + the number of distinct positive relevances below. */
static double grade_by_rank(const struct tally *tally, const struct grading_rule *rule,
                            const struct merit_order *order)
{
    double grade = 0;
    const struct tally *previous = NULL;
    (void)rule;
    for (size_t i = 0; i < order->n && compare_relevance(order->ascending[i], tally) <= 0; i++) {
        const struct tally *below = order->ascending[i];
        if (below->wins > 0 && (previous == NULL || compare_relevance(previous, below) != 0))
            grade++;
        previous = below->wins > 0 ? below : previous;
    }
    return grade;
}

static double grade_the_best(const struct tally *tally, const struct grading_rule *rule,
                             const struct merit_order *order)
{
    (void)rule;
    return tally->wins > 0 && order->ascending[order->n - 1] == tally ? 1 : 0;
}

static double grade_by_rate(const struct tally *tally, const struct grading_rule *rule,
                            const struct merit_order *order)
{
    (void)rule;
    (void)order;
    return relevance_of(tally);
}

static const struct grading_row {
    const char *name;
    double (*grade)(const struct tally *tally, const struct grading_rule *rule,
                    const struct merit_order *order);
    bool compares; /* a grade depends on the other candidates */
} grading_rows[] = {
    [GRADING_LEVELS] = {.name = "levels", .grade = grade_by_level},
    [GRADING_RANK] = {.name = "rank", .grade = grade_by_rank, .compares = true},
    [GRADING_BEST] = {.name = "best", .grade = grade_the_best, .compares = true},
    [GRADING_RATE] = {.name = "rate", .grade = grade_by_rate},
};

const struct words grading_words = WORDS_OF_ROWS(grading_rows, name);

static int compare_ascending(const void *left, const void *right)
{
    return tally_compare_merit(*(const struct tally *const *)right, *(const struct tally *const *)left);
}

static struct merit_order order_by_merit(const struct tally *tallies, size_t n,
                                         const struct grading_rule *rule)
{
    struct merit_order order = {.ascending = memory_get_zeroed(n, sizeof(struct tally *))};
    for (size_t i = 0; i < n; i++) {
        if (!tallies[i].is_twin && tally_has_grade(&tallies[i], rule))
            order.ascending[order.n++] = &tallies[i];
    }
    qsort(order.ascending, order.n, sizeof(struct tally *), compare_ascending);
    return order;
}

size_t grade_candidates(const struct tally *tallies, size_t n, const struct grading_rule *rule,
                        double *grades)
{
    const struct grading_row *row = &grading_rows[rule->grading];
    const struct merit_order order =
        row->compares ? order_by_merit(tallies, n, rule) : (struct merit_order){0};
    size_t n_graded = 0;
    for (size_t i = 0; i < n; i++) {
        const bool is_graded = !tallies[i].is_twin && tally_has_grade(&tallies[i], rule);
        grades[i] = !is_graded                       ? NAN
                    : tally_is_inferred(&tallies[i]) ? 0
                                                     : row->grade(&tallies[i], rule, &order);
    }
    free(order.ascending);
    for (size_t i = 0; i < n; i++) {
        if (tallies[i].is_twin) {
            const size_t candidate = tally_find(tallies, n, tallies[i].document_id);
            grades[i] = candidate < n ? grades[candidate] : NAN;
        }
        n_graded += isnan(grades[i]) ? 0 : 1;
    }
    return n_graded;
}

size_t labels_of(const struct tally *tallies, size_t n, const struct grading_rule *rule, struct arena *arena,
                 struct judgment **labels)
{
    size_t n_labels = 0;
    double *grades = arena_get_array(arena, n, sizeof *grades);
    *labels = arena_get_array(arena, grade_candidates(tallies, n, rule, grades), sizeof **labels);
    for (size_t i = 0; i < n; i++) {
        if (!isnan(grades[i]))
            (*labels)[n_labels++] = (struct judgment){.docid = tallies[i].docid, .grade = grades[i]};
    }
    return n_labels;
}
