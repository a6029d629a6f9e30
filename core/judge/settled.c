/*
 * A normal posterior has the wrong tails for this purpose. For a candidate that was not chosen, it believes much
 * longer than the votes do that it may still be the best: the votes say little about how bad it is, but much about
 * how good it is not. So whether a candidate is above a threshold, or above the leader, is computed along the line
 * on which the normal posterior moves with it. On this line the exact likelihood of the votes on the two candidates
 * replaces its normal approximation. The results for different candidates are treated as independent; that errs
 * towards one more ballot.
 */
#include "core/judge/settled.h"

#include <math.h>

enum { STEPS_A_DEVIATION = 2, DEVIATIONS = 6, POINTS_MAX = 2 * DEVIATIONS * STEPS_A_DEVIATION + 2 };

/* A candidate's utility, or its difference to that of another one, and how all others move with it. */
struct contrast {
    const struct luce_question *question;
    const struct luce_estimate *estimate;
    size_t candidate;
    size_t other; /* NOBODY: none */
    double mean, variance;
};

static const size_t NOBODY = SIZE_MAX;

/* Places at equal distances on the line, as distances from the mean in ascending order, and their probabilities. */
struct line {
    double moves[POINTS_MAX];
    /* log of the normal posterior, without the normal approximation of the votes on the line */
    double logs[POINTS_MAX];
    double likelihoods[POINTS_MAX]; /* of those votes, relative to the mean */
    double step;
    size_t n;
    size_t n_below; /* places below the threshold: the first ones */
};

/* A ballot on the line: the utilities of its slots at the mean, and how much they move with the contrast. */
struct ballot_on_line {
    const struct luce_ballot *ballot;
    double utilities[BALLOT_SIZE_MAX];
    double shares[BALLOT_SIZE_MAX + 1]; /* the last one is for none, which never moves */
    double lapses;
    size_t answer;
};

static double covariance_with(const struct contrast *contrast, size_t candidate)
{
    const double *row = contrast->estimate->covariance + candidate * contrast->estimate->n;
    return row[contrast->candidate] - (contrast->other != NOBODY ? row[contrast->other] : 0);
}

static struct contrast contrast_of(const struct luce_question *question, const struct luce_estimate *estimate,
                                   size_t candidate, size_t other)
{
    struct contrast contrast = {.question = question,
                                .estimate = estimate,
                                .candidate = candidate,
                                .other = other};
    contrast.mean = estimate->utilities[candidate];
    contrast.variance = covariance_with(&contrast, candidate);
    if (other != NOBODY) {
        contrast.mean -= estimate->utilities[other];
        contrast.variance -= covariance_with(&contrast, other);
    }
    return contrast;
}

static bool is_on(const struct luce_ballot *ballot, const struct contrast *contrast)
{
    bool found = false;
    for (size_t a = 0; a < ballot->n_slots; a++)
        found |= ballot->candidates[a] == contrast->candidate || ballot->candidates[a] == contrast->other;
    return found;
}

static struct ballot_on_line put_on_line(const struct contrast *contrast, const struct luce_ballot *ballot)
{
    struct ballot_on_line on = {.ballot = ballot,
                                .lapses = luce_lapses_of(ballot, &luce_belief_for_dealing),
                                .answer = ballot->position > VOTE_NONE ? (size_t)ballot->position - 1
                                                                       : ballot->n_slots};
    for (size_t a = 0; a < ballot->n_slots; a++) {
        on.utilities[a] = contrast->estimate->utilities[ballot->candidates[a]];
        on.shares[a] = covariance_with(contrast, ballot->candidates[a]) / contrast->variance;
    }
    return on;
}

/*
 * The normal approximation of the answer's likelihood at the mean: the slope of its log, and the information that
 * luce_fit used.
 */
struct approximation {
    double here; /* the answer's probability */
    double slope, information;
};

static double answer_probability(const struct ballot_on_line *on, double choice)
{
    return (1 - on->lapses) * choice + on->lapses / (double)(on->ballot->n_slots + 1);
}

static struct approximation approximate(const struct ballot_on_line *on)
{
    const size_t k = on->ballot->n_slots;
    double choice[BALLOT_SIZE_MAX + 1], mean = 0;
    luce_choose(on->ballot, on->utilities, choice);
    struct approximation normal = {.here = answer_probability(on, choice[on->answer])};
    for (size_t a = 0; a < k; a++)
        mean += choice[a] * on->shares[a];
    normal.slope = (1 - on->lapses) * choice[on->answer] / normal.here * (on->shares[on->answer] - mean);
    for (size_t a = 0; a <= k; a++) {
        double meant = (1 - on->lapses) * choice[a], score = on->shares[a] - mean;
        normal.information += meant * meant / answer_probability(on, choice[a]) * score * score;
    }
    return normal;
}

/*
 * Replaces the ballot's normal approximation by its likelihood. A slot's odds grow by the same factor from place to
 * place, so no place needs an exponential of its own.
 */
