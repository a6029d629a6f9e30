/*
 * How the scores came to be what they are: the means as they were after so many
 * votes, at up to HISTORY_MOMENTS moments, evenly spaced.
 *
 * The votes are those that stood when the history was opened, in the order in
 * which they were cast. One that was withdrawn counts at no moment, also while
 * it still stood: what is shown is how the labels of now grew, not every slip.
 * So the last moment's means are those of the live scores at the opening.
 *
 * With a million votes this takes a while: it is done part by part, question by
 * question. The questions come from all over the database, so that the means over a part of
 * them are shown until all are replayed.
 *
 * The history borrows the runs of the live scoreboard: live/scores.c closes it before a run changes. It replays
 * the votes that stand today, so a withdrawn vote is at no moment in it. It holds one question at a time. The
 * votes of a question lie all over the tables where questions are dealt in random order, so all are read once in
 * the order of the tables (core/store/votes/held_votes.h), after the sample that is shown first.
 */
#ifndef ASSAY_LIVE_HISTORY_H
#define ASSAY_LIVE_HISTORY_H

#include "core/metric/scoreboard.h"

struct store;

enum { HISTORY_MOMENTS = 60 };

struct history;

/*
 * For the runs of `live`, which must stay what they are until history_close. So many threads work on it, the caller's among
 * them, which alone uses the store; 0: as 1. The result does not depend on their number.
 */
bool history_open(struct history **out, struct store *store, const struct scoreboard *live, size_t n_threads,
                  struct err *err) __attribute__((warn_unused_result));
/* NULL is fine. */
void history_close(struct history *history);

/* Does a few milliseconds' part of it. */
bool history_work(struct history *history, struct err *err) __attribute__((warn_unused_result));
bool history_is_complete(const struct history *history);
/* Whether so many votes are, to what a plot can show, those that it was opened on. */
bool history_is_fresh(const struct history *history, int64_t votes);

/* Of the questions, how many are replayed. */
int history_percent(const struct history *history);
/* Moments that are known: none until some questions are replayed. */
size_t history_count(const struct history *history);
/* How many votes there were. */
int64_t history_votes(const struct history *history, size_t moment);
/* As scoreboard_mean; NAN when no question had labels. Before it is complete: over the questions that are replayed. */
double history_mean(const struct history *history, size_t moment, size_t run, size_t measure);
/* As scoreboard_estimate: with its interval, where the measure has one. */
struct estimate history_estimate(const struct history *history, size_t moment, size_t run, size_t measure);

#endif
