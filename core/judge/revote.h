/*
 * Simulates the votes once more: the same number of votes, on the same ballots, by the same experts. Two further
 * rounds are drawn, which differ only by the chance of the votes. The distance of the scores under the two rounds
 * shows how much of a score is chance.
 *
 * If relevance is wins / impressions: a candidate that won w of n impressions has some unknown probability p of
 * winning. Over all candidates these probabilities are assumed to have a beta distribution, which is fitted to the
 * data (empirical Bayes by moments: Kleinman, Journal of the American Statistical Association 68, 1973). Given w of
 * n, p has a beta distribution with w more wins and n - w more losses. Two rounds of votes with the same p are
 * drawn without drawing p, as from Pólya's urn: each win makes a further win more likely.
 *
 * If Luce's model estimates it (luce.h): utilities are drawn from the posterior of the votes. By these utilities a
 * choice is drawn on each ballot, with the model's lapses and thresholds, and never a tie. Then each round's utilities
 * are estimated again.
 */
#pragma once

#include "core/base/random.h"
#include "core/judge/relevance.h"

/* --- The votes in compact form ------------------------------------------------------------------------ */

/* A candidate that has a grade. It is small, because there may be a million candidates. */
struct kept_tally {
    uint32_t impressions;
    float wins;       /* whole numbers and halves */
    uint32_t twin_of; /* the number, from 1, of the tally whose grade it gets; 0: it is not a duplicate */
};

/* A vote that the model uses; slots without a grade are left out. */
struct kept_ballot {
    uint32_t candidates[BALLOT_SIZE_MAX]; /* numbers of tallies, from 0 */
    uint8_t n_slots;
    int8_t position; /* of the chosen one, from 1; VOTE_NONE */
    int8_t tied;     /* of another one that is as good; 0: none */
    bool has_rater;  /* the annotator's reliability is known */
    float lapses, threshold;
};

/* The votes on one question. */
struct kept_votes {
    struct kept_tally *tallies;
    size_t n_tallies;
    struct kept_ballot *ballots; /* NULL: relevance is wins / impressions */
    size_t n_ballots;
    struct kept_ballot *beside; /* judgments beside the votes, which are not drawn again */
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

/* Adds candidates. Those without impressions are ignored. */
void win_moments_add(struct win_moments *moments, const struct kept_tally *tallies, size_t n);

/*
 * The distribution of the winning probabilities: as if each candidate had these wins and losses before its first
 * impression.
 */
struct win_prior {
    double wins, losses;
};

/*
 * Fits the prior. If candidates have one impression each, the data do not determine the spread, and the prior
 * weighs as much as one impression. If candidates differ no more than by chance, the prior gets the largest weight.
 */
struct win_prior win_prior_of(const struct win_moments *moments);

/* --- Simulated votes ---------------------------------------------------------------------------------- */

struct revoting_model;

/* Simulated votes on one question. */
struct revoting {
    const struct kept_votes *votes;
    struct win_prior prior;
    struct revoting_model *model; /* NULL: by rates */
    /*
     * The results of two rounds: tallies to grade (grade_candidates), by the number of the kept candidate, without
     * docids.
     */
    struct tally *rounds[2];
    struct arena arena;
};

/* Begins a simulation. The votes must outlive it. */
void revoting_begin(struct revoting *revoting, const struct kept_votes *votes, const struct win_prior *prior);
/* Draws two further rounds into `rounds`. */
void revoting_draw(struct revoting *revoting, struct random_source *random);
void revoting_end(struct revoting *revoting);
