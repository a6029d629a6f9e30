/* What the files of core/store share, and nobody else sees. */
#pragma once

#include "core/base/arena.h"
#include "core/base/random.h"
#include "core/judge/addition.h"
#include "core/judge/control.h"
#include "core/judge/relevance.h"
#include "core/store/database/db.h"
#include "core/store/store.h"

struct annotator_reliability;
struct kept_setting;
struct labelling_step;
struct answer;
struct answer_name;
struct ballot;
struct new_ballot;
struct cast_vote;
struct dealer;
struct drafts;
struct held_votes;
struct progress;
struct qrels;
struct question_row;
struct slot_set;
struct tally;

struct store {
    struct db *db;
    bool only_reads;         /* the session never writes */
    bool is_new;             /* has no tables yet, except in the transaction that makes them */
    size_t n_readings;       /* that were begun and not ended; they are nested */
    struct buffer kept_copy; /* see store_kept_copy */
    struct buffer renewed;   /* see store_renewed */
    struct signature {
        int64_t at;
        struct buffer who, what; /* empty: no event is logged */
    } signature;                 /* see store_sign */
    int64_t import_id;           /* of the import that this transaction is; 0: none */
    struct import_in_hand {
        int64_t first_id;   /* the number of its first part */
        int64_t last_id;    /* the number of the last part that was committed */
        struct buffer what; /* the names of its files */
        bool is_continued;  /* a part that changed something was committed */
        bool is_carry;
        bool has_sources;    /* this part has given candidates a source or another rank */
        bool ends_ballots;   /* this part has replaced texts, or put documents away */
        size_t n_rows, size; /* rows, and bytes of text, that this part has stored */
    } import;
    /* The file's version (store_get_version) at which its sums were verified; 0: never. */
    int64_t sound_version;
    /* Of the pool that was looked at last (dockets.c); NULL: none. */
    struct pool_likeness *likeness;
    /* The step of the next answer, as far as it was read ahead (labelling/step.h), and its arena; NULL: it was not. */
    struct labelling_step *ahead;
    struct arena ahead_arena;
    struct shown_documents *shown; /* of the question in hand (labelling/shown.h); NULL: none */
    /* The step of the next answer as step_expect knows it, and its arena; NULL: it is not known. */
    struct labelling_step *expected;
    struct arena expected_arena;
    bool relies_on_ahead; /* the last answer does; if that is outdated, its session has met nobody */
    /* The answered ballot and its question, if the server may refuse the answer of this transaction (query_try); else 0. */
    int64_t tried_ballot, tried_question;
    struct prior_learning *learning; /* of dealing (prior_learning.c); NULL: nothing was learned yet */
    struct known_weight {
        bool is_known;
        int64_t votes; /* when it was learned */
        double weight;
    } label_weight; /* of labels (prior_learning.c) */
    /* The questions that got candidates or votes in this transaction, so that their needs must be recomputed. */
    int64_t *unsettled;
    size_t n_unsettled, unsettled_capacity;
    unsigned n_met_others; /* conflicts in a row since the last commit, see store_wait_if_met_another */
    enum { TWINS_UNKNOWN, TWINS_ABSENT, TWINS_PRESENT } twins; /* in this reading: see twins.c */
    struct known_estimator {
        bool is_known; /* in this reading */
        enum estimator is;
    } estimator;
    struct known_votes {
        bool is_known; /* in this reading */
        int64_t n;
    } votes_counted;
    struct document_names *names; /* NULL: not read in this reading */
    struct held_votes *votes;     /* NULL: not read in this reading */
    struct held_settings *held;   /* NULL: not read, or no reading: each setting is read by itself */
    enum { SIGHT_UNKNOWN, SIGHT_OF_OWN, SIGHT_OF_ALL } sight; /* see store_sees_all */
    struct buffer own_name; /* of the session's annotator, valid once `sight` is known; empty: any name */
    struct annotator_reliability *reliability; /* see reliability.h; NULL: not known yet */
    struct annotator_set {
        int64_t *ids;
        size_t n, capacity;
    } left_out, set_aside; /* see left_out.h, set_aside.h */
};

