/* Predicts the effects of a setting before it is set. */
#pragma once

#include "core/judge/ballot_time.h"
#include "core/store/settings.h"

/* How the state of the labelling changes with another value. Differences are "after" minus "before". */
struct setting_effect {
    struct bytes before;     /* the value in force, in the arena */
    int64_t votes;           /* that stand now */
    int64_t ballots;         /* difference of the ballots left */
    double hours;            /* difference of the work left at `time`; NAN: not known */
    struct ballot_time time; /* of all annotators */
    int64_t reopened, ended; /* questions that are done and would be reopened; questions that would be done */
    int64_t counted;         /* difference of the votes that count */
    int64_t unjudged;        /* questions whose last counted vote would be lost */
    bool are_questions_known; /* false: there are too many questions to look at each */
    double more_answers;      /* expected further answers that are no new ballots: second answers, checks */
};

/* Computes the effect: sets the value, reads the state, and rolls the transaction back. ERR_USAGE as setting_put. */
MUST_CHECK bool setting_try(struct store *store, enum setting setting, struct bytes value,
                            struct arena *arena, struct setting_effect *effect, struct err *err);
