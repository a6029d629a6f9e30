/* The cost of more labels: ballots, and the time that they take. */
#pragma once

#include "cli/shared/truth.h"
#include "core/judge/ballot_time.h"

struct annotator_row;
struct status;

struct vote_budget {
    size_t n_labelled;   /* questions with a vote, inside or outside the sample: the basis of the scores */
    size_t n_untouched;  /* questions that could get one */
    size_t n_outside;    /* questions outside the sample (the setting `sample`) that could get one */
    double per_question; /* ballots; NAN: no question has candidates */
    struct ballot_time time;          /* of a ballot, whoever answers it */
    struct annotator_row *annotators; /* of the status, by name */
    size_t n_annotators;
};

struct vote_budget vote_budget_of(const struct status *status);
/*
 * Computes the budget of a database whose votes are the truth, in the arena. For another truth nothing is known:
 * `per_question` is NAN.
 */
MUST_CHECK bool vote_budget_read(const struct truth *truth, struct arena *arena, struct vote_budget *out,
                                 struct world *world, struct err *err);

/* For this many questions; NAN when unknown. */
double vote_budget_ballots(const struct vote_budget *budget, double questions);
/* Adds "about 3.0 h at 24.3 s a ballot" for so many ballots. */
void vote_budget_add_time(const struct ballot_time *time, double ballots, struct buffer *out);
/* Returns whether the database does not have so many more questions to label; false when unknown. */
bool vote_budget_lacks(const struct vote_budget *budget, size_t questions);
/*
 * Adds how many there are, and where to get more: "questions without votes: 0, and 205 more outside the sample
 * (`assay set DB sample all`)".
 */
void vote_budget_add_lack(const struct vote_budget *budget, const char *database, size_t questions,
                          struct buffer *out);
