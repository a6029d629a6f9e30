/*
 * Measures of subtopics, as ndeval defines them (Clarke et al., TREC Web tracks 2009 to 2014). A document gains
 * something for each subtopic that it is relevant to, and less if documents above it covered the subtopic: after n
 * of them, (1 - alpha)^n is left. A subtopic without a relevant document never counts.
 *
 * A measure is divided by one of two values. One is based only on the number of the question's subtopics, as if
 * each document were relevant to all of them. The other is that of the best ranking of the judged documents.
 * Finding the best ranking is NP-complete. Like ndeval, this code takes the document with the greatest gain for
 * each rank; ties go to the last docid.
 */
#include "core/metric/measures/formula.h"

#include "core/base/memory.h"

#include <math.h>
#include <stdlib.h>

/* No ranking is longer than this; with alpha=0 all ranks up to the cutoff are added up. */
enum { RANKS_MAX = 1000 * 1000 };

/* --- Subtopics ------------------------------------------------------------ */

static const struct judgment_groups *groups_of(const struct ranking *ranking)
{
    static const struct judgment_groups none = {0};
    const bool are_known = ranking->truth != NULL && ranking->truth->groups != NULL;
    return are_known ? ranking->truth->groups : &none;
}

/* Counts the subtopics with a relevant document. */
static double count_subtopics(const struct measure *measure, const struct judgment_groups *groups)
{
    bool *is_met = memory_get_zeroed(groups->names.size, sizeof *is_met);
    double count = 0;
    for (size_t i = 0; i < groups->n; i++) {
        const struct grouped_judgment *item = &groups->items[i];
        if (formula_is_relevant(measure, item->grade) && !is_met[item->group]) {
            is_met[item->group] = true;
            count++;
        }
    }
    free(is_met);
    return count;
}

/* --- Novelty -------------------------------------------------------------- */

/* What is left of each subtopic. */
struct novelty {
    const struct measure *measure;
    double *left;
};

static struct novelty novelty_of(const struct measure *measure, const struct judgment_groups *groups)
{
    struct novelty novelty = {
        .measure = measure,
        .left = memory_get(groups->names.size * sizeof *novelty.left),
    };
    for (size_t i = 0; i < groups->names.size; i++)
        novelty.left[i] = 1;
    return novelty;
}

/*
 * novelty_look returns the new gain of a document. novelty_take does the same, and reduces what is left of its
 * subtopics.
 */
static double novelty_look(const struct novelty *novelty, struct grouped_judgments of)
{
    double gain = 0;
    for (size_t i = 0; i < of.n; i++) {
        if (formula_is_relevant(novelty->measure, of.items[i].grade))
            gain += novelty->left[of.items[i].group];
    }
    return gain;
}

static double novelty_take(struct novelty *novelty, struct grouped_judgments of)
{
    const double gain = novelty_look(novelty, of);
    for (size_t i = 0; i < of.n; i++) {
        if (formula_is_relevant(novelty->measure, of.items[i].grade))
            novelty->left[of.items[i].group] *= 1 - novelty->measure->alpha;
    }
    return gain;
}

/* The weight of a rank. */
typedef double weight(const struct measure *measure, double rank);

static double sum_of_ranking(const struct measure *measure, const struct ranking *ranking, weight *weigh)
{
    const struct judgment_groups *groups = groups_of(ranking);
    struct novelty novelty = novelty_of(measure, groups);
    double sum = 0;
    for (size_t i = 0; i < ranking->n_hits && (double)ranking->hits[i].rank <= measure->cutoff; i++) {
        const struct hit *hit = &ranking->hits[i];
        sum += novelty_take(&novelty, judgment_groups_of(groups, hit->judgment)) *
               weigh(measure, (double)hit->rank);
    }
    free(novelty.left);
    return sum;
}

/* Returns the sum for documents that are each relevant to all n_subtopics subtopics. */
static double sum_of_all_subtopics(const struct measure *measure, double n_subtopics, weight *weigh)
{
    double sum = 0;
    double left = n_subtopics;
    for (double rank = 1; rank <= fmin(measure->cutoff, RANKS_MAX) && left > 1e-20; rank++) {
        sum += left * weigh(measure, rank);
        left *= 1 - measure->alpha;
    }
    return sum;
}

/* --- The best ranking ----------------------------------------------------- */

/* Documents without a rank, the best first: a heap by the gain that each had when it was last computed. */
struct candidates {
    const struct qrels_question *truth;
    struct candidate {
        size_t judgment;
        struct grouped_judgments of; /* of that document */
        double gain;
    } * heap;
    size_t n;
};

