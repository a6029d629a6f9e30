/*
 * What the sections of a report are made of, and the functions that add them: those on the labelling are in
 * report_labels.c, how far who graded agrees in report_agreement.c, those on runs in report_runs.c; which of the runs
 * differ is worked out in report_letters.c.
 */
#ifndef ASSAY_CLI_REPORT_REPORT_H
#define ASSAY_CLI_REPORT_REPORT_H

#include "cli/shared/scores.h"
#include "cli/shared/vote_noise.h"
#include "core/metric/statistics/estimate.h"
#include "core/metric/statistics/letters.h"
#include "core/metric/scoreboard.h"
#include "core/store/labelling/status.h"
#include "export/forms/page.h"

struct history;
struct hard_question;
struct report_agreement;

/* What takes a look at each vote is left out where there are more. */
enum { REPORT_VOTES_MAX = 200000 };

/* {0} is empty and safe to release. */
struct report {
    struct report_page page;
    const char *output, *title, *baseline_name; /* as they are asked for; NULL: they are not */
    struct scores scores;                       /* without questions where nothing is labelled yet */
    bool has_database;                          /* the truth is no file of judgments */
    struct store *store;                        /* it, open while all is read */
    struct status status;                       /* of a database */
    struct report_agreement *agreement; /* of those who graded in it; NULL: nobody did, or it is left out */
    struct buffer remarks;              /* what there is to say of the scores, a line each */
    /* Of the runs: */
    size_t *by_merit;             /* the best one first, by the first measure */
    size_t baseline;              /* the run that the others are held against; n_runs: none */
    double margin;                /* how much worse is not yet worse */
    struct estimate *differences; /* of each run from the baseline */
    struct estimate *estimates;   /* of that measure */
    struct vote_noise noise;      /* on labels from votes: what chance the votes give to that measure … */
    /* … how far they alone could move each mean, each difference; NULL: no votes. */
    double *votes, *votes_apart;
    struct letters *letters; /* of each run, by that measure; NULL: there are none */
    /* Why they are left out; NULL: they aren't, or there is nothing to compare. */
    const char *letters_missing;
    double *values;        /* of that measure: a row of n_runs for each question of the truth; may be NAN */
    size_t *hardest_first; /* the questions of the truth that count, by their mean over the runs */
    size_t n_hardest;
    /* The runs, read a second time for their documents: those of the hard questions, with a history of all. */
    struct scoreboard *rankings;
    struct hard_question *hard; /* the first of hardest_first, with what the best runs rank there */
    size_t n_hard;
    struct history *history; /* all replayed; NULL: there is none, or it is left out */
    struct arena arena;
};

/* Whether a section has something to say. */
bool report_has_database(const struct report *report);
bool report_has_annotators(const struct report *report);
bool report_has_agreement(const struct report *report);
bool report_has_labels(const struct report *report);
bool report_has_runs(const struct report *report);
bool report_has_baseline(const struct report *report);
bool report_has_rankings(const struct report *report);
bool report_has_history(const struct report *report);

void report_add_summary(struct report *report);
void report_add_progress(struct report *report);
void report_add_labels(struct report *report);
void report_add_annotators(struct report *report);
void report_add_agreement(struct report *report);
void report_add_runs(struct report *report);
void report_add_baseline(struct report *report);
void report_add_questions(struct report *report);
void report_add_hard(struct report *report);
void report_add_history(struct report *report);

/* What those who graded said, once the status is known (cli/report/report_agreement.c). */
bool report_read_agreement(struct report *report, struct store *store, struct err *err)
    __attribute__((warn_unused_result));
void report_release_agreement(struct report *report);

/* What the sections on runs need, once the runs are scored. Reads each a second time; `store` is NULL without a database. */
bool report_prepare_runs(struct report *report, struct store *store, struct world *world, struct err *err)
    __attribute__((warn_unused_result));
/* Which runs differ significantly, once the values are known (cli/report/report_letters.c). */
bool report_make_letters(struct report *report, struct world *world, struct err *err)
    __attribute__((warn_unused_result));
void report_add_letters_note(struct report *report);
void report_release_runs(struct report *report);

#endif
