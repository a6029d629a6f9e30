/*
 * What the votes would say if they were cast once more: as many, on the same ballots, by the same experts.
 *
 * A candidate that won w of n impressions has some chance p to win, which is not known. Over all candidates the chances
 * are taken to be spread like a beta distribution, which is fitted to what was seen (empirical Bayes by moments:
 * Kleinman, Journal of the American Statistical Association 68, 1973); given w of n, p is then beta distributed with w more
 * wins and n - w more losses. Two further rounds of votes of the same p are drawn without drawing p, as from Pólya's
 * urn: each win makes a win likelier. They differ by nothing but the chance of the votes, so how far scores lie
 * apart under the two says how much of a score is that chance.
 */
#ifndef ASSAY_CORE_JUDGE_REVOTE_H
#define ASSAY_CORE_JUDGE_REVOTE_H

#include "core/base/random.h"
#include "core/judge/relevance.h"

/* What the fit needs of all candidates. {0} is that of none. */
struct win_moments {
    double candidates;
    double impressions, wins;
    double shares, squares; /* the sums of w / n and of its square */
    double variances;       /* the sum of 1 / n */
};

/* Candidates without impressions say nothing and are passed over. */
void win_moments_add(struct win_moments *moments, const struct tally *tallies, size_t n);

/* The spread of chances to win: as if each candidate had won and lost so often before its first impression. */
struct win_prior {
    double wins, losses;
};

/*
 * Where candidates have one impression each, or are no more different than chance makes them, their chances could be
 * spread in any way: then the prior weighs as much as one impression, or as many as fit.
 */
struct win_prior win_prior_of(const struct win_moments *moments);

/* The wins of two further rounds, of as many impressions each. */
void revote(const struct tally *tally, const struct win_prior *prior, struct random_source *random,
            int64_t wins[2]);

#endif