static bool is_better(const struct candidates *candidates, struct candidate a, struct candidate b)
{
    const struct judgment *judgments = candidates->truth->judgments;
    return a.gain != b.gain ? a.gain > b.gain
                            : bytes_compare(judgments[a.judgment].docid, judgments[b.judgment].docid) > 0;
}

static void sink(struct candidates *candidates, size_t at)
{
    struct candidate *heap = candidates->heap;
    for (size_t child = 2 * at + 1; child < candidates->n; child = 2 * at + 1) {
        if (child + 1 < candidates->n && is_better(candidates, heap[child + 1], heap[child]))
            child++;
        if (!is_better(candidates, heap[child], heap[at]))
            return;
        const struct candidate better = heap[child];
        heap[child] = heap[at];
        heap[at] = better;
        at = child;
    }
}

static struct candidates candidates_of(const struct novelty *novelty, const struct qrels_question *truth)
{
    struct candidates candidates = {
        .truth = truth,
        .heap = memory_get(truth->n_judgments * sizeof *candidates.heap),
    };
    for (size_t i = 0; i < truth->n_judgments; i++) {
        const struct grouped_judgments of = judgment_groups_of(truth->groups, i);
        const struct candidate candidate = {i, of, novelty_look(novelty, of)};
        if (candidate.gain > 0)
            candidates.heap[candidates.n++] = candidate;
    }
    for (size_t i = candidates.n / 2; i > 0; i--)
        sink(&candidates, i - 1);
    return candidates;
}

/* Gains only shrink. So a document that stays first after its gain is computed again is the best of all. */
static double take_best(struct candidates *candidates, struct novelty *novelty)
{
    struct candidate *first = &candidates->heap[0];
    double gain = novelty_look(novelty, first->of);
    while (gain != first->gain) {
        first->gain = gain;
        sink(candidates, 0);
        gain = novelty_look(novelty, first->of);
    }
    novelty_take(novelty, first->of);
    *first = candidates->heap[--candidates->n];
    sink(candidates, 0);
    return gain;
}

/*
 * Returns whether the remaining documents could change the sum. The first one's last gain is the greatest, and
 * later ranks weigh less.
 */
static bool is_worth_adding(const struct candidates *candidates, double sum, double weight_of_rank)
{
    const double left = candidates->n > 0 ? candidates->heap[0].gain * (double)candidates->n : 0;
    return left * weight_of_rank > sum * 1e-18;
}

static double sum_of_best_ranking(const struct measure *measure, const struct ranking *ranking, weight *weigh)
{
    const struct judgment_groups *groups = groups_of(ranking);
    if (groups->n == 0)
        return 0;
    struct novelty novelty = novelty_of(measure, groups);
    struct candidates candidates = candidates_of(&novelty, ranking->truth);
    double sum = 0;
    for (double rank = 1; rank <= measure->cutoff && is_worth_adding(&candidates, sum, weigh(measure, rank));
         rank++)
        sum += take_best(&candidates, &novelty) * weigh(measure, rank);
    free(candidates.heap);
    free(novelty.left);
    return sum;
}

/* --- Measures ------------------------------------------------------------- */

static double weigh_by_logarithm(const struct measure *measure, double rank)
{
    (void)measure;
    return 1 / log2(rank + 1);
}

static double weigh_by_rank(const struct measure *measure, double rank)
{
    (void)measure;
    return 1 / rank;
}

static double weigh_by_patience(const struct measure *measure, double rank)
{
    return pow(measure->patience, rank - 1);
}

static double over_all_subtopics(const struct measure *measure, const struct ranking *ranking, weight *weigh)
{
    const double n_subtopics = count_subtopics(measure, groups_of(ranking));
    return formula_ratio(sum_of_ranking(measure, ranking, weigh),
                         sum_of_all_subtopics(measure, n_subtopics, weigh));
}

static double over_best_ranking(const struct measure *measure, const struct ranking *ranking, weight *weigh)
{
    return formula_ratio(sum_of_ranking(measure, ranking, weigh),
                         sum_of_best_ranking(measure, ranking, weigh));
}

double formula_alpha_dcg(const struct measure *measure, const struct ranking *ranking)
{
    return over_all_subtopics(measure, ranking, weigh_by_logarithm);
}

double formula_alpha_ndcg(const struct measure *measure, const struct ranking *ranking)
{
    return over_best_ranking(measure, ranking, weigh_by_logarithm);
}

double formula_err_intent_aware(const struct measure *measure, const struct ranking *ranking)
{
    return over_all_subtopics(measure, ranking, weigh_by_rank);
}

double formula_nerr_intent_aware(const struct measure *measure, const struct ranking *ranking)
{
    return over_best_ranking(measure, ranking, weigh_by_rank);
}

