/*
 * The data of a report, and the functions that add its sections. Those about labelling are in report_labels.c, the
 * agreement of annotators in report_agreement.c, those about runs in report_runs.c. report_letters.c computes which
 * runs differ.
 */
#pragma once

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

/* With more votes, parts that examine each vote are left out. */
enum { REPORT_VOTES_MAX = 200000 };

/* {0} is empty and safe to release. */
struct report {
    struct report_page page;
    const char *output, *title, *baseline_name; /* options; NULL: not given */
    struct scores scores;                       /* no questions when nothing is labelled yet */
    bool has_database;                          /* the truth is a database, not a file of judgments */
    struct store *store;                        /* the database, open while everything is read */
    struct status status; /* agreement of its annotators; NULL: nobody graded, or it is left out */
    struct report_agreement *agreement; /* remarks about the scores, one per line */
    struct buffer remarks;              /* what there is to say of the scores, a line each */
    /* About the runs: */
    size_t *by_merit;             /* run numbers, the best first, by the first measure */
    size_t baseline;              /* the run that others are compared with; n_runs: none */
    double margin;                /* largest drop that still counts as "not worse" */
    struct estimate *differences; /* of each run minus the baseline */
    struct estimate *estimates;   /* of the first measure */
    struct vote_noise noise; /* for labels from votes: the variance that votes add to the first measure */
    /* Their share of the uncertainty of each mean and each difference; NULL: no votes. */
    double *votes, *votes_apart;
    struct letters *letters; /* of each run, by the first measure; NULL: none */
    /* Why letters are left out; NULL: they are not, or there is nothing to compare. */
    const char *letters_missing;
    double *values; /* of the first measure: a row of n_runs for each question of the truth; may be NAN */
    size_t *hardest_first; /* questions that count, by ascending mean over the runs */
    size_t n_hardest;
    /*
     * The runs, read a second time for their documents: those of the hard questions, or of all questions with a
     * history.
     */
    struct scoreboard *rankings;
    struct hard_question *hard; /* the first of hardest_first, with what the best runs rank there */
    size_t n_hard;
    struct history *history; /* replay of all votes; NULL: none, or left out */
    struct arena arena;
};

/* Return whether a section has content. */
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

/* Reads the judgments of all graders, once the status is known (cli/report/report_agreement.c). */
MUST_CHECK bool report_read_agreement(struct report *report, struct store *store, struct err *err);
void report_release_agreement(struct report *report);

/*
 * Prepares the sections on runs, once the runs are scored. Reads each run a second time. `store` is NULL without a
 * database.
 */
MUST_CHECK bool report_prepare_runs(struct report *report, struct store *store, struct world *world,
                                    struct err *err);
/* Computes which runs differ significantly, once the values are known (cli/report/report_letters.c). */
MUST_CHECK bool report_make_letters(struct report *report, struct world *world, struct err *err);
void report_add_letters_note(struct report *report);
void report_release_runs(struct report *report);
