/*
 * In a group of tied documents, each document has each of the group's ranks with the same probability. Rotating the
 * group by 0, 1, 2 … places gives each document each rank once. So for any sum over documents, the mean over these
 * rotations is the mean over all orders. Groups are independent: the contribution of one does not depend on the
 * others.
 */
#include "core/metric/tied_ranking.h"

#include "core/base/memory.h"

#include <stdlib.h>
#include <string.h>

bool ties_check_average(const struct measure_list *measures, size_t n, struct err *err)
{
    struct buffer name = {0};
    bool are_sums = true;
    for (size_t i = 0; are_sums && i < n; i++) {
        const struct measure *measure = &measures->items[i];
        are_sums = measure->row->is_additive && !measure->judged_only;
        if (!are_sums)
            measure_add_name(measure, &name);
    }
    if (!are_sums)
        err_set(err, ERR_USAGE,
                "%s can't be averaged over ties; --ties average works with sums over documents, such as "
                "nDCG, DCG, P, R and RBP",
                buffer_string(&name));
    buffer_release(&name);
    return are_sums;
}

/* Documents with the same score, at least one of them judged. */
struct tied_group {
    size_t first, end; /* of its hits */
    size_t rank, size; /* its first rank, and its number of documents */
};

static int compare_hits(const void *a, const void *b)
{
    const struct hit *left = a, *right = b;
    return (left->rank > right->rank) - (left->rank < right->rank);
}

/* Returns the mean over all rotations of a group. */
static double mean_over_turns(const struct measure *measure, const struct ranking *ranking,
                              const struct tied_group *group, struct hit *hits)
{
    struct ranking turned = *ranking;
    double sum = 0;
    turned.hits = hits;
    for (size_t turn = 0; turn < group->size; turn++) {
        memcpy(hits, ranking->hits, ranking->n_hits * sizeof *hits);
        for (size_t i = group->first; i < group->end; i++)
            hits[i].rank = group->rank + (hits[i].rank - group->rank + turn) % group->size;
        qsort(hits + group->first, group->end - group->first, sizeof *hits, compare_hits);
        sum += measure_value(measure, &turned);
    }
    return sum / (double)group->size;
}

/* Returns the group of the hit `first`, which must be the first one with its score. */
static struct tied_group group_of(const struct ranking *ranking, const struct run_question *retrieved,
                                  const double *scores, size_t first)
{
    struct tied_group group = {.first = first, .end = first + 1, .rank = 1};
    while (group.end < ranking->n_hits && scores[group.end] == scores[first])
        group.end++;
    for (size_t i = 0; i < retrieved->n_entries; i++) {
        group.rank += retrieved->entries[i].score > scores[first];
        group.size += retrieved->entries[i].score == scores[first];
    }
    return group;
}

void ties_average(const struct measure *measures, size_t n_measures, const struct ranking *ranking,
                  const struct run_question *retrieved, double *values)
{
    double *scores = memory_get((ranking->n_hits + 1) * sizeof *scores);
    double *bases = memory_get((n_measures + 1) * sizeof *bases);
    struct hit *hits = memory_get((ranking->n_hits + 1) * sizeof *hits);
    ranking_scores(ranking, scores);
    memcpy(bases, values, n_measures * sizeof *bases);
    for (size_t first = 0; first < ranking->n_hits;) {
        const struct tied_group group = group_of(ranking, retrieved, scores, first);
        for (size_t m = 0; group.size > 1 && m < n_measures; m++) {
            if (measures[m].row->is_additive)
                values[m] += mean_over_turns(&measures[m], ranking, &group, hits) - bases[m];
        }
        first = group.end;
    }
    free(scores);
    free(bases);
    free(hits);
}
