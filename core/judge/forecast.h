/*
 * The remaining work of a labelling, and its hours. A question ends when it is settled, after an unknown number of ballots: the
 * questions that have ended predict the others. Which ones end first is a matter of the order alone, which is drawn.
 *
 * It is computed only once a question can have ended, because all questions are counted for it, and in the pause
 * after a ballot is on the screen (labelling_foretell). Until the next time votes are subtracted. Balanced dealing
 * reads nothing for it.
 */
#ifndef ASSAY_CORE_JUDGE_FORECAST_H
#define ASSAY_CORE_JUDGE_FORECAST_H

#include "core/judge/annotator.h"
#include "core/judge/stop_rule.h"

/* Questions that are alike: how many have so many votes, and at most so many ballots left; 0: they have ended. */
struct question_count {
    int64_t done, left;
    int64_t questions;
};

struct foretold {
    double expected, low, high; /* NAN: not known */
};

struct forecast {
    int64_t n_ended; /* on how many ended questions it stands; 0: nothing needs to be foretold */
    int64_t at_most; /* ballots, if no question is settled before its end */
    /* In 95 of 100 worlds as many come; known from FORECAST_ENDED_MIN questions on. */
    struct foretold ballots;
    double hours; /* of everybody's work together, at the median time of a vote; NAN: not known */
};

enum { FORECAST_ENDED_MIN = 5 };

/*
 * Under STOP_AT_TARGET `left` is what comes. Under STOP_WHEN_SETTLED the questions that have ended are drawn again with
 * other weights (Rubin, The Bayesian Bootstrap, Annals of Statistics 9, 1981) and each open question with them, given that
 * it has not ended yet; for the upper end with one more that is never settled, which may be among those that come.
 * The interval is taken as far out as Student's would be. `vote_ms` is as vote_time_of says (annotator.h). The same counts give the same forecast.
 */
struct forecast forecast_make(enum stop_rule rule, const struct question_count *counts, size_t n,
                              double vote_ms);

/* Adds "about 1930 ballots (1500 to 2400), about 11 h", as far as it is known; nothing when it is not. */
void forecast_add(const struct forecast *forecast, struct buffer *text);

/* Adds "about 7 min", "about 1.6 h" or "under a minute", as all screens and commands say hours of work; nothing of NAN. */
void forecast_add_hours(double hours, struct buffer *text);

/* The same after one more vote of a question that goes on; `vote_ms` is how long a vote takes now. */
void forecast_count_vote(struct forecast *forecast, double vote_ms);

#endif
