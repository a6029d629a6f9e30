#include "core/judge/reliability.h"

#include "core/base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 8 };

/* What is believed of an annotator before any vote: as luce_belief_for_labels has it for everybody. */
static const double lapses_before = 2, votes_before = 20;
static const double threshold_precision = 1;

/* What the votes of one annotator add up to in a round. */
struct rater_sums {
    double votes;
    double lapses;              /* expected */
    double gradient, curvature; /* of the log likelihood, by the threshold */
};

/* --- A vote ------------------------------------------------------------------------------------------ */

/* Uncertain utilities say less: each is drawn towards 0 by its deviation (MacKay, Neural Computation 4, 1992). */
static double moderated(const struct luce_estimate *estimate, size_t candidate)
{
    const double pi = acos(-1), deviation = luce_deviation(estimate, candidate);
    return estimate->utilities[candidate] / sqrt(1 + pi * deviation * deviation / 8);
}

/* How likely the answer, and none, are where it is no lapse. */
static void predict(const struct luce_estimate *estimate, const struct luce_ballot *ballot, double threshold,
                    double *answer, double *none)
{
    double sum = exp(threshold), chosen = sum;
    for (size_t a = 0; a < ballot->n_slots; a++) {
        double worth = exp(moderated(estimate, ballot->candidates[a]));
        sum += worth;
        if (ballot->position == (int)a + 1)
            chosen = worth;
    }
    *answer = chosen / sum;
    *none = exp(threshold) / sum;
}

static void add_vote(struct rater_sums *sums, const struct luce_rater *rater,
                     const struct luce_estimate *others, const struct luce_ballot *ballot)
{
    double answer, none;
    predict(others, ballot, rater->threshold, &answer, &none);
    const double by_chance = rater->lapses / (double)(ballot->n_slots + 1);
    const double lapse = by_chance / (by_chance + (1 - rater->lapses) * answer);
    sums->votes++;
    sums->lapses += lapse;
    sums->gradient += (1 - lapse) * ((ballot->position == VOTE_NONE ? 1 : 0) - none);
    sums->curvature += (1 - lapse) * none * (1 - none);
}

/* --- A question -------------------------------------------------------------------------------------- */

/* The votes of all others; how many. */
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

static void take_sums(struct luce_rater *rater, const struct rater_sums *sums)
{
    rater->lapses = (sums->lapses + lapses_before) / (sums->votes + votes_before);
    rater->threshold +=
        (sums->gradient - threshold_precision * rater->threshold) / (sums->curvature + threshold_precision);
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
            take_sums(&raters[i], &sums[i]);
    }
    free(sums);
}
