/*
 * Live scores: several runs against labels that are still being made. When the
 * labels of one question change, that question alone is scored again.
 *
 * A question takes part once it has labels; the means are over the questions
 * that take part, and a run that does not answer one of them scores 0 on it.
 */
#ifndef ASSAY_CORE_METRIC_SCOREBOARD_H
#define ASSAY_CORE_METRIC_SCOREBOARD_H

#include "core/metric/measure.h"
#include "core/metric/qrels.h"
#include "core/metric/ranking.h"
#include "core/metric/run.h"

struct scoreboard;

/*
 * Opens a scoreboard without runs or labels. The measures are copied. Cannot fail.
 */
void scoreboard_open(struct scoreboard **out, const struct measure *measures, size_t n_measures,
                     enum ties ties);
void scoreboard_close(struct scoreboard *scoreboard);

/* Adds a run, takes ownership of it (and of its memory), scores it on the labels so far; returns its number. */
size_t scoreboard_add_run(struct scoreboard *scoreboard, struct run *run);
/* Puts `run` in the place of run number `index` (its file has changed); the old one is released. */
void scoreboard_replace_run(struct scoreboard *scoreboard, size_t index, struct run *run);

/*
 * The labels of question `qid` are now these `n` judgments (copied; 0 = the
 * question has no labels and takes no part). The means before the call are kept
 * for scoreboard_change.
 */
void scoreboard_set_labels(struct scoreboard *scoreboard, struct bytes qid, const struct judgment *judgments,
                           size_t n);
/* The same for the first filling: leaves no change behind. Call once all questions are set. */
void scoreboard_settle(struct scoreboard *scoreboard);

size_t scoreboard_run_count(const struct scoreboard *scoreboard);
size_t scoreboard_measure_count(const struct scoreboard *scoreboard);
/* On how many questions the means stand. */
size_t scoreboard_question_count(const struct scoreboard *scoreboard);
const struct run *scoreboard_run(const struct scoreboard *scoreboard, size_t run);
const struct measure *scoreboard_measure(const struct scoreboard *scoreboard, size_t measure);
/* The mean (Num* measures: the sum); 0 when no question takes part. */
double scoreboard_mean(const struct scoreboard *scoreboard, size_t run, size_t measure);
/* How much the mean differs from what it was before the last scoreboard_set_labels. */
double scoreboard_change(const struct scoreboard *scoreboard, size_t run, size_t measure);

#endif
