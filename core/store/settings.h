/*
 * The settings of a database. One table of rows has the name, default, accepted values and effect of each setting.
 * `assay set`, its help and the manual read this table.
 */
#pragma once

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
    SETTING_TIES,
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
    SETTING_PRIOR,
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
    /* The meaning of each of its words, in their order; NULL: the words need no explanation. */
    const char *const *meanings;
    const char *initial_meaning; /* of the initial value; NULL: as of any other value */
    /* The meaning of any other value, with % in the place of the value; NULL: the value needs no explanation. */
    const char *meaning;
    const char *initial; /* the value of a setting that was never set */
    const char *help;
    const struct words *words; /* the accepted words, or NULL: */
    const char *takes;         /* describes the accepted values, and */
    bool (*accepts)(struct bytes *value,
                    /* Checks a value, and may spell it as it is to be stored; NULL: any text is accepted. */
                    struct err *err);
    /* Checks a value against this database; NULL: every accepted value suits. */
    bool (*suits)(struct store *store, struct bytes value, struct err *err);
    bool changes_targets;    /* the ballots that questions need, or their order, depend on it */
    bool changes_experiment; /* votes given under different values are not comparable */
};

extern const struct setting_row setting_rows[SETTING_COUNT];

/* ERR_USAGE, with the existing keys: there is no setting with this name. */
MUST_CHECK bool setting_find(struct bytes key, enum setting *setting, struct err *err);
/* Stores a value under a key, without checks. */
MUST_CHECK bool store_put_setting(struct store *store, const char *key, struct bytes value, struct err *err);
/*
 * From now on what is read through this store leaves out the votes of the annotators whom the setting `set_aside` now
 * names (set_aside.h).
 */
MUST_CHECK bool store_heed_set_aside(struct store *store, struct err *err);
/*
 * Returns a number that changes whenever a setting changes, so that a holder of settings notices that they are
 * outdated.
 */
MUST_CHECK bool settings_digest(struct store *store, uint64_t *digest, struct err *err);

/* The value in force, copied into the arena. */
MUST_CHECK bool setting_get(struct store *store, enum setting setting, struct arena *arena,
                            struct bytes *value, struct err *err);
/* Announces one later call for this setting: see query_prefetch (database/db.h). */
void setting_prefetch(struct store *store, enum setting setting);
/* The same for settings that are whole numbers. */
MUST_CHECK bool setting_get_integer(struct store *store, enum setting setting, int64_t *value,
                                    struct err *err);
/* The same for settings that have words: returns the place of the value among the words. */
MUST_CHECK bool setting_get_choice(struct store *store, enum setting setting, size_t *choice,
                                   struct err *err);
/* Returns the number of questions to label; INT64_MAX: all. */
MUST_CHECK bool setting_get_sample(struct store *store, int64_t *questions, struct err *err);
/* Returns the estimator of relevance; ESTIMATOR_AUTO is replaced by the estimator that suits the dealing. */
MUST_CHECK bool setting_get_estimator(struct store *store, enum estimator *estimator, struct err *err);
/* Returns the share of the ballots that several annotators answer, and the number of these annotators. */
MUST_CHECK bool setting_get_overlap(struct store *store, struct overlap *overlap, struct err *err);
/* Returns the language of questions and documents, one of stemmer_languages (core/text/stemmer.h); NULL: none. */
MUST_CHECK bool setting_get_language(struct store *store, const char **language, struct err *err);
/* Adds the description of the accepted values: "2 or 3". */
void setting_add_takes(enum setting setting, struct buffer *text);
/*
 * Returns whether the database may have this setting with this value. ERR_USAGE: no such setting, or an invalid value.
 */
MUST_CHECK bool setting_check(struct bytes key, struct bytes value, struct err *err);
/* Adds the meaning of the value in a few words; nothing if the value needs no explanation. */
void setting_add_meaning(enum setting setting, struct bytes value, struct buffer *text);

/* Checks and stores the value and everything that follows from it, in one transaction. ERR_USAGE: an invalid value. */
MUST_CHECK bool setting_put(struct store *store, enum setting setting, struct bytes value, struct err *err);
/*
 * Recomputes the targets, the places and the ballots left of all questions by the settings in force, inside the caller's
 * transaction.
 */
MUST_CHECK bool settings_apply(struct store *store, struct err *err);
/* The same for the marked questions (content/unsettled.h): enough when the transaction has only added rows. */
MUST_CHECK bool settings_apply_to_unsettled(struct store *store, struct err *err);
/* The same without the places, which all questions decide: for a part of an import to a file. */
MUST_CHECK bool settings_apply_to_part(struct store *store, struct err *err);