/*
 * Counts the votes that stand, once in a reading: a list of all questions asks at each question whether what was learned
 * still serves.
 */
MUST_CHECK bool votes_count(struct store *store, int64_t *votes, struct err *err);
/* Returns whether what was learned from so many votes still serves: their number has changed by at most a tenth. */
bool votes_are_nearly(int64_t then, int64_t now);

/* Adds the event of store_sign, if there is one, to the transaction that is about to be committed. */
MUST_CHECK bool log_write(struct store *store, struct err *err);
/* Adds to the description of the event. Adds nothing if there is no event, or if the whole would be too long. */
void log_note(struct store *store, struct bytes what);
/* Drops the event after its commit. */
void log_forget(struct store *store);

/* All settings as they are stored, read at once and kept during a reading. */
struct held_settings {
    struct arena arena;
    struct kept_setting *rows;
    size_t n;
};
/* Drops the held settings; the next use reads them again. */
void settings_let_go(struct store *store);
/* Announces that a reading is going to need the settings: see query_prefetch (database/db.h). */
void settings_prefetch(struct store *store);

/*
 * A ballot that a session answers. On a server the answer closes it, and writes the remaining ballots of its question.
 */
struct ballot_answered {
    int64_t ballot_id, question_id;
    bool changes_left;    /* it is a vote that counts */
    int64_t ballots_left; /* of its question after the answer, unless others vote in it meanwhile */
    int64_t version;      /* of its question, on which ballots_left is based */
    /* The next ballot, which a server deals together with the answer; NULL: none. */
    const struct new_ballot *deals;
    const int64_t *stamp; /* by which a server was read ahead (labelling/step.h); NULL: none */
    /* Nothing else is written, so a server may refuse the answer and go on (query_try). */
    bool may_be_refused;
    bool has_drafts; /* the ballot does, and a server removes them */
};

/* The parts of a row of `answer` other than the answer itself. */
struct answer_key {
    int64_t answer_id;
    char uuid[UUID_SIZE];
    int64_t ballot_id;
    int64_t annotator_id;
    int64_t given_at;
    /* NULL: the answer was received from elsewhere, for a ballot that is closed. */
    const struct ballot_answered *answered;
};
/* Adds a row of additions (note, reason, …) to an answer; does not check whether there is one already. */
MUST_CHECK bool addition_put(struct store *store, int64_t answer_id, const struct addition *addition,
                             struct err *err);
/* Adds an answer with its additions; triggers update the sums. */
MUST_CHECK bool answer_put(struct store *store, const struct answer_key *key, const struct answer *answer,
                           struct err *err);
/*
 * The same for a new answer with the number in `name`: the dealer's annotator gives it now to the answered ballot.
 * Completes `name`.
 */
MUST_CHECK bool answer_put_new(struct store *store, const struct dealer *dealer,
                               const struct ballot_answered *answered, const struct answer *answer,
                               struct answer_name *name, struct err *err);
/* Asks for the fields of a dealt ballot; shown_fields_take sets them once its slots are read. */
struct shown_fields_reading {
    struct query wanted, fields;
};
struct shown_fields_reading shown_fields_ask(struct store *store, int64_t ballot_id);
MUST_CHECK bool shown_fields_take(struct shown_fields_reading *reading, struct arena *arena,
                                  struct ballot *ballot, struct err *err);
/*
 * Asks for the progress of the labelling together with other queries; progress_take ends the query. Votes of left-out
 * annotators are included.
 */
struct query progress_ask(struct store *store);
MUST_CHECK bool progress_take(struct query *query, struct progress *progress, struct err *err);
/* Asks for the time that a vote takes (store_read_vote_time of status.h), likewise. */
struct query vote_time_ask(struct store *store);
MUST_CHECK bool vote_time_take(struct store *store, struct query *query, double *ms, struct err *err);
/* ERR_INPUT, with the existing names: there is no source with this name. */
MUST_CHECK bool judgment_source_find(struct store *store, struct bytes name, int64_t *source_id,
                                     struct err *err);
