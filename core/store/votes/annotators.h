/* The annotators: a list of them, and statistics of their votes. */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/annotator.h"
#include "core/judge/luce.h"
#include "core/metric/statistics/choice_agreement.h"

struct store;

/*
 * Finds the numbers of annotators, and adds those with new names. No name may appear twice; all are looked up together.
 * *n_put is the number of valid names before the first invalid one. Inside a transaction of the caller. ERR_INPUT: a
 * model has this name, or it is empty or has control characters.
 */
MUST_CHECK bool store_put_annotators(struct store *store, const struct bytes *names, size_t n,
                                     int64_t *annotator_ids, size_t *n_put, struct err *err);

/* Counts the annotator's votes that stand. */
MUST_CHECK bool store_count_votes_of(struct store *store, int64_t annotator_id, int64_t *votes,
                                     struct err *err);

/* The number of an annotator's standing votes since some time. */
struct recent_votes_row {
    int64_t annotator_id;
    int64_t votes;
};

/* Lists the annotators with such votes, by ascending annotator_id; in the arena. Reads all answers once. */
MUST_CHECK bool store_list_recent_votes(struct store *store, int64_t since, struct arena *arena,
                                        struct recent_votes_row **rows, size_t *n, struct err *err);

/* The candidates that an annotator kept and dropped at a glance (core/judge/glance.h), compared with the votes. */
struct glances_told {
    int64_t kept, dropped;
    int64_t dropped_shown;  /* dropped, but on a ballot with a vote … */
    int64_t dropped_chosen; /* … and chosen there at least once: a wrong drop */
};

/* Statistics of one annotator's votes; core/judge/annotator.h explains the figures. Withdrawn votes count nowhere. */
struct annotator_row {
    int64_t annotator_id;
    struct bytes name;
    struct pace pace;
    int64_t median_ms; /* time from shown to answered, median of the timed votes; 0: there are none */
    double vote_ms;    /* by vote_time_of, from the newest PACE_ANSWERS timed votes */
    int64_t none_votes;
    int64_t skips;
    struct slot_wins slots;
    struct repeats repeats;
    int64_t quick_votes; /* of the timed votes: those in less than QUICK_VOTE_MS */
    int64_t
        fast_votes; /* of the timed votes: those in less than FAST_SHARE of the median of all annotators */
    enum haste haste;
    /*
     * Agreements, without intervals: on ballots that others also answered; on repeats (core/judge/control.h) with their
     * own first answer; on gold ballots with the right answer, by the present setting `gold`.
     */
    struct choice_agreement with_others, with_self, with_gold;
    /* By the setting `set_aside`. Then the figures about choices are empty; only times and skips are counted. */
    bool is_set_aside;
    struct glances_told glances;
    bool has_reliability; /* the setting `reliability` is on */
    struct luce_rater reliability;
};

/*
 * Lists all annotators by name, as of one moment; names are copied into the arena. Reads every vote and its slots: one
 * or two seconds for a million votes.
 */
MUST_CHECK bool store_list_annotators(struct store *store, struct arena *arena, struct annotator_row **rows,
                                      size_t *n, struct err *err);

/* Statistics of the annotators, and the ballots that several of them answered. */
struct annotators_agreement {
    struct annotator_row *rows; /* by name */
    size_t n;
    /* The ballots; annotators are numbered as in `rows`, questions as in `qids`. */
    struct choice_index shared;
    struct bytes *qids;
    size_t n_ties; /* answers to such ballots that are left out, because a tie neither agrees nor disagrees */
};

/* Reads both, copied into the arena. */
MUST_CHECK bool store_read_agreement(struct store *store, struct arena *arena,
                                     struct annotators_agreement *agreement, struct err *err);
