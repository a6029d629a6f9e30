/*
 * Estimates the candidates of a question from votes, by Luce's choice model (Individual Choice Behavior, 1959) with
 * "none" as a further option. Each candidate has a utility θ; none has 0. On a ballot S candidate i is chosen with
 * the probability
 *
 *     (1 - ε) e^θi / (1 + Σ e^θj) + ε / (|S| + 1)        (j in S; ε: lapses, answers by chance)
 *
 * and none likewise with 1 in place of e^θi, or e^t for an annotator whose threshold t is known (reliability.h).
 * The prior is θ ~ N(m, K) with
 *
 *     m = β z,    K = σ² ((1 - ρ) I + ρ C) + τ² 1 1ᵀ + ω² z zᵀ
 *
 * Here z are the standardised priors of the candidates and C the likeness of their texts. Questions differ in how
 * relevant their candidates are (τ), priors differ in how much they tell (ω), and similar texts have similar
 * utilities (ρ). The posterior is approximated by a normal distribution around its maximum (Laplace), which
 * Newton's method finds. A candidate's relevance is 1 / (1 + e^-θ): the probability that it is preferred to none.
 * The same question always gives the same numbers.
 *
 * A tie of two candidates is half a vote for each of them. This is the limit of Davidson's model of ties (Journal of
 * the American Statistical Association 65, 1970), in which i, j and a tie have probabilities in proportion to e^θi,
 * e^θj and ν e^((θi + θj) / 2). The θ then follow from the votes and half the ties of each candidate. Where ties are
 * rare (ν → 0), their likelihood is that of the half votes, and a vote that is no tie has the probabilities above.
 * With more than two candidates the same mean stands in the model of Turner, van Etten, Firth and Kosmidis
 * (Computational Statistics 35, 2020).
 */
#pragma once

#include "core/base/arena.h"
#include "core/judge/ballot.h"

/* The belief before any vote, and the rate of lapses. */
struct luce_belief {
    double spread;          /* σ, > 0 */
    double question_spread; /* τ */
    double prior_weight;    /* β */
    double prior_spread;    /* ω */
    double likeness_weight; /* ρ, 0 … 1 */
    double lapses;          /* ε, 0 … 1 */
};

/* For labels: only votes count, neither runs nor texts. A run must not judge itself. */
extern const struct luce_belief luce_belief_for_labels;
/* For dealing, which may use whatever helps it to ask well. */
extern const struct luce_belief luce_belief_for_dealing;

/* How reliable an annotator is, in place of the general belief. */
struct luce_rater {
    double lapses; /* ε */
    double
        threshold; /* the utility of none: above 0, the annotator demands more of a document than others do */
};

/*
 * Keeping or dropping a candidate after a glance counts like a ballot with only this candidate. Relevant candidates
 * are almost never dropped, and more than half of the others are. So a drop says more than a keep.
 */
extern const struct luce_rater luce_rater_of_glances;

/* A ballot of the question: the numbers of its candidates, and which one was chosen. */
struct luce_ballot {
    size_t candidates[BALLOT_SIZE_MAX];
    size_t n_slots;
    int position;                   /* of the chosen one, from 1; VOTE_NONE; VOTE_ABSENT: not answered yet */
    int tied;                       /* of another one that is as good as the chosen one; 0: none */
    const struct luce_rater *rater; /* the annotator; NULL: an unknown one */
};

/* Adds a slot of the choice, `position`, which is this candidate. It may be the chosen or the tied one. */
void luce_ballot_take(struct luce_ballot *ballot, const struct choice *choice, int position,
                      size_t candidate);
/*
 * Returns how much of the answer is for a slot, from 0, or for none ([n_slots]): 1, or 1/2 for each of two that are
 * tied; else 0.
 */
double luce_share(const struct luce_ballot *ballot, size_t slot);

struct luce_question {
    size_t n_candidates;
    const double *priors;   /* z; NULL: none */
    const double *likeness; /* C, n × n, 1 on the diagonal; NULL: unknown */
    const struct luce_ballot *ballots;
    size_t n_ballots;
    /*
     * Judgments given beside ballots, written as ballots: they count as evidence, but never as ballots. All of them are
     * answered.
     */
    const struct luce_ballot *beside;
    size_t n_beside;
};

/* The posterior. A ballot without an answer narrows it as much as its answer is expected to, and moves nothing. */
struct luce_estimate {
    size_t n;
    double *utilities;  /* the posterior mode of θ */
    double *covariance; /* n × n */
};

/* Returns the posterior; its arrays are in the arena. */
struct luce_estimate luce_fit(const struct luce_question *question, const struct luce_belief *belief,
                              struct arena *arena);

/*
 * Computes the probabilities of Luce's choice at these utilities of the slots; [n_slots] is that of none. Lapses do
 * not count.
 */
void luce_choose(const struct luce_ballot *ballot, const double *utilities,
                 double probabilities[BALLOT_SIZE_MAX + 1]);
/* Returns ε of the ballot's annotator. */
double luce_lapses_of(const struct luce_ballot *ballot, const struct luce_belief *belief);

/*
 * Computes standardised ranks of the priors: minus the log of each one's place, mean 0, variance 1; all 0 if the
 * priors are equal.
 */
void luce_standardise_priors(const double *priors, size_t n, double *standardised);

/* Returns the probability that a candidate of this utility is preferred to none. */
double luce_relevance(double utility);
double luce_deviation(const struct luce_estimate *estimate, size_t candidate);
