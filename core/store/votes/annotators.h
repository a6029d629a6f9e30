/*
 * The annotators: who there is, and how they vote.
 */
#ifndef ASSAY_CORE_STORE_VOTES_ANNOTATORS_H
#define ASSAY_CORE_STORE_VOTES_ANNOTATORS_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/annotator.h"
#include "core/judge/luce.h"
#include "core/metric/statistics/choice_agreement.h"

struct store;

/*
 * The annotators' numbers; those who are new are added. The names, each named once, are looked for together; *n_put of them
 * before one that can't be. Inside a transaction of the caller. ERR_INPUT: a model is called so, or the name has control
 * characters.
 */
bool store_put_annotators(struct store *store, const struct bytes *names, size_t n, int64_t *annotator_ids,
                          size_t *n_put, struct err *err) __attribute__((warn_unused_result));

/* How many votes of the annotator stand. */
bool store_count_votes_of(struct store *store, int64_t annotator_id, int64_t *votes, struct err *err)
    __attribute__((warn_unused_result));

/* How many votes of an annotator stand that were given since some time. */
struct recent_votes_row {
    int64_t annotator_id;
    int64_t votes;
};

/* Of those who have any, by ascending numbers; in the arena. Goes through all answers once. */
bool store_list_recent_votes(struct store *store, int64_t since, struct arena *arena,
                             struct recent_votes_row **rows, size_t *n, struct err *err)
    __attribute__((warn_unused_result));

/* What an annotator kept and dropped at a glance (core/judge/glance.h), and what votes say of it. */
struct glances_told {
    int64_t kept, dropped;
    int64_t dropped_shown;  /* dropped, and on a ballot that somebody voted on all the same … */
    int64_t dropped_chosen; /* … and chosen there at least once: a wrong drop */
};

/* How one annotator votes; what the figures mean is in core/judge/annotator.h. Withdrawn votes count nowhere. */
struct annotator_row {
    int64_t annotator_id;
    struct bytes name;
    struct pace pace;
    int64_t median_ms; /* from shown to answered, of the timed votes; 0 without any */
    int64_t none_votes;
    int64_t skips;
    struct slot_wins slots;
    struct repeats repeats;
    int64_t quick_votes; /* of the timed ones: in less than QUICK_VOTE_MS */
    int64_t fast_votes;  /* likewise: in less than FAST_SHARE of the median of all annotators */
    enum haste haste;
    /* Without intervals: on ballots that others answered, too; on repeats (core/judge/control.h) with what was said the first
     * time; on gold ballots with the right answer, as far as the setting `gold` names who knows it now. */
    struct choice_agreement with_others, with_self, with_gold;
    bool
        is_set_aside; /* the setting says so: of what they chose nothing is known here, only that and how fast they answered */
    struct glances_told glances;
    bool has_reliability; /* the setting `reliability` is on */
    struct luce_rater reliability;
};

/*
 * All annotators by name, as of one moment; names are copied into the arena. Reads every vote and its slots: a second or
 * two for a million votes.
 */
bool store_list_annotators(struct store *store, struct arena *arena, struct annotator_row **rows, size_t *n,
                           struct err *err) __attribute__((warn_unused_result));

/* How annotators vote, and what they said to the same ballots. */
struct annotators_agreement {
    struct annotator_row *rows; /* by name */
    size_t n;
    struct choice_index
        shared; /* the ballots: annotators by their place in `rows`, questions by theirs in `qids` */
    struct bytes *qids;
};

/* The same rows, and the ballots that several of them answered; copied into the arena. */
bool store_read_agreement(struct store *store, struct arena *arena, struct annotators_agreement *agreement,
                          struct err *err) __attribute__((warn_unused_result));

#endif
