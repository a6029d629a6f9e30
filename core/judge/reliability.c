#include "core/judge/reliability.h"

#include "core/base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* For glances the candidates' utilities are fitted only once, so a round costs almost nothing. */
enum { ROUNDS = 8, GLANCE_ROUNDS = 200 };

/* The prior for an annotator, the same as in luce_belief_for_labels. */
static const double lapses_before = 2, votes_before = 20;
static const double threshold_precision = 1;

/* The sums over the votes of one annotator in a round. */
struct rater_sums {
    double votes;
    double lapses;              /* expected */
    double gradient, curvature; /* of the log likelihood, by the threshold */
};

/* --- A vote ------------------------------------------------------------------------------------------ */

/* Uncertain utilities count less: each is moved towards 0 by its deviation (MacKay, Neural Computation 4, 1992). */
static double moderated(const struct luce_estimate *estimate, size_t candidate)
{
    const double pi = acos(-1), deviation = luce_deviation(estimate, candidate);
    return estimate->utilities[candidate] / sqrt(1 + pi * deviation * deviation / 8);
}

/* Computes the probabilities of the answer and of none, if it is not a lapse. */
static void predict(const struct luce_estimate *estimate, const struct luce_ballot *ballot, double threshold,
                    double *answer, double *none)
{
    double sum = exp(threshold), chosen = sum * luce_share(ballot, ballot->n_slots);
    for (size_t a = 0; a < ballot->n_slots; a++) {
        double worth = exp(moderated(estimate, ballot->candidates[a]));
        sum += worth;
        chosen += worth * luce_share(ballot, a);
    }
    *answer = chosen / sum;
    *none = exp(threshold) / sum;
}

/*
 * Adds an answer with these probabilities, out of `n_answers` possible ones. `weight` is the number of similar
 * answers that it represents.
 */
static void add_answer(struct rater_sums *sums, const struct luce_rater *rater, double answer, double none,
                       size_t n_answers, bool is_none, double weight)
{
    const double by_chance = rater->lapses / (double)n_answers;
    const double lapse = by_chance / (by_chance + (1 - rater->lapses) * answer);
    sums->votes += weight;
    sums->lapses += weight * lapse;
    sums->gradient += weight * (1 - lapse) * ((is_none ? 1 : 0) - none);
    sums->curvature += weight * (1 - lapse) * none * (1 - none);
}

static void add_vote(struct rater_sums *sums, const struct luce_rater *rater,
                     const struct luce_estimate *others, const struct luce_ballot *ballot)
{
    double answer, none;
    predict(others, ballot, rater->threshold, &answer, &none);
    add_answer(sums, rater, answer, none, ballot->n_slots + 1, ballot->position == VOTE_NONE, 1);
}

/* --- A question -------------------------------------------------------------------------------------- */

/* Lists the votes of all other annotators. Returns how many there are. */
static size_t list_others(const struct rated_question *question, size_t rater, struct luce_ballot *others)
{
    size_t n = 0;
    for (size_t i = 0; i < question->n_ballots; i++) {
        if (question->annotators[i] != rater)
            others[n++] = question->ballots[i];
    }
    return n;
}

static void add_rater(const struct rated_question *question, size_t rater, const struct luce_rater *raters,
                      struct rater_sums *sums)
{
    struct arena arena = {0};
    struct luce_ballot *others = arena_get_array(&arena, question->n_ballots, sizeof *others);
    const struct luce_question seen = {.n_candidates = question->n_candidates,
                                       .ballots = others,
                                       .n_ballots = list_others(question, rater, others)};
    if (seen.n_ballots > 0) {
        struct luce_estimate estimate = luce_fit(&seen, &luce_belief_for_labels, &arena);
        for (size_t i = 0; i < question->n_ballots; i++) {
            if (question->annotators[i] == rater)
                add_vote(&sums[rater], &raters[rater], &estimate, &question->ballots[i]);
        }
    }
    arena_release(&arena);
}

static void add_question(const struct rated_question *question, const struct luce_rater *raters,
                         size_t n_raters, struct rater_sums *sums)
{
    bool *has_voted = memory_get_zeroed(n_raters, sizeof *has_voted);
    for (size_t i = 0; i < question->n_ballots; i++)
        has_voted[question->annotators[i]] = true;
    for (size_t rater = 0; rater < n_raters; rater++) {
        if (has_voted[rater])
            add_rater(question, rater, raters, sums);
    }
    free(has_voted);
}

/* --- Rounds ------------------------------------------------------------------------------------------ */

static void take_sums(struct luce_rater *rater, const struct rater_sums *sums, double threshold_before)
{
    rater->lapses = (sums->lapses + lapses_before) / (sums->votes + votes_before);
    rater->threshold += (sums->gradient - threshold_precision * (rater->threshold - threshold_before)) /
                        (sums->curvature + threshold_precision);
}

