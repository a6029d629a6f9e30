/*
 * What more labels cost: ballots, and hours at the annotators' pace.
 */
#ifndef ASSAY_CLI_VOTE_BUDGET_H
#define ASSAY_CLI_VOTE_BUDGET_H

#include "cli/truth.h"

struct status;

struct vote_budget {
    size_t n_labelled;   /* questions with a vote */
    size_t n_untouched;  /* those that could get one */
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
/* Whether so many more questions can't be had from the database; false where nothing is known of it. */
bool vote_budget_lacks(const struct vote_budget *budget, size_t questions);

#endif
