/*
 * Measures of preferences, as trec_eval defines them (Buckley, 2008). A ranking fulfills a preference if it has the
 * better document first, or only the better one. The measures of one name differ in which preferences count if not
 * both documents were retrieved.
 */
#include "core/metric/measures/formula.h"

#include "core/base/memory.h"
#include "core/metric/measures/preference_groups.h"

#include <math.h>
#include <stdlib.h>

/* A question's preferences and a ranking of its documents. */
struct preference_standing {
    const struct qrels_question *truth;
    struct preference_groups groups;
    size_t *ranks; /* of each judgment; SIZE_MAX: not retrieved */
    enum preference_scope scope;
};

struct preference_counts {
    double fulfilled;
    double possible;
};

static struct preference_standing standing_of(const struct ranking *ranking, enum preference_scope scope)
{
    struct preference_standing standing = {.truth = ranking->truth,
                                           .scope = scope,
                                           .ranks = memory_get(ranking->n_grades * sizeof(size_t))};
    preference_groups_make(&standing.groups, ranking->truth);
    for (size_t i = 0; i < ranking->n_grades; i++)
        standing.ranks[i] = SIZE_MAX;
    for (size_t i = 0; i < ranking->n_hits; i++)
        standing.ranks[ranking->hits[i].judgment] = ranking->hits[i].rank;
    return standing;
}

static void standing_release(struct preference_standing *standing)
{
    preference_groups_release(&standing->groups);
    free(standing->ranks);
}

static size_t rank_of(const struct preference_standing *standing, const struct preference_group *group,
                      size_t document)
{
    return standing->ranks[group->documents[document].judgment];
}

static bool is_retrieved(const struct preference_standing *standing, const struct preference_group *group,
                         size_t document)
{
    return rank_of(standing, group, document) != SIZE_MAX;
}

/* Returns whether the first of two documents is preferred, and the preference counts. */
static bool counts_as_preferred(const struct preference_standing *standing,
                                const struct preference_group *group, size_t first, size_t second)
{
    const int retrieved = is_retrieved(standing, group, first) + is_retrieved(standing, group, second);
    return retrieved >= (int)standing->scope && preference_is(group, first, second);
}

/* `is_dropped` says for each document whether it is left out; NULL: none is. */
static struct preference_counts count_group(const struct preference_standing *standing,
                                            const struct preference_group *group, const bool *is_dropped)
{
    struct preference_counts counts = {0};
    for (size_t first = 0; first < group->n; first++) {
        for (size_t second = 0; second < group->n; second++) {
            if (is_dropped != NULL && (is_dropped[first] || is_dropped[second]))
                continue;
            if (!counts_as_preferred(standing, group, first, second))
                continue;
            counts.possible++;
            counts.fulfilled += rank_of(standing, group, first) < rank_of(standing, group, second);
        }
    }
    return counts;
}

static struct preference_counts count_all(const struct ranking *ranking, enum preference_scope scope)
{
    struct preference_standing standing = standing_of(ranking, scope);
    struct preference_counts sum = {0};
    for (size_t i = 0; i < standing.groups.n; i++) {
        const struct preference_counts counts = count_group(&standing, &standing.groups.items[i], NULL);
        sum.possible += counts.possible;
        sum.fulfilled += counts.fulfilled;
    }
    standing_release(&standing);
    return sum;
}

/* --- Each preference counts the same --------------------------------------- */

double formula_preferences_possible(const struct measure *measure, const struct ranking *ranking)
{
    return count_all(ranking, measure->row->scope).possible;
}

double formula_preferences_fulfilled(const struct measure *measure, const struct ranking *ranking)
{
    return count_all(ranking, measure->row->scope).fulfilled;
}

double formula_preferences_simple(const struct measure *measure, const struct ranking *ranking)
{
    const struct preference_counts counts = count_all(ranking, measure->row->scope);
    return formula_ratio(counts.fulfilled, counts.possible);
}

/* --- Each group counts the same --------------------------------------------- */

double formula_preferences_by_group(const struct measure *measure, const struct ranking *ranking)
{
    struct preference_standing standing = standing_of(ranking, measure->row->scope);
    double sum = 0;
    for (size_t i = 0; i < standing.groups.n; i++) {
        const struct preference_counts counts = count_group(&standing, &standing.groups.items[i], NULL);
        sum += formula_ratio(counts.fulfilled, counts.possible);
    }
    const double n = (double)standing.groups.n;
    standing_release(&standing);
    return formula_ratio(sum, n);
}