double formula_nrbp(const struct measure *measure, const struct ranking *ranking)
{
    const double shrinking = (1 - measure->alpha) * measure->patience;
    return formula_ratio((1 - shrinking) * sum_of_ranking(measure, ranking, weigh_by_patience),
                         count_subtopics(measure, groups_of(ranking)));
}

double formula_nnrbp(const struct measure *measure, const struct ranking *ranking)
{
    return over_best_ranking(measure, ranking, weigh_by_patience);
}

/* --- Each subtopic by itself ------------------------------------------------ */

/* For each group, the ranking with only the judgments of the group. */
struct group_rankings {
    struct ranking *of;
    struct hit *hits; /* memory of the hits of all groups */
    double *grades;   /* likewise of the grades */
};

static void group_rankings_release(struct group_rankings *rankings)
{
    free(rankings->of);
    free(rankings->hits);
    free(rankings->grades);
}

static struct group_rankings group_rankings_get(const struct judgment_groups *groups, size_t n_retrieved)
{
    struct group_rankings rankings = {
        .of = memory_get_zeroed(groups->names.size, sizeof *rankings.of),
        .hits = memory_get(groups->n * sizeof *rankings.hits),
        .grades = memory_get(groups->n * sizeof *rankings.grades),
    };
    for (size_t i = 0; i < groups->n; i++)
        rankings.of[groups->items[i].group].n_grades++;
    size_t first = 0;
    for (size_t g = 0; g < groups->names.size; g++) {
        rankings.of[g].n_retrieved = n_retrieved;
        rankings.of[g].hits = rankings.hits + first;
        rankings.of[g].grades = rankings.grades + first;
        first += rankings.of[g].n_grades;
        rankings.of[g].n_grades = 0;
    }
    return rankings;
}

static struct group_rankings group_rankings_make(const struct ranking *ranking)
{
    const struct judgment_groups *groups = groups_of(ranking);
    struct group_rankings rankings = group_rankings_get(groups, ranking->n_retrieved);
    for (size_t i = 0; i < groups->n; i++) {
        struct ranking *of = &rankings.of[groups->items[i].group];
        of->grades[of->n_grades++] = groups->items[i].grade;
    }
    for (size_t g = 0; g < groups->names.size; g++)
        qsort(rankings.of[g].grades, rankings.of[g].n_grades, sizeof *rankings.grades,
              formula_compare_descending);
    for (size_t i = 0; i < ranking->n_hits; i++) {
        const struct grouped_judgments judgments = judgment_groups_of(groups, ranking->hits[i].judgment);
        for (size_t j = 0; j < judgments.n; j++) {
            struct ranking *of = &rankings.of[judgments.items[j].group];
            of->hits[of->n_hits] = ranking->hits[i];
            of->hits[of->n_hits++].grade = judgments.items[j].grade;
        }
    }
    return rankings;
}

typedef double formula(const struct measure *measure, const struct ranking *ranking);

/* `only_met`: only over the groups with a relevant document. */
static double mean_over_groups(const struct measure *measure, const struct ranking *ranking, formula *value,
                               bool only_met)
{
    const struct judgment_groups *groups = groups_of(ranking);
    struct group_rankings rankings = group_rankings_make(ranking);
    double sum = 0;
    double count = 0;
    for (size_t g = 0; g < groups->names.size; g++) {
        if (only_met && formula_count_relevant(measure, &rankings.of[g]) == 0)
            continue;
        sum += value(measure, &rankings.of[g]);
        count++;
    }
    group_rankings_release(&rankings);
    return formula_ratio(sum, count);
}

double formula_precision_intent_aware(const struct measure *measure, const struct ranking *ranking)
{
    return mean_over_groups(measure, ranking, formula_precision, true);
}

double formula_ap_intent_aware(const struct measure *measure, const struct ranking *ranking)
{
    return mean_over_groups(measure, ranking, formula_average_precision, true);
}

double formula_subtopic_recall(const struct measure *measure, const struct ranking *ranking)
{
    return mean_over_groups(measure, ranking, formula_success, true);
}

double formula_precision_over_groups(const struct measure *measure, const struct ranking *ranking)
{
    return mean_over_groups(measure, ranking, formula_precision, false);
}

double formula_ap_over_groups(const struct measure *measure, const struct ranking *ranking)
{
    return mean_over_groups(measure, ranking, formula_average_precision, false);
}

double formula_multiple_over_groups(const struct measure *measure, const struct ranking *ranking)
{
    return mean_over_groups(measure, ranking, formula_precision_at_multiple, false);
}
