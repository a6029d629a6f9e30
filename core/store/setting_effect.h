/* The effects of a setting, before it is set. */
#ifndef ASSAY_CORE_STORE_SETTING_EFFECT_H
#define ASSAY_CORE_STORE_SETTING_EFFECT_H

#include "core/store/settings.h"

/* The state of the labelling with another value. */
struct setting_effect {
    struct bytes before;      /* the value in force, in the arena */
    int64_t votes;            /* that stand */
    int64_t ballots;          /* so many more are left, or fewer */
    double hours;             /* the work that this is; NAN: not known */
    int64_t reopened, ended;  /* questions that are done and would not be, and the other way round */
    int64_t counted;          /* so many votes more count, or fewer */
    int64_t unjudged;         /* questions of which no vote counts any more */
    bool are_questions_known; /* false: there are too many to look at each */
    double more_answers;      /* about so many that are no new ballots: second ones, checks; 0: none */
};

/* Works it out by setting the value and taking it back, in one transaction. ERR_USAGE as setting_put. */
bool setting_try(struct store *store, enum setting setting, struct bytes value, struct arena *arena,
                 struct setting_effect *effect, struct err *err) __attribute__((warn_unused_result));

#endif
