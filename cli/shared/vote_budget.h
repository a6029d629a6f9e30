/*
 * What more labels cost: ballots, and hours at the annotators' pace.
 */
#ifndef ASSAY_CLI_SHARED_VOTE_BUDGET_H
#define ASSAY_CLI_SHARED_VOTE_BUDGET_H

#include "cli/shared/truth.h"

struct status;

struct vote_budget {
    size_t n_labelled;   /* questions with a vote, in the sample or not: what scores stand on */
    size_t n_untouched;  /* those that could get one … */
    size_t n_outside;    /* … and those that could if they were in the sample (the setting `sample`) */
    double per_question; /* ballots; NAN: no question has candidates */
    double per_hour;     /* votes, at the pace of all forecasts; NAN: it is not known */
};

struct vote_budget vote_budget_of(const struct status *status);
/* That of a database whose votes are the truth; of another truth nothing is known. */
bool vote_budget_read(const struct truth *truth, struct vote_budget *out, struct world *world,
                      struct err *err) __attribute__((warn_unused_result));

/* For so many questions; NAN where it is not known. */
double vote_budget_ballots(const struct vote_budget *budget, double questions);
double vote_budget_hours(const struct vote_budget *budget, double ballots);
/* Whether so many more questions can't be labelled as the database is; false where nothing is known of it. */
bool vote_budget_lacks(const struct vote_budget *budget, size_t questions);
/* Adds how many can, and where more are to be had: "0 are there, 205 more outside the sample (`assay set DB sample all`)". */
void vote_budget_add_lack(const struct vote_budget *budget, const char *database, size_t questions,
                          struct buffer *out);

#endif
