/*
 * Live scores: several runs against labels that are still being made. When the labels of one question change, only
 * that question is scored again.
 *
 * A question counts once it has labels. The means are over the questions that count, and a run that does not answer
 * one of them scores 0 on it.
 *
 * Labels are used for scoring, but not stored. So a new run has no scores until the labels of all questions have
 * been set again (scoreboard_finish). Meanwhile the scores of the other runs stay as they are.
 */
#pragma once

#include "core/metric/statistics/estimate.h"
#include "core/metric/measures/measure.h"
#include "core/metric/qrels.h"
#include "core/metric/ranked_run.h"
#include "core/metric/statistics/gate.h"

struct scoreboard;

/* Opens a scoreboard without runs or labels. The measures are copied. Cannot fail. */
void scoreboard_open(struct scoreboard **out, const struct measure *measures, size_t n_measures);
void scoreboard_close(struct scoreboard *scoreboard);

/* Adds the row of a run that will be read later; the name is copied. Returns its number. */
size_t scoreboard_add_run(struct scoreboard *scoreboard, struct bytes name);
/* Puts a run into row `index`, replaces the previous one, and takes ownership of it. */
void scoreboard_put_run(struct scoreboard *scoreboard, size_t index, struct ranked_run *run);
/* Removes run number `index`; the later ones move up by one. */
void scoreboard_remove_run(struct scoreboard *scoreboard, size_t index);
/* Sets whether the run's file cannot be read now. The scores stay those of the last version that was read. */
void scoreboard_set_old(struct scoreboard *scoreboard, size_t index, bool is_old);

/*
 * Sets the labels of question `qid` to these `n` judgments (0: the question has no labels and does not count). The
 * result of scoreboard_change stays the same.
 */
void scoreboard_set_labels(struct scoreboard *scoreboard, struct bytes qid, const struct judgment *judgments,
                           size_t n);
/* The same, and scoreboard_change then returns the effect of these labels. */
void scoreboard_change_labels(struct scoreboard *scoreboard, struct bytes qid,
                              const struct judgment *judgments, size_t n);
/* Call it after all labels have been set since the last run was added. Clears the changes. */
void scoreboard_finish(struct scoreboard *scoreboard);
/* Clears the results of scoreboard_change. */
void scoreboard_clear_changes(struct scoreboard *scoreboard);

/* Whether the scores of a run can be used. */
enum standing {
    STANDING_LOADING,    /* there are no scores yet */
    STANDING_LIVE,       /* the scores are those of its file */
    STANDING_OLD,        /* its file is missing or cannot be read: the scores are those of its last version */
    STANDING_UNREADABLE, /* the same, and it was never readable: there are no scores */
};

size_t scoreboard_run_count(const struct scoreboard *scoreboard);
size_t scoreboard_measure_count(const struct scoreboard *scoreboard);
/* Returns the number of questions that the means are over. */
size_t scoreboard_question_count(const struct scoreboard *scoreboard);
struct bytes scoreboard_run_name(const struct scoreboard *scoreboard, size_t run);
enum standing scoreboard_standing(const struct scoreboard *scoreboard, size_t run);
/* Returns a remark for the run's name: " (old)" or " (unreadable)" if its file is, otherwise "". */
const char *scoreboard_standing_remark(const struct scoreboard *scoreboard, size_t run);
/* Returns whether the run has means to show: it was scored, and at least one question counts. */
bool scoreboard_has_scores(const struct scoreboard *scoreboard, size_t run);
/* Returns the run; it has no questions until it is read. */
const struct ranked_run *scoreboard_run(const struct scoreboard *scoreboard, size_t run);
const struct measure *scoreboard_measure(const struct scoreboard *scoreboard, size_t measure);
/* Returns the mean (the sum for Num* measures); 0 if no question counts. */
double scoreboard_mean(const struct scoreboard *scoreboard, size_t run, size_t measure);
/* Returns by how much the last scoreboard_change_labels changed the mean. */
double scoreboard_change(const struct scoreboard *scoreboard, size_t run, size_t measure);

/* Reads the value of one question. Returns false if the question does not count. */
bool scoreboard_value(const struct scoreboard *scoreboard, size_t run, size_t measure, struct bytes qid,
                      double *value);

/* Numbers of questions on which a run scores more than another, less, or the same. */
struct duel {
    size_t better;
    size_t worse;
    size_t even;
    double deviation; /* of the questions' differences, with n - 1; NAN with fewer than two questions */
};

struct duel scoreboard_duel(const struct scoreboard *scoreboard, size_t run, size_t other, size_t measure);

/* How far the scoreboard has been filled. It affects no score, and is only shown. */
struct loading {
    enum { LOADING_NOTHING, LOADING_RUNS, LOADING_LABELS } what;
    int percent;
};

/* Returns the mean over the questions that count, with its 95 % interval (estimate_make). */
struct estimate scoreboard_estimate(const struct scoreboard *scoreboard, size_t run, size_t measure);
/* The same for the difference between a run and another. */
struct estimate scoreboard_estimate_difference(const struct scoreboard *scoreboard, size_t run, size_t other,
                                               size_t measure);

/* Returns a number that changes whenever a score may have changed. */
uint64_t scoreboard_version(const struct scoreboard *scoreboard);

/* The gate's verdict on a run against another run, by the same statistics as `assay gate`. */
struct scoreboard_verdict {
    enum gate_verdict verdict;
    struct estimate difference; /* run - other, with an interval of this confidence: */
    double confidence;
    bool is_bounded; /* the measure is between 0 and 1; otherwise the verdict is less reliable */
    size_t
        n_more; /* questions until there is a verdict; 0: there is one, or no number of them would be enough */
    bool is_too_few; /* too few questions for any verdict; n_more is then the least number needed */
};

/* Judges the run. The error rate holds for `looks` verdicts together. */
struct scoreboard_verdict scoreboard_judge(const struct scoreboard *scoreboard, size_t run, size_t other,
                                           size_t measure, double margin, size_t looks);

void scoreboard_set_loading(struct scoreboard *scoreboard, struct loading loading);
struct loading scoreboard_loading(const struct scoreboard *scoreboard);
