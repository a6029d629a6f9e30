/*
 * How far the labelling is.
 */
#ifndef ASSAY_CORE_STORE_LABELLING_STATUS_H
#define ASSAY_CORE_STORE_LABELLING_STATUS_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/forecast.h"
#include "core/store/content/strata.h"

struct annotator_row;
struct judgment_source;
struct store;

struct progress {
    int64_t ballots_done; /* votes that stand */
    int64_t ballots_left;
    int64_t questions;
    int64_t last_question; /* its number: more than `questions` where some were taken out */
};

/* Whether there is or was a ballot: not before some question has candidates. */
bool progress_has_ballots(struct progress progress);

bool store_get_progress(struct store *store, struct progress *progress, struct err *err)
    __attribute__((warn_unused_result));

/*
 * How long a vote takes now (vote_time_of, in ms): of anybody's newest PACE_ANSWERS answers those votes that stand. It is that of
 * all forecasts; NAN where too little is known.
 */
bool store_read_vote_time(struct store *store, double *ms, struct err *err)
    __attribute__((warn_unused_result));

/* Forecasts the remaining work. Reads all questions. */
bool store_forecast(struct store *store, struct forecast *forecast, struct err *err)
    __attribute__((warn_unused_result));

/* How many questions with candidates are not in the sample (the setting `sample`). */
bool store_count_left_out(struct store *store, int64_t *questions, struct err *err)
    __attribute__((warn_unused_result));

enum { LACKING_NAMED = 3 };

/* The questions without candidates. */
struct lacking_questions {
    int64_t count;
    struct bytes qids[LACKING_NAMED]; /* the first ones in the order of import, as many as there are */
    size_t n_qids;
};

/* The qids are copied into the arena. */
bool store_find_lacking_questions(struct store *store, struct arena *arena, struct lacking_questions *out,
                                  struct err *err) __attribute__((warn_unused_result));

struct status {
    struct strata strata; /* how much of each is labelled */
    int64_t questions, documents, candidates;
    int64_t questions_done, questions_begun, questions_untouched;
    int64_t questions_left_out; /* those with candidates that are not in the sample */
    int64_t questions_outside;  /* those of them that have no vote */
    int64_t questions_labelled; /* those with a vote, in the sample or not */
    struct lacking_questions lacking;
    int64_t ballots_done, ballots_left;
    double vote_ms; /* as store_read_vote_time's */
    struct forecast forecast;
    double
        question_ballots; /* that one takes on which nobody has voted, in the mean of all pools; NAN: none has candidates */
    int64_t votes, none_votes;
    bool has_annotators;              /* else the session may not see who did what (rights.h) */
    struct annotator_row *annotators; /* by name */
    size_t n_annotators;
    struct judgment_source *sources; /* of judgments, by name */
    size_t n_sources;
};

/* The activity at one moment. If the session sees only its own answers, so does this. */
struct activity {
    int64_t leases;     /* ballots that somebody has in hand */
    int64_t annotators; /* that have one */
    int64_t last_vote;  /* when the newest answer was given, in ms since 1970; 0: there is none */
};
bool store_read_activity(struct store *store, int64_t now, struct activity *activity, struct err *err)
    __attribute__((warn_unused_result));

/* One consistent look; names are copied into the arena. */
bool store_get_status(struct store *store, struct arena *arena, struct status *status, struct err *err)
    __attribute__((warn_unused_result));

#endif