static void correct_by(const struct ballot_on_line *on, struct line *line)
{
    const size_t k = on->ballot->n_slots;
    const struct approximation normal = approximate(on);
    double odds[BALLOT_SIZE_MAX + 1], growth[BALLOT_SIZE_MAX];
    for (size_t a = 0; a < k; a++) {
        odds[a] = exp(on->utilities[a] + line->moves[0] * on->shares[a]);
        growth[a] = exp(line->step * on->shares[a]);
    }
    odds[k] = exp(on->ballot->rater != NULL ? on->ballot->rater->threshold : 0);
    for (size_t i = 0; i < line->n; i++) {
        const double move = line->moves[i];
        double all = odds[k];
        for (size_t a = 0; a < k; a++)
            all += odds[a];
        line->likelihoods[i] *= answer_probability(on, odds[on->answer] / all) / normal.here;
        line->logs[i] += normal.information * move * move / 2 - normal.slope * move;
        for (size_t a = 0; a < k; a++)
            odds[a] *= growth[a];
    }
}

static void correct_by_all(const struct contrast *contrast, const struct luce_ballot *ballots, size_t n,
                           struct line *line)
{
    for (size_t i = 0; i < n; i++) {
        if (is_on(&ballots[i], contrast)) {
            struct ballot_on_line on = put_on_line(contrast, &ballots[i]);
            correct_by(&on, line);
        }
    }
}

/* Places on both sides of the threshold, within DEVIATIONS deviations of the mean. */
static struct line draw_line(const struct contrast *contrast, double threshold)
{
    const double deviation = sqrt(contrast->variance), end = DEVIATIONS * deviation;
    const double middle = fmin(fmax(threshold - contrast->mean, -end), end);
    struct line line = {.step = deviation / STEPS_A_DEVIATION};
    while (middle - ((double)line.n_below + 0.5) * line.step > -end)
        line.n_below++;
    for (double place = 0.5 - (double)line.n_below; middle + place * line.step < end; place++) {
        const double move = middle + place * line.step;
        line.moves[line.n] = move;
        line.logs[line.n] = -move * move / (2 * contrast->variance);
        line.likelihoods[line.n++] = 1;
    }
    return line;
}

static double probability_above(const struct contrast *contrast, double threshold)
{
    struct line line = draw_line(contrast, threshold);
    double most = -INFINITY, above = 0, below = 0;
    if (line.n_below == 0 || line.n_below == line.n)
        return line.n_below == 0 ? 1 : 0;
    correct_by_all(contrast, contrast->question->ballots, contrast->question->n_ballots, &line);
    correct_by_all(contrast, contrast->question->beside, contrast->question->n_beside, &line);
    for (size_t i = 0; i < line.n; i++) {
        line.logs[i] += log(line.likelihoods[i]);
        most = fmax(most, line.logs[i]);
    }
    for (size_t i = 0; i < line.n; i++)
        *(i < line.n_below ? &below : &above) += exp(line.logs[i] - most);
    return above / (above + below);
}

static size_t find_leader(const struct luce_estimate *estimate)
{
    size_t leader = 0;
    for (size_t i = 1; i < estimate->n; i++)
        leader = estimate->utilities[i] > estimate->utilities[leader] ? i : leader;
    return leader;
}

static double probability_best(const struct luce_question *question, const struct luce_estimate *estimate,
                               size_t leader)
{
    struct contrast contrast = contrast_of(question, estimate, leader, NOBODY);
    double best = probability_above(&contrast, 0);
    for (size_t i = 0; i < estimate->n; i++) {
        if (i == leader)
            continue;
        contrast = contrast_of(question, estimate, i, leader);
        best *= 1 - probability_above(&contrast, SETTLED_MARGIN);
    }
    return best;
}

/* Stops as soon as less than `enough` is left. The leader comes first, because the result depends mostly on it. */
static double probability_none(const struct luce_question *question, const struct luce_estimate *estimate,
                               size_t leader, double enough)
{
    double none = 1;
    for (size_t i = 0; i < estimate->n && none > enough; i++) {
        const size_t candidate = i == 0 ? leader : i == leader ? 0 : i;
        struct contrast contrast = contrast_of(question, estimate, candidate, NOBODY);
        none *= 1 - probability_above(&contrast, SETTLED_NONE_MARGIN);
    }
    return none;
}

struct verdict settled_verdict(const struct luce_question *question)
{
    struct arena arena = {0};
    struct luce_estimate estimate = luce_fit(question, &luce_belief_for_dealing, &arena);
    const size_t leader = find_leader(&estimate);
    const double best = probability_best(question, &estimate, leader);
    const bool is_preferred = estimate.utilities[leader] > 0;
    const double none = is_preferred ? 0 : probability_none(question, &estimate, leader, best);
    arena_release(&arena);
    return (struct verdict){.is_none = none > best, .leader = leader, .probability = fmax(none, best)};
}
