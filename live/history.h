/*
 * The history of the scores: the means as they were after a number of votes, at up to HISTORY_MOMENTS evenly spaced
 * moments.
 *
 * It replays the votes that were in force when it was opened, in the order in which they were cast. A withdrawn vote
 * counts at no moment, not even while it was still in force: the history shows how today's labels grew, not every
 * slip. So the means at the last moment equal the live scores at the time of opening.
 *
 * With a million votes this takes a while, so it is done in parts, question by question. The first questions are a
 * sample from the whole database; their means are shown until all questions are replayed. Only a few questions are held
 * in memory at a time. If questions are dealt in random order, the votes of a question are scattered over the tables;
 * therefore all votes after the sample are read in one pass in the order of the tables
 * (core/store/votes/held_votes.h).
 *
 * The history borrows the runs of the live scoreboard; live/scores.c closes it before a run changes.
 */
#pragma once

#include "core/metric/scoreboard.h"

struct store;

enum { HISTORY_MOMENTS = 60 };

struct history;

/*
 * Opens the history for the runs of `live`, which must not change until history_close. `n_threads` threads work on
 * it, including the caller's, which alone uses the store; 0 counts as 1. The result does not depend on their number.
 */
MUST_CHECK bool history_open(struct history **out, struct store *store, const struct scoreboard *live,
                             size_t n_threads, struct err *err);
/* NULL is allowed. */
void history_close(struct history *history);

/* Works on it for a few milliseconds. */
MUST_CHECK bool history_work(struct history *history, struct err *err);
bool history_is_complete(const struct history *history);
/* Whether the history is still up to date with `votes` votes, within what a plot can show. */
bool history_is_fresh(const struct history *history, int64_t votes);

/* The share of the questions that are replayed, in percent. */
int history_percent(const struct history *history);
/* The number of known moments: 0 until some questions are replayed. */
size_t history_count(const struct history *history);
/* The number of votes at this moment. */
int64_t history_votes(const struct history *history, size_t moment);
/* Like scoreboard_mean; NAN if no question had labels. Until the history is complete: over the replayed questions. */
double history_mean(const struct history *history, size_t moment, size_t run, size_t measure);
/* Like scoreboard_estimate: the mean with its interval, if the measure has one. */
struct estimate history_estimate(const struct history *history, size_t moment, size_t run, size_t measure);