/* --- Each group counts the same, with as many non-relevant documents as relevant ones --- */

/* Counts the relevant or the other documents of a group: all, or only the retrieved ones. */
static double count_documents(const struct preference_standing *standing,
                              const struct preference_group *group, bool is_relevant, bool only_retrieved)
{
    double count = 0;
    for (size_t i = 0; i < group->n; i++)
        count += (group->documents[i].level > 0) == is_relevant &&
                 (!only_retrieved || is_retrieved(standing, group, i));
    return count;
}

/*
 * Returns whether the first of two documents is before the second. Documents that were not retrieved are in the
 * order of their docids.
 */
static bool stands_before(const struct preference_standing *standing, const struct preference_group *group,
                          size_t first, size_t second)
{
    const size_t ranks[] = {rank_of(standing, group, first), rank_of(standing, group, second)};
    const struct judgment *judgments = standing->truth->judgments;
    return ranks[0] != ranks[1] ? ranks[0] < ranks[1]
                                : bytes_compare(judgments[group->documents[first].judgment].docid,
                                                judgments[group->documents[second].judgment].docid) < 0;
}

/* Counts the non-relevant documents before a document. */
static double count_before(const struct preference_standing *standing, const struct preference_group *group,
                           size_t document)
{
    double count = 0;
    for (size_t i = 0; i < group->n; i++)
        count += group->documents[i].level <= 0 && stands_before(standing, group, i, document);
    return count;
}

static double share_of_balanced_group(const struct preference_standing *standing,
                                      const struct preference_group *group)
{
    const bool only_retrieved = standing->scope == SCOPE_RETRIEVED;
    const double relevant = count_documents(standing, group, true, only_retrieved);
    const double missing = relevant - count_documents(standing, group, false, only_retrieved);
    bool *is_dropped = memory_get_zeroed(group->n, sizeof *is_dropped);
    for (size_t i = 0; missing < 0 && i < group->n; i++)
        is_dropped[i] = group->documents[i].level <= 0 && count_before(standing, group, i) >= relevant;
    struct preference_counts counts = count_group(standing, group, is_dropped);
    free(is_dropped);
    counts.possible += relevant * fmax(missing, 0);
    counts.fulfilled += count_documents(standing, group, true, true) * fmax(missing, 0);
    return formula_ratio(counts.fulfilled, counts.possible);
}

double formula_preferences_balanced(const struct measure *measure, const struct ranking *ranking)
{
    struct preference_standing standing = standing_of(ranking, measure->row->scope);
    double sum = 0;
    for (size_t i = 0; i < standing.groups.n; i++)
        sum += share_of_balanced_group(&standing, &standing.groups.items[i]);
    const double n = (double)standing.groups.n;
    standing_release(&standing);
    return formula_ratio(sum, n);
}

/* --- Each pair of documents counts the same ---------------------------------- */

/* Counts for each pair of judgments the groups in which the first is preferred. The caller frees the result. */
static uint32_t *count_groups_by_pair(const struct preference_standing *standing, size_t n)
{
    uint32_t *wins = memory_get_zeroed(n * n, sizeof *wins);
    for (size_t g = 0; g < standing->groups.n; g++) {
        const struct preference_group *group = &standing->groups.items[g];
        for (size_t first = 0; first < group->n; first++) {
            for (size_t second = 0; second < group->n; second++)
                wins[group->documents[first].judgment * n + group->documents[second].judgment] +=
                    counts_as_preferred(standing, group, first, second);
        }
    }
    return wins;
}

double formula_preferences_by_pair(const struct measure *measure, const struct ranking *ranking)
{
    struct preference_standing standing = standing_of(ranking, measure->row->scope);
    const size_t n = ranking->n_grades;
    uint32_t *wins = count_groups_by_pair(&standing, n);
    struct preference_counts counts = {0};
    for (size_t a = 0; a < n; a++) {
        for (size_t b = a + 1; b < n; b++) {
            const double of_a = wins[a * n + b];
            const double of_b = wins[b * n + a];
            if (of_a + of_b == 0)
                continue;
            counts.possible++;
            if (standing.ranks[a] != standing.ranks[b])
                counts.fulfilled += (standing.ranks[a] < standing.ranks[b] ? of_a : of_b) / (of_a + of_b);
        }
    }
    free(wins);
    standing_release(&standing);
    return formula_ratio(counts.fulfilled, counts.possible);
}
