/*
 * Estimates the candidates of a question from votes: Luce's choice model (Individual Choice Behavior, 1959) with "none" as an
 * option of its own. Each candidate has a utility θ, none has 0. Of a ballot S candidate i is chosen with the probability
 *
 *     (1 - ε) e^θi / (1 + Σ e^θj) + ε / (|S| + 1)        (j in S; ε: lapses, answers by chance)
 *
 * and none likewise with 1 in place of e^θi, or e^t for an annotator whose threshold t is known (reliability.h). Before any
 * vote θ ~ N(m, K),
 *
 *     m = β z,    K = σ² ((1 - ρ) I + ρ C) + τ² 1 1ᵀ + ω² z zᵀ
 *
 * with z the standardised priors of the candidates and C the likeness of their texts: questions differ in how relevant
 * anything is (τ), priors in what they are worth (ω), and like texts have like worth (ρ). The posterior is taken for
 * normal around its maximum (Laplace), which Newton's method finds. A candidate's relevance is 1 / (1 + e^-θ): the
 * probability that it is preferred to none. Repeatable: the same question gives the same numbers.
 */
#ifndef ASSAY_CORE_JUDGE_LUCE_H
#define ASSAY_CORE_JUDGE_LUCE_H

#include "core/base/arena.h"
#include "core/judge/ballot.h"

/* The prior beliefs, before any vote, and the rate of lapses. */
struct luce_belief {
    double spread;          /* σ, > 0 */
    double question_spread; /* τ */
    double prior_weight;    /* β */
    double prior_spread;    /* ω */
    double likeness_weight; /* ρ, 0 … 1 */
    double lapses;          /* ε, 0 … 1 */
};

/* For labels: votes alone count, neither runs nor texts. A run must not judge itself. */
extern const struct luce_belief luce_belief_for_labels;
/* For dealing, which may use whatever helps it to ask well. */
extern const struct luce_belief luce_belief_for_dealing;

/* How reliable the annotator is: what is known of them in place of what is believed of everybody. */
struct luce_rater {
    double lapses;    /* ε */
    double threshold; /* the utility of none: above 0, they want more of a document than others do */
};

/*
 * Keeping or dropping a candidate after a glance counts like a ballot with only this candidate. Almost nothing relevant is
 * dropped, and of the rest more than half, so that a drop says more than a keep.
 */
extern const struct luce_rater luce_rater_of_glances;

/* A ballot of the question: candidates by their numbers, and what was chosen of them. */
struct luce_ballot {
    size_t candidates[BALLOT_SIZE_MAX];
    size_t n_slots;
    int position; /* of the one chosen, from 1; VOTE_NONE; VOTE_ABSENT: it is in somebody's hands */
    const struct luce_rater *rater; /* who answers; NULL: anybody */
};

struct luce_question {
    size_t n_candidates;
    const double *priors;   /* z; NULL: there are none */
    const double *likeness; /* C, n × n, 1 on the diagonal; NULL: none is known */
    const struct luce_ballot *ballots;
    size_t n_ballots;
    /*
     * Judgments given beside ballots, written as ballots: they count as evidence, but never as ballots. All of them are
     * answered.
     */
    const struct luce_ballot *beside;
    size_t n_beside;
};

/* The posterior. A ballot in somebody's hands narrows it as much as its answer is expected to, and moves nothing. */
struct luce_estimate {
    size_t n;
    double *utilities;  /* the most likely θ */
    double *covariance; /* n × n */
};

/* In the arena. */
struct luce_estimate luce_fit(const struct luce_question *question, const struct luce_belief *belief,
                              struct arena *arena);

/* The probabilities of Luce's choice, [n_slots] that of none, at these utilities of the slots; lapses do not count. */
void luce_choose(const struct luce_ballot *ballot, const double *utilities,
                 double probabilities[BALLOT_SIZE_MAX + 1]);
/* ε of who answers the ballot. */
double luce_lapses_of(const struct luce_ballot *ballot, const struct luce_belief *belief);

/* Standardised ranks of the priors: the log of each one's place, mean 0, variance 1; all 0 when the priors are alike. */
void luce_standardise_priors(const double *priors, size_t n, double *standardised);

/* The probability that a candidate of this utility is preferred to none. */
double luce_relevance(double utility);
double luce_deviation(const struct luce_estimate *estimate, size_t candidate);

#endif
