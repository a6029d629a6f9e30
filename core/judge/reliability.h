/*
 * How reliable annotators are, by Luce's model of all their votes (luce.h): how often each answers by chance, and
 * how much better a document must be before the annotator prefers it to none.
 *
 * Each annotator is compared only with the votes of the others. For each question the others' votes are fitted, and
 * the fit gives the probability that each vote of the annotator was a lapse. Lapse rates and thresholds are maximum
 * a posteriori estimates, found by expectation maximisation (Dempster, Laird, Rubin, J. R. Stat. Soc. B 39, 1977),
 * with the priors Beta(2, 18) and N(0, 1). An annotator who never voted where others did keeps the prior.
 */
#pragma once

#include "core/judge/luce.h"

/* The votes on a question, with candidates by their numbers in it. annotators[i] gave ballots[i]. */
struct rated_question {
    size_t n_candidates;
    struct luce_ballot *ballots;
    const size_t *annotators;
    size_t n_ballots;
    /* Candidates that were kept or dropped, as ballots of one candidate. glancers[i] gave glances[i]. */
    const struct luce_ballot *glances;
    const size_t *glancers;
    size_t n_glances;
};

/* Fills raters[annotator]. Sets the rater of all ballots to these. */
void reliability_estimate(const struct rated_question *questions, size_t n_questions,
                          struct luce_rater *raters, size_t n_raters);

/*
 * Fills raters[annotator] with the reliability of the annotator's glances, judged by the votes on the same
 * candidates (weighted by the reliability of their annotators, as above). The priors are Beta(2, 18) for lapses and
 * N(-2, 1) for thresholds: luce_rater_of_glances. Dropped candidates seldom get votes, so each drop with votes
 * represents the other drops of its annotator (Horvitz, Thompson, J. Am. Stat. Assoc. 47, 1952).
 */
void reliability_estimate_glances(const struct rated_question *questions, size_t n_questions,
                                  struct luce_rater *raters, size_t n_raters);