void reliability_estimate(const struct rated_question *questions, size_t n_questions,
                          struct luce_rater *raters, size_t n_raters)
{
    struct rater_sums *sums = memory_get_zeroed(n_raters, sizeof *sums);
    for (size_t i = 0; i < n_raters; i++)
        raters[i] = (struct luce_rater){.lapses = lapses_before / votes_before};
    for (size_t q = 0; q < n_questions; q++) {
        for (size_t i = 0; i < questions[q].n_ballots; i++)
            questions[q].ballots[i].rater = &raters[questions[q].annotators[i]];
    }
    for (int round = 0; round < ROUNDS; round++) {
        memset(sums, 0, n_raters * sizeof *sums);
        for (size_t q = 0; q < n_questions; q++)
            add_question(&questions[q], raters, n_raters, sums);
        for (size_t i = 0; i < n_raters; i++)
            take_sums(&raters[i], &sums[i], 0);
    }
    free(sums);
}

/* --- Glances ----------------------------------------------------------------------------------------- */

/* A glance at a candidate that has votes. */
struct told_glance {
    size_t rater;
    bool is_drop;
    double utility; /* moderated */
};

/* How many keeps [0] and drops [1] an annotator gave, and how many of them are of candidates with votes. */
struct glance_counts {
    double all[2], told[2];
};

static bool is_voted_on(const struct rated_question *question, size_t candidate)
{
    bool found = false;
    for (size_t i = 0; i < question->n_ballots && !found; i++) {
        for (size_t a = 0; a < question->ballots[i].n_slots; a++)
            found |= question->ballots[i].candidates[a] == candidate;
    }
    return found;
}

/* Lists the question's glances at candidates with votes. Returns how many there are. */
static size_t list_told(const struct rated_question *question, struct glance_counts *counts,
                        struct told_glance *told)
{
    size_t n = 0;
    struct arena arena = {0};
    const struct luce_question votes = {.n_candidates = question->n_candidates,
                                        .ballots = question->ballots,
                                        .n_ballots = question->n_ballots};
    const struct luce_estimate estimate = luce_fit(&votes, &luce_belief_for_labels, &arena);
    for (size_t i = 0; i < question->n_glances; i++) {
        const size_t rater = question->glancers[i], candidate = question->glances[i].candidates[0];
        const bool is_drop = question->glances[i].position == VOTE_NONE;
        counts[rater].all[is_drop]++;
        if (!is_voted_on(question, candidate))
            continue;
        counts[rater].told[is_drop]++;
        told[n++] = (struct told_glance){rater, is_drop, moderated(&estimate, candidate)};
    }
    arena_release(&arena);
    return n;
}

/*
 * Returns the number of glances of its kind that one with votes represents. The weights add up to the number of
 * glances with votes.
 */
static double weight_of(const struct glance_counts *counts, bool is_drop)
{
    const double all = counts->all[0] + counts->all[1], told = counts->told[0] + counts->told[1];
    return counts->all[is_drop] / all * told / counts->told[is_drop];
}

static void add_glance(const struct told_glance *glance, const struct glance_counts *counts,
                       const struct luce_rater *rater, struct rater_sums *sums)
{
    const double drop = 1 / (1 + exp(glance->utility - rater->threshold));
    add_answer(sums, rater, glance->is_drop ? drop : 1 - drop, drop, 2, glance->is_drop,
               weight_of(counts, glance->is_drop));
}

void reliability_estimate_glances(const struct rated_question *questions, size_t n_questions,
                                  struct luce_rater *raters, size_t n_raters)
{
    size_t n = 0, n_told = 0;
    for (size_t q = 0; q < n_questions; q++)
        n += questions[q].n_glances;
    struct told_glance *told = memory_get_zeroed(n, sizeof *told);
    struct glance_counts *counts = memory_get_zeroed(n_raters, sizeof *counts);
    struct rater_sums *sums = memory_get_zeroed(n_raters, sizeof *sums);
    for (size_t q = 0; q < n_questions; q++) {
        if (questions[q].n_glances > 0)
            n_told += list_told(&questions[q], counts, told + n_told);
    }
    for (size_t i = 0; i < n_raters; i++)
        raters[i] = luce_rater_of_glances;
    for (int round = 0; round < GLANCE_ROUNDS; round++) {
        memset(sums, 0, n_raters * sizeof *sums);
        for (size_t i = 0; i < n_told; i++)
            add_glance(&told[i], &counts[told[i].rater], &raters[told[i].rater], &sums[told[i].rater]);
        for (size_t i = 0; i < n_raters; i++)
            take_sums(&raters[i], &sums[i], luce_rater_of_glances.threshold);
    }
    free(sums);
    free(counts);
    free(told);
}
