/*
 * Live scores: several runs against labels that are still being made. When the
 * labels of one question change, that question alone is scored again.
 *
 * A question takes part once it has labels; the means are over the questions
 * that take part, and a run that does not answer one of them scores 0 on it.
 *
 * Labels are scored and not kept. So a run that comes in has no scores until the
 * labels of all questions have been set again (scoreboard_finish); meanwhile
 * those of the other runs stay what they are.
 */
#ifndef ASSAY_CORE_METRIC_SCOREBOARD_H
#define ASSAY_CORE_METRIC_SCOREBOARD_H

#include "core/metric/statistics/estimate.h"
#include "core/metric/measures/measure.h"
#include "core/metric/qrels.h"
#include "core/metric/ranked_run.h"
#include "core/metric/statistics/gate.h"

struct scoreboard;

/* Opens a scoreboard without runs or labels. The measures are copied. Cannot fail. */
void scoreboard_open(struct scoreboard **out, const struct measure *measures, size_t n_measures);
void scoreboard_close(struct scoreboard *scoreboard);

/* Adds the row of a run that is still to be read; the name is copied. Returns its number. */
size_t scoreboard_add_run(struct scoreboard *scoreboard, struct bytes name);
/* Puts a run into row `index`, in the place of the one that was there, and takes ownership of it. */
void scoreboard_put_run(struct scoreboard *scoreboard, size_t index, struct ranked_run *run);
/* Takes run number `index` away; those behind it move up by one. */
void scoreboard_remove_run(struct scoreboard *scoreboard, size_t index);
/* Says whether the run's file can't be read now. The scores stay those of what was read last. */
void scoreboard_set_old(struct scoreboard *scoreboard, size_t index, bool is_old);

/*
 * The labels of question `qid` are now these `n` judgments (0 = the question has no labels and takes no part). The result of
 * scoreboard_change does not change.
 */
void scoreboard_set_labels(struct scoreboard *scoreboard, struct bytes qid, const struct judgment *judgments,
                           size_t n);
/* The same, and scoreboard_change says what these labels have changed. */
void scoreboard_change_labels(struct scoreboard *scoreboard, struct bytes qid,
                              const struct judgment *judgments, size_t n);
/* All labels have been set since the last run was put in. Leaves no change behind. */
void scoreboard_finish(struct scoreboard *scoreboard);
/* Leaves no change behind. */
void scoreboard_clear_changes(struct scoreboard *scoreboard);

/* How far the scores of a run can be used. */
enum standing {
    STANDING_LOADING,    /* there are none yet */
    STANDING_LIVE,       /* they are those of its file */
    STANDING_OLD,        /* its file has gone or can't be read: they are those of what it was */
    STANDING_UNREADABLE, /* the same, and it never could be: there are none */
};

size_t scoreboard_run_count(const struct scoreboard *scoreboard);
size_t scoreboard_measure_count(const struct scoreboard *scoreboard);
/* On how many questions the means stand. */
size_t scoreboard_question_count(const struct scoreboard *scoreboard);
struct bytes scoreboard_run_name(const struct scoreboard *scoreboard, size_t run);
enum standing scoreboard_standing(const struct scoreboard *scoreboard, size_t run);
/* The same behind a run's name: " (old)" or " (unreadable)" when its file is; mostly "". */
const char *scoreboard_standing_remark(const struct scoreboard *scoreboard, size_t run);
/* Whether the run has means to show: it was scored, and some question takes part. */
bool scoreboard_has_scores(const struct scoreboard *scoreboard, size_t run);
/* Without questions while it is not read. */
const struct ranked_run *scoreboard_run(const struct scoreboard *scoreboard, size_t run);
const struct measure *scoreboard_measure(const struct scoreboard *scoreboard, size_t measure);
/* The mean (Num* measures: the sum); 0 when no question takes part. */
double scoreboard_mean(const struct scoreboard *scoreboard, size_t run, size_t measure);
/* How much the last scoreboard_change_labels changed the mean. */
double scoreboard_change(const struct scoreboard *scoreboard, size_t run, size_t measure);

/* The value of one question; false: it takes no part. */
bool scoreboard_value(const struct scoreboard *scoreboard, size_t run, size_t measure, struct bytes qid,
                      double *value);

/* On how many of the questions that take part a run scores more, or less, than another. */
struct duel {
    size_t better;
    size_t worse;
    size_t even;
    double deviation; /* of the questions' differences, with n - 1; NAN of fewer than two questions */
};

struct duel scoreboard_duel(const struct scoreboard *scoreboard, size_t run, size_t other, size_t measure);

/* How far the scoreboard has been filled. It changes no score: it is there for those who show them. */
struct loading {
    enum { LOADING_NOTHING, LOADING_RUNS, LOADING_LABELS } what;
    int percent;
};

/* The mean over the questions that take part, with its 95 % interval (estimate_make). */
struct estimate scoreboard_estimate(const struct scoreboard *scoreboard, size_t run, size_t measure);
/* The same of what lies between a run and another. */
struct estimate scoreboard_estimate_difference(const struct scoreboard *scoreboard, size_t run, size_t other,
                                               size_t measure);

/* Another number whenever a score may be another one. */
uint64_t scoreboard_version(const struct scoreboard *scoreboard);

/* The gate's verdict on a run against another run, by the same labels and statistics as `assay gate`. */
struct scoreboard_verdict {
    enum gate_verdict verdict;
    struct estimate difference; /* the run from the other one, with an interval of this confidence: */
    double confidence;
    bool is_bounded; /* the measure is between 0 and 1: else the verdict promises less */
    size_t n_more;   /* questions until there is a verdict; 0: there is one, or no number of them would do */
    bool is_too_few; /* for any verdict: then n_more is how many it takes at least */
};

/* `looks`: the error rate is kept over so many verdicts together. */
struct scoreboard_verdict scoreboard_judge(const struct scoreboard *scoreboard, size_t run, size_t other,
                                           size_t measure, double margin, size_t looks);

void scoreboard_set_loading(struct scoreboard *scoreboard, struct loading loading);
struct loading scoreboard_loading(const struct scoreboard *scoreboard);

#endif
