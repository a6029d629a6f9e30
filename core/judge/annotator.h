/*
 * How one annotator votes: pace, position bias, self-consistency. Pure functions over plain structs. The store
 * reads the valid votes, one by one or question by question.
 */
#pragma once

#include "core/judge/ballot.h"

/* Returns the median: the mean of the two middle values if their number is even, 0 without values. Sorts the values. */
int64_t median_of(int64_t *values, size_t n);

/* Returns part ÷ whole, or NAN if whole is 0: an annotator without answers has no share, rather than a share of 0. */
double share_or_nan(int64_t part, int64_t whole);

/* Each cell of a chi-square test must have at least this expected count (Cochran, Biometrics 10, 1954). */
enum { CHI_SQUARE_EXPECTED_MIN = 5 };

/*
 * Returns the probability that two shares differ so much by chance: part of whole, and other_part of other_whole.
 * It is Pearson's chi-square test of a two-by-two table. NAN if a cell's expected count is below
 * CHI_SQUARE_EXPECTED_MIN.
 */
double share_difference_p(int64_t part, int64_t whole, int64_t other_part, int64_t other_whole);

/* Below this probability, chance is not accepted as an explanation. */
#define BEYOND_CHANCE_P 0.01

/* --- Pace ------------------------------------------------------------------------------------ */

enum {
    PACE_PAUSE_MS = 2 * 60 * 1000,
    PACE_VOTES_MIN = 10,                 /* fewer votes do not show how long a vote takes */
    PACE_ACTIVE_MIN_MS = 10 * 60 * 1000, /* less time does not give a rate per hour */
    PACE_ANSWERS =
        50, /* the number of newest answers, without controls, whose votes show how long a vote takes now */
};

/*
 * The pace of votes, in the order in which they were cast. Active time is the time between a vote and the vote
 * before it. For the first vote, and after a pause longer than PACE_PAUSE_MS, it is the time from shown to
 * answered, at most PACE_PAUSE_MS. So every vote has its share, and n votes in an active hour are n votes per hour.
 * A vote whose time from shown to answered is unknown has no share.
 */
struct pace {
    int64_t votes;
    int64_t timed_votes;
    int64_t first_at, last_at; /* times of the earliest and the latest vote; 0 without votes */
    int64_t active_ms;
    int64_t before_at; /* the time of the timed vote before, for pace_add */
};

/* `elapsed_ms` is that of struct answer. */
void pace_add(struct pace *pace, int64_t cast_at, int64_t elapsed_ms);
/*
 * A vote is fast if it took less than this share of the median of all annotators: hardly any text can be read so
 * fast.
 */
#define FAST_SHARE (1.0 / 3)

enum {
    QUICK_VOTE_MS = 800, /* a vote that took less is quick: nobody reads a ballot in that time */
    HASTE_VOTES_MIN = 3, /* timed votes; fewer may have been mistakes */
};

/* How an annotator reads, judged by the median time of the votes. */
enum haste {
    HASTE_NONE,
    HASTE_FAST,  /* below FAST_SHARE of the median of all annotators' votes */
    HASTE_QUICK, /* below QUICK_VOTE_MS */
};

enum haste haste_of(int64_t median_ms, int64_t timed_votes, int64_t all_median_ms);

/*
 * Returns timed votes per hour of active time. NAN with fewer than PACE_VOTES_MIN of them or less than
 * PACE_ACTIVE_MIN_MS.
 */
double pace_per_hour(const struct pace *pace);

/*
 * Returns how long a vote takes, in ms: the median of the times of `n` votes from shown to answered. Times above
 * PACE_PAUSE_MS count as PACE_PAUSE_MS. One slow vote among many does not move a median. NAN with fewer than
 * PACE_VOTES_MIN votes. Sorts the times.
 */
double vote_time_of(int64_t *times_ms, size_t n);

/* --- Position bias --------------------------------------------------------------------------- */

/* wins[k][i]: on ballots of k slots, how often slot i + 1 was chosen. Votes for none choose no slot. */
struct slot_wins {
    int64_t wins[BALLOT_SIZE_MAX + 1][BALLOT_SIZE_MAX];
};

void slot_wins_add(struct slot_wins *slots, size_t n_slots, int position);

/*
 * Returns the probability of slot wins at least as uneven as these by chance. It is Pearson's chi-square test of
 * goodness of fit (Philosophical Magazine 50, 1900). Slots are shuffled for each ballot, so of the n_k wins on
 * ballots of k slots each slot is expected to have n_k / k:
 *
 *     X² = sum over k = 2, 3 and slots i of (wins[k][i] - n_k / k)² / (n_k / k)
 *
 * with k - 1 degrees of freedom for each k. A k with n_k / k < CHI_SQUARE_EXPECTED_MIN is left out. NAN if both are
 * left out.
 */
double slot_wins_p(const struct slot_wins *slots);
/* Returns the slot, from 1, whose wins are furthest above those expected by chance. */
int slot_wins_preferred(const struct slot_wins *slots);
/* The wins of a slot, from 0, on ballots of any size; the wins of all slots. */
int64_t slot_wins_of(const struct slot_wins *slots, size_t slot);
int64_t slot_wins_of_all(const struct slot_wins *slots);
/* Returns whether slot_wins_p is below BEYOND_CHANCE_P. */
bool slot_wins_are_biased(const struct slot_wins *slots);

/*
 * Returns the upper tail of the chi-square distribution, P(X² >= x), by Abramowitz & Stegun 1964, 26.4.4 and
 * 26.4.5. `degrees` >= 1, x >= 0.
 */
double chi_square_tail(double x, int degrees);

/* --- Self-consistency ------------------------------------------------------------------------ */

/*
 * A vote decides between two documents if both were on its ballot and one of them was chosen. A repeat is a later
 * decision of the same annotator between the same two documents of a question, on another ballot and with any third
 * document. It agrees if the same document won as in the decision before.
 */
struct repeats {
    int64_t all;
    int64_t agreeing;
};

/* Adds the repeats among the votes of one annotator on one question, in the order of their ballots. */
void repeats_add(struct repeats *repeats, const struct choice *choices, size_t n);
/* agreeing ÷ all; NAN with fewer repeats than this, which say too little. */
enum { REPEATS_SAID_MIN = 5 };
double repeats_share(const struct repeats *repeats);
