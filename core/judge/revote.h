/*
 * Simulates the votes once more: the same number of votes, on the same ballots, by the same experts. Two more rounds are drawn,
 * which differ only by the chance of the votes: the distance of the scores under the two rounds says how much of a score is
 * that chance.
 *
 * Where relevance is wins / impressions: a candidate that won w of n impressions has some chance p to win, which is not
 * known. Over all candidates the chances are taken to be spread like a beta distribution, which is fitted to what was seen
 * (empirical Bayes by moments: Kleinman, Journal of the American Statistical Association 68, 1973); given w of n, p is then
 * beta distributed with w more wins and n - w more losses. Two further rounds of votes of the same p are drawn without
 * drawing p, as from Pólya's urn: each win makes a win likelier.
 *
 * Where Luce's model estimates it (luce.h): utilities are drawn from the posterior of the votes, by them a choice on each
 * ballot, lapses and thresholds as the model has them, and each round's utilities are estimated anew.
 */
#ifndef ASSAY_CORE_JUDGE_REVOTE_H
#define ASSAY_CORE_JUDGE_REVOTE_H

#include "core/base/random.h"
#include "core/judge/relevance.h"

/* --- What is kept of the votes ------------------------------------------------------------------------ */

/* Of a candidate that has a grade: little, since of a million candidates it is kept. */
struct kept_tally {
    uint32_t impressions, wins;
    uint32_t twin_of; /* the number, from 1, of the tally whose grade is its own; 0: it is no twin */
};

/* A vote that a model weighs; slots without a grade are left out. */
struct kept_ballot {
    uint32_t candidates[BALLOT_SIZE_MAX]; /* by number of tallies, from 0 */
    uint8_t n_slots;
    int8_t position; /* of the one chosen, from 1; VOTE_NONE */
    bool has_rater;  /* whose reliability is known */
    float lapses, threshold;
};

/* Of a question. */
struct kept_votes {
    struct kept_tally *tallies;
    size_t n_tallies;
    struct kept_ballot *ballots; /* NULL: wins and impressions say it all */
    size_t n_ballots;
    struct kept_ballot *beside; /* what was said beside them, which stays as it is */
    size_t n_beside;
};

/* --- Rates -------------------------------------------------------------------------------------------- */

/* The sums over all candidates that the fit needs. {0}: no candidates. */
struct win_moments {
    double candidates;
    double impressions, wins;
    double shares, squares; /* the sums of w / n and of its square */
    double variances;       /* the sum of 1 / n */
};

/* Candidates without impressions say nothing and are passed over. */
void win_moments_add(struct win_moments *moments, const struct kept_tally *tallies, size_t n);

/* The spread of chances to win: as if each candidate had won and lost so often before its first impression. */
struct win_prior {
    double wins, losses;
};

/*
 * Where candidates have one impression each, or are no more different than chance makes them, their chances could be
 * spread in any way: then the prior weighs as much as one impression, or as many as fit.
 */
struct win_prior win_prior_of(const struct win_moments *moments);

/* --- Voting anew -------------------------------------------------------------------------------------- */

struct revoting_model;

/* Of one question. */
struct revoting {
    const struct kept_votes *votes;
    struct win_prior prior;
    struct revoting_model *model; /* NULL: by rates */
    /* The results of two rounds: tallies to grade (grade_candidates), by the number of the kept candidate, without docids. */
    struct tally *rounds[2];
    struct arena arena;
};

/* The votes must outlive it. */
void revoting_begin(struct revoting *revoting, const struct kept_votes *votes, const struct win_prior *prior);
/* Draws two further rounds. */
void revoting_draw(struct revoting *revoting, struct random_source *random);
void revoting_end(struct revoting *revoting);

#endif
