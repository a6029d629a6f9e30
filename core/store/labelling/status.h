/* The progress of the labelling. */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/forecast.h"
#include "core/judge/prior_weight.h"
#include "core/store/content/strata.h"

struct annotator_row;
struct judgment_source;
struct store;

struct progress {
    int64_t ballots_done; /* votes that stand */
    int64_t ballots_left;
    int64_t questions;
    int64_t last_question; /* the highest question number: more than `questions` if some were removed */
};

/* Returns whether there is or was a ballot; there is none before a question has candidates. */
bool progress_has_ballots(struct progress progress);

MUST_CHECK bool store_get_progress(struct store *store, struct progress *progress, struct err *err);

/*
 * Reads the time that a vote takes now, in ms (vote_time_of), from the votes that stand among the newest PACE_ANSWERS
 * answers of all annotators. All forecasts use it. NAN: too little is known.
 */
MUST_CHECK bool store_read_vote_time(struct store *store, double *ms, struct err *err);

/* Forecasts the remaining work. Reads all questions. */
MUST_CHECK bool store_forecast(struct store *store, struct forecast *forecast, struct err *err);

/* Counts the questions with candidates that are not in the sample (the setting `sample`). */
MUST_CHECK bool store_count_left_out(struct store *store, int64_t *questions, struct err *err);

enum { LACKING_NAMED = 3 };

/* The questions without candidates. */
struct lacking_questions {
    int64_t count;
    struct bytes qids[LACKING_NAMED]; /* the first ones in the order of import */
    size_t n_qids;
};

/* Finds the questions without candidates. The qids are copied into the arena. */
MUST_CHECK bool store_find_lacking_questions(struct store *store, struct arena *arena,
                                             struct lacking_questions *out, struct err *err);

struct status {
    struct strata strata; /* with the labelled share of each stratum */
    int64_t questions, documents, candidates;
    int64_t questions_done, questions_begun, questions_untouched;
    int64_t questions_left_out; /* with candidates, but not in the sample */
    int64_t questions_outside;  /* those of them without a vote */
    int64_t questions_labelled; /* with a vote, in the sample or not */
    struct lacking_questions lacking;
    int64_t ballots_done, ballots_left;
    double vote_ms; /* as store_read_vote_time */
    struct learned_priors priors;
    struct forecast forecast;
    /* The ballots for one question without a vote, as the mean of all pools; NAN: no question has candidates. */
    double question_ballots;
    int64_t votes, none_votes;
    bool has_annotators;              /* false: the session may not see who gave which answer (rights.h) */
    struct annotator_row *annotators; /* by name */
    size_t n_annotators;
    struct judgment_source *sources; /* of judgments, by name */
    size_t n_sources;
};

/* The activity at one moment. A session that sees only its own answers sees only its own activity. */
struct activity {
    int64_t leases;     /* ballots that somebody has in hand */
    int64_t annotators; /* with a ballot in hand */
    int64_t last_vote;  /* time of the newest answer, in ms since 1970; 0: none */
};
MUST_CHECK bool store_read_activity(struct store *store, int64_t now, struct activity *activity,
                                    struct err *err);

/* Reads the status at one moment; names are copied into the arena. */
MUST_CHECK bool store_get_status(struct store *store, struct arena *arena, struct status *status,
                                 struct err *err);
