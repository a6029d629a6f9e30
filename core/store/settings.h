/*
 * The settings of a database: one table of rows says each one's name, default,
 * what it takes and what it does. `assay set`, its help and the manual read it.
 */
#ifndef ASSAY_CORE_STORE_SETTINGS_H
#define ASSAY_CORE_STORE_SETTINGS_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/relevance.h"
#include "core/markup/markup_guess.h"

#include <stdint.h>

struct overlap;
struct store;

enum setting {
    SETTING_BALLOT_SIZE,
    SETTING_IMPRESSIONS,
    SETTING_GUIDE,
    SETTING_MEASURES,
    SETTING_BLIND,
    SETTING_REASONS,
    SETTING_SECOND_CHOICE,
    SETTING_PRACTICE,
    SETTING_FORMAT,
    SETTING_LANGUAGE,
    SETTING_SHOW,
    SETTING_JOURNAL,
    SETTING_DEALING,
    SETTING_AIM,
    SETTING_CONFIDENCE,
    SETTING_BUDGET,
    SETTING_ESTIMATOR,
    SETTING_SCREENING,
    SETTING_OVERLAP,
    SETTING_REPEATS,
    SETTING_GOLD,
    SETTING_SET_ASIDE,
    SETTING_ORDER,
    SETTING_STRATA,
    SETTING_SAMPLE,
    SETTING_SEED,
    SETTING_RELIABILITY,
    SETTING_COUNT
};

/* The group of a setting; settings are shown group by group. */
enum setting_group {
    SETTING_GROUP_SEEN,
    SETTING_GROUP_DEALING,
    SETTING_GROUP_QUALITY,
    SETTING_GROUP_SCORES,
    SETTING_GROUP_STORAGE,
    SETTING_GROUP_COUNT,
};

/* By enum setting_group: "Shown to experts". */
extern const char *const setting_group_names[SETTING_GROUP_COUNT];

struct setting_row {
    const char *key;
    enum setting_group group;
    const char *const
        *meanings; /* what each of its words means, in their order; NULL: they speak for themselves */
    const char *initial_meaning; /* what the initial value means; NULL: as any other */
    const char *meaning; /* what another value means, with % in its place; NULL: it speaks for itself */
    const char *initial; /* the value where none was set */
    const char *help;
    const struct words *words; /* a value is one of them, or: */
    const char *takes;         /* what a value may be, and */
    bool (*accepts)(struct bytes *value,
                    struct err *err); /* may spell it as it is to be kept; NULL: any text */
    /* Checks a value against this database; NULL: every valid value is fine. */
    bool (*suits)(struct store *store, struct bytes value, struct err *err);
    bool changes_targets;    /* what questions need, or when they are dealt, depends on it */
    bool changes_experiment; /* votes that were given under another value are of another kind */
};

extern const struct setting_row setting_rows[SETTING_COUNT];

/* ERR_USAGE with the keys there are when there is none of this name. */
bool setting_find(struct bytes key, enum setting *setting, struct err *err)
    __attribute__((warn_unused_result));
/* A plain key and its value, as they are kept. */
bool store_put_setting(struct store *store, const char *key, struct bytes value, struct err *err)
    __attribute__((warn_unused_result));
/* From now on the votes of those that the setting `set_aside` names now don't count in what is read of this store (set_aside.h). */
bool store_heed_set_aside(struct store *store, struct err *err) __attribute__((warn_unused_result));
/* Another number whenever a setting has another value: who holds settings knows by it that they are of the past. */
bool settings_digest(struct store *store, uint64_t *digest, struct err *err)
    __attribute__((warn_unused_result));

/* The value in force, copied into the arena. */
bool setting_get(struct store *store, enum setting setting, struct arena *arena, struct bytes *value,
                 struct err *err) __attribute__((warn_unused_result));
/* It is going to be asked for, once: see query_foresee (database/db.h). */
void setting_foresee(struct store *store, enum setting setting);
/* The same for the settings that are whole numbers. */
bool setting_get_integer(struct store *store, enum setting setting, int64_t *value, struct err *err)
    __attribute__((warn_unused_result));
/* The same for the settings that have words: the value's place among them. */
bool setting_get_choice(struct store *store, enum setting setting, size_t *choice, struct err *err)
    __attribute__((warn_unused_result));
/* How many questions are labelled; INT64_MAX: all. */
bool setting_get_sample(struct store *store, int64_t *questions, struct err *err)
    __attribute__((warn_unused_result));
/* How relevance is estimated: ESTIMATOR_AUTO has become the one that suits the dealing. */
bool setting_get_estimator(struct store *store, enum estimator *estimator, struct err *err)
    __attribute__((warn_unused_result));
/* Which share of the ballots is asked of several annotators. */
bool setting_get_overlap(struct store *store, struct overlap *overlap, struct err *err)
    __attribute__((warn_unused_result));
/* The language of questions and documents, one of stemmer_languages (core/text/stemmer.h); NULL: none. */
bool setting_get_language(struct store *store, const char **language, struct err *err)
    __attribute__((warn_unused_result));
/* Adds what a value may be: "2 or 3". */
void setting_add_takes(enum setting setting, struct buffer *text);
/* Whether this may stand in the database; ERR_USAGE: no such setting, or not a value for it. */
bool setting_check(struct bytes key, struct bytes value, struct err *err) __attribute__((warn_unused_result));
/* Adds what the value means, in a few words; nothing where it speaks for itself. */
void setting_add_meaning(enum setting setting, struct bytes value, struct buffer *text);

/* Checks the value and stores it with all that follows from it, in one transaction. ERR_USAGE: not a value for it. */
bool setting_put(struct store *store, enum setting setting, struct bytes value, struct err *err)
    __attribute__((warn_unused_result));
/* store_refresh_targets and question_places_refresh by the settings in force; inside the caller's transaction. */
bool settings_apply(struct store *store, struct err *err) __attribute__((warn_unused_result));
/* The same with store_refresh_unsettled_targets: for who only added. */
bool settings_apply_to_unsettled(struct store *store, struct err *err) __attribute__((warn_unused_result));

#endif