/* Reads the row of a question. ERR_NO_BALLOT: it was removed meanwhile. */
MUST_CHECK bool question_read(struct store *store, int64_t question_id, struct arena *arena,
                              struct question_row *question, struct err *err);
/* Announces question_read, as query_prefetch; false: it was announced before. */
bool question_prefetch(struct store *store, int64_t question_id);
/*
 * Adds the annotator if the name is new, as store_put_annotators, but in one trip: for an annotator who is about to
 * label.
 */
MUST_CHECK bool annotator_enter(struct store *store, struct bytes name, int64_t *annotator_id,
                                struct err *err);
/* Asks for the count of store_count_votes_of together with other queries. */
struct query votes_of_ask(struct store *store, int64_t annotator_id);
/*
 * Asks for the unsent notes and marks on an annotator's open ballots; drafts_take reads them into the arena and ends
 * the queries.
 */
struct drafts_reading {
    struct query notes, marks;
};
struct drafts_reading drafts_ask(struct store *store, int64_t annotator_id);
MUST_CHECK bool drafts_take(struct drafts_reading *reading, struct arena *arena, struct drafts *drafts,
                            struct err *err);
/* --- names.c ---------------------------------------------------------------------------------- */

/*
 * ERR_INPUT unless `name` is a valid name of `whose` ("an annotator"). check_ids of queries.sql checks the same of
 * stored names.
 */
MUST_CHECK bool name_check(const char *whose, struct bytes name, struct err *err);
/* ERR_INPUT: a model that has answered has this name, so `whose` ("the annotator") needs another one. */
MUST_CHECK bool name_check_is_no_model(struct store *store, const char *whose, struct bytes name,
                                       struct err *err);
/* Sets this error; returns false. */
bool name_fail_is_model(const struct store *store, const char *whose, struct bytes name, struct err *err);

bool annotator_set_has(const struct annotator_set *set, int64_t annotator_id);
void annotator_set_put(struct annotator_set *set, int64_t annotator_id);
bool is_left_out(const struct store *store, int64_t annotator_id);
/* Returns whether the annotator is left out or set aside. */
bool is_uncounted(const struct store *store, int64_t annotator_id);
/*
 * The votes from which the relevance of a question's candidates was estimated; none if it is wins divided by
 * impressions.
 */
struct voted_question {
    struct luce_question votes;
    int64_t *document_ids; /* by the index of the candidate in `votes` */
};
/* As store_list_candidates, with the votes, in the arena. */
MUST_CHECK bool candidates_with_votes(struct store *store, int64_t question_id, struct arena *arena,
                                      struct tally **tallies, size_t *n, struct voted_question *voted,
                                      struct err *err);
/* Ends a query of cast_slot (rows.h): reads the votes of all annotators who count, into the arena. */
MUST_CHECK bool votes_take(struct store *store, struct query *query, struct arena *arena,
                           struct cast_vote **votes, size_t *n, struct err *err);
/* Copies the labels of a question, if there are any, into qrels; keeps no other memory. */
MUST_CHECK bool labels_put(struct store *store, struct bytes qid, const struct judgment *labels, size_t n,
                           struct qrels *qrels, struct err *err);
/*
 * Subtract the votes that don't count: from question rows, which are ordered by ascending number, the votes of
 * annotators who are left out or set aside; from the progress those of left-out annotators.
 */
MUST_CHECK bool left_out_from_questions(struct store *store, struct question_row *rows, size_t n,
                                        struct err *err);
MUST_CHECK bool left_out_from_progress(struct store *store, struct progress *progress, struct err *err);
/* The problem that a check reports when a server does not have all triggers. */
#define CHECK_TRIGGERS_MISSING "triggers are missing or turned off"
/* A lease lasts minutes. A longer one comes from a clock that was ahead. */
enum { CHECK_LEASE_MS_MAX = 24 * 60 * 60 * 1000 };
