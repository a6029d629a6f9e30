/*
 * How reliable annotators are, by Luce's model of what all of them voted (luce.h): how often each answers by chance, and how
 * much better than others a document must be for them not to say none.
 *
 * Each annotator is compared with what the votes of the others say, so that nobody is their own witness: of each question the
 * others' votes are fitted, and the annotator's votes give the probability that they were lapses. Lapse rates and thresholds
 * are the maximum a posteriori, found by expectation maximisation (Dempster, Laird, Rubin, J. R. Stat. Soc. B 39, 1977), with
 * Beta(2, 18) and N(0, 1) before any vote. An annotator who never voted where others did keeps the prior belief.
 */
#ifndef ASSAY_CORE_JUDGE_RELIABILITY_H
#define ASSAY_CORE_JUDGE_RELIABILITY_H

#include "core/judge/luce.h"

/* The votes on a question, candidates by their numbers in it; annotators[i] gave ballots[i]. */
struct rated_question {
    size_t n_candidates;
    struct luce_ballot *ballots;
    const size_t *annotators;
    size_t n_ballots;
    /* Candidates that were kept and dropped, as ballots of one; glancers[i] said glances[i]. */
    const struct luce_ballot *glances;
    const size_t *glancers;
    size_t n_glances;
};

/* Fills raters[annotator]. While it works the ballots refer to them. */
void reliability_estimate(const struct rated_question *questions, size_t n_questions,
                          struct luce_rater *raters, size_t n_raters);

/*
 * Fills raters[annotator] with how reliable the annotator's glances are, by the votes on the same candidates (with what is known of
 * who gave them, as above). Lapses have Beta(2, 18) before any vote, thresholds N(-2, 1): luce_rater_of_glances. A drop is seldom
 * followed by votes, so one that is stands for all others of its annotator (Horvitz, Thompson, J. Am. Stat. Assoc. 47, 1952).
 */
void reliability_estimate_glances(const struct rated_question *questions, size_t n_questions,
                                  struct luce_rater *raters, size_t n_raters);

#endif
