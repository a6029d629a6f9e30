/*
 * The remaining work of a labelling project, in ballots and hours. A question ends when it is settled, after an
 * unknown number of ballots. The ended questions predict the others. That is valid because the order of questions
 * is random, so it is chance which ones end first.
 *
 * The forecast counts all questions. So it is computed only once a question can have ended, in the pause after a
 * ballot is on the screen (labelling_update_forecast). In between, each vote is subtracted. Balanced dealing reads
 * nothing for it.
 */
#pragma once

#include "core/judge/annotator.h"
#include "core/judge/stop_rule.h"

/*
 * Similar questions: `questions` questions have `done` votes and at most `left` ballots left; left = 0: they have
 * ended.
 */
struct question_count {
    int64_t done, left;
    int64_t questions;
};

struct forecast_range {
    double expected, low, high; /* NAN: unknown */
};

struct forecast {
    int64_t
        n_ended; /* number of ended questions it is based on; 0: the count is exact, no forecast is needed */
    int64_t at_most; /* ballots, if no question is settled before its budget ends */
    /* The expected number of ballots with its 95 % interval; known from FORECAST_ENDED_MIN questions on. */
    struct forecast_range ballots;
    double hours; /* work of all annotators together, at the median time of a vote; NAN: unknown */
};

enum { FORECAST_ENDED_MIN = 5 };

/*
 * Under STOP_AT_TARGET `left` is exact. Under STOP_WHEN_SETTLED the ended questions get random weights in each
 * simulated world (Rubin, The Bayesian Bootstrap, Annals of Statistics 9, 1981). Each open question then ends like
 * one of them, given that it has not ended yet. For the upper end of the interval, one more question that is never
 * settled is among them. The interval is widened to match Student's t. `vote_ms` is the time of a vote by
 * vote_time_of (annotator.h). The same counts give the same forecast.
 */
struct forecast forecast_make(enum stop_rule rule, const struct question_count *counts, size_t n,
                              double vote_ms);

/* Adds "about 1930 ballots (1500 to 2400), about 11 h"; leaves out what is unknown. */
void forecast_add(const struct forecast *forecast, struct buffer *text);

/*
 * Adds "about 7 min", "about 1.6 h" or "under a minute", as all screens and commands write hours of work. Adds
 * nothing for NAN.
 */
void forecast_add_hours(double hours, struct buffer *text);

/* Updates the forecast after one more vote on a question that goes on; `vote_ms` is how long a vote takes now. */
void forecast_count_vote(struct forecast *forecast, double vote_ms);
