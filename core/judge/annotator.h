/*
 * How one annotator votes: pace, position bias, self-consistency. Pure functions
 * over plain structs; the store fetches the votes that stand, one by one or
 * question by question.
 */
#ifndef ASSAY_CORE_JUDGE_ANNOTATOR_H
#define ASSAY_CORE_JUDGE_ANNOTATOR_H

#include "core/judge/ballot.h"

/* The middle one of the values, the mean of the two middle ones of an even number, 0 of none. Sorts them. */
int64_t median_of(int64_t *values, size_t n);

/* part ÷ whole, NAN of nothing: who has not answered yet has no share, not one of 0. */
double share_or_nan(int64_t part, int64_t whole);

/* Too few say nothing: each cell of a chi-square test must be expected to have so many (Cochran, Biometrics 10, 1954). */
enum { CHI_SQUARE_EXPECTED_MIN = 5 };

/*
 * How likely two shares differ so much by chance: part of whole, and other_part of other_whole. Pearson's chi-square test of a
 * table of two by two. NAN where a cell is expected to have less than CHI_SQUARE_EXPECTED_MIN.
 */
double share_difference_p(int64_t part, int64_t whole, int64_t other_part, int64_t other_whole);

/* Below this, chance is no explanation. */
#define BEYOND_CHANCE_P 0.01

/* --- Pace ------------------------------------------------------------------------------------ */

enum {
    PACE_PAUSE_MS = 2 * 60 * 1000,
    PACE_VOTES_MIN = 10,                 /* fewer say nothing of how long a vote takes */
    PACE_ACTIVE_MIN_MS = 10 * 60 * 1000, /* of less nothing is said of an hour */
    PACE_ANSWERS = 50,                   /* the newest ones, whose votes say how long a vote takes now */
};

/*
 * Of votes in the order in which they were cast. Active time is what lies between
 * a vote and the one before it. Where that is a pause, longer than PACE_PAUSE_MS, and
 * at the first vote, it is the time from shown to answered, at most PACE_PAUSE_MS. So
 * every vote has its share, and n votes in an active hour are n votes per hour. Of a vote whose
 * time from shown to answered nobody knows there is no share: it comes from elsewhere.
 */
struct pace {
    int64_t votes;
    int64_t timed_votes;
    int64_t first_at, last_at; /* the earliest and the latest; 0 without votes */
    int64_t active_ms;
    int64_t before_at; /* the timed vote before, for pace_add */
};

/* `elapsed_ms`: as that of struct answer. */
void pace_add(struct pace *pace, int64_t cast_at, int64_t elapsed_ms);
/* A vote that took less than this share of the median of all annotators' is fast: hardly any text can be read so. */
#define FAST_SHARE (1.0 / 3)

enum {
    QUICK_VOTE_MS = 800, /* a vote that took less is quick: nobody reads a ballot in so short a time */
    HASTE_VOTES_MIN = 3, /* timed votes; fewer may have been slips */
};

/* How an annotator reads, judged by the median time of the votes. */
enum haste {
    HASTE_NONE,
    HASTE_FAST,  /* below FAST_SHARE of the median of all annotators' votes */
    HASTE_QUICK, /* below QUICK_VOTE_MS */
};

enum haste haste_of(int64_t median_ms, int64_t timed_votes, int64_t all_median_ms);

/* Timed votes per hour of active time; NAN with fewer than PACE_VOTES_MIN of them, or with less than PACE_ACTIVE_MIN_MS. */
double pace_per_hour(const struct pace *pace);

/*
 * How long a vote takes, in ms: the median of the times of `n` votes, from shown to answered. A longer time than PACE_PAUSE_MS
 * is taken as PACE_PAUSE_MS. One slow vote among many does not move a median. NAN with fewer than PACE_VOTES_MIN. Sorts the times.
 */
double vote_time_of(int64_t *times_ms, size_t n);
/* Votes per hour at it; NAN where it is not known. */
double vote_time_per_hour(double ms);

/* --- Position bias --------------------------------------------------------------------------- */

/* wins[k][i]: on ballots of k slots, how often slot i + 1 was chosen. Votes for none choose no slot. */
struct slot_wins {
    int64_t wins[BALLOT_SIZE_MAX + 1][BALLOT_SIZE_MAX];
};

void slot_wins_add(struct slot_wins *slots, size_t n_slots, int position);

/*
 * How likely slot wins at least as uneven as these are by chance: Pearson's
 * chi-square test of goodness of fit (Philosophical Magazine 50, 1900). Slots are
 * shuffled for each ballot, so of the n_k wins on ballots of k slots each slot is
 * expected to have n_k / k:
 *
 *     X² = sum over k = 2, 3 and slots i of (wins[k][i] - n_k / k)² / (n_k / k)
 *
 * with k - 1 degrees of freedom for each k. A k with n_k / k < CHI_SQUARE_EXPECTED_MIN
 * is left out; NAN when both are.
 */
double slot_wins_p(const struct slot_wins *slots);
/* The slot, from 1, that was chosen most above what chance would have. */
int slot_wins_preferred(const struct slot_wins *slots);
/* How often a slot, from 0, was chosen, on ballots of any size; how often any was. */
int64_t slot_wins_of(const struct slot_wins *slots, size_t slot);
int64_t slot_wins_of_all(const struct slot_wins *slots);
/* Whether that is less than BEYOND_CHANCE_P. */
bool slot_wins_are_biased(const struct slot_wins *slots);

/* The upper tail of the chi-square distribution, P(X² >= x): Abramowitz & Stegun 1964, 26.4.4 and 26.4.5.
 * `degrees` >= 1, x >= 0. */
double chi_square_tail(double x, int degrees);

/* --- Self-consistency ------------------------------------------------------------------------ */

/*
 * A vote decides between two documents when both stood on its ballot and one of
 * them was chosen. Where an annotator decides between the same two of one question
 * again, on another ballot and beside whatever third, that is a repeat; it agrees
 * when the same one won as in their decision before it.
 */
struct repeats {
    int64_t all;
    int64_t agreeing;
};

/* Adds the repeats among the votes of one annotator on one question, in the order of their ballots. */
void repeats_add(struct repeats *repeats, const struct choice *choices, size_t n);
/* agreeing ÷ all; NAN without repeats. */
double repeats_share(const struct repeats *repeats);

#endif
