/* What the files of core/store share, and nobody else sees. */
#ifndef ASSAY_CORE_STORE_STORE_PRIVATE_H
#define ASSAY_CORE_STORE_STORE_PRIVATE_H

#include "core/base/arena.h"
#include "core/base/random.h"
#include "core/judge/addition.h"
#include "core/judge/control.h"
#include "core/judge/relevance.h"
#include "core/store/database/db.h"
#include "core/store/store.h"

struct annotator_reliability;
struct kept_setting;
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
    bool only_reads;         /* nothing is written by it */
    bool is_new;             /* it has no tables yet, but in the transaction that makes them */
    size_t n_readings;       /* that were begun, and not ended, one in another */
    struct buffer kept_copy; /* see store_kept_copy */
    struct buffer renewed;   /* see store_renewed */
    struct signature {
        int64_t at;
        struct buffer who, what; /* empty: nothing is to be signed */
    } signature;                 /* see store_sign */
    int64_t import_id;           /* of the import that this transaction is; 0: it is none */
    /* Of the file, as store_get_version has it, when its sums were found right; 0: never. */
    int64_t sound_version;
    struct pool_likeness *likeness; /* of the pool that was looked at last (dockets.c); NULL: of none */
    /* The questions that got candidates or votes in this transaction: what they need is another. */
    int64_t *unsettled;
    size_t n_unsettled, unsettled_capacity;
    unsigned n_met_others; /* how often in a row others were first, since the last commit */
    enum { TWINS_UNKNOWN, TWINS_ABSENT, TWINS_PRESENT } twins; /* in this reading: see twins.c */
    struct known_estimator {
        bool is_known; /* in this reading */
        enum estimator is;
    } estimator;
    struct document_names *names; /* NULL: they were not asked for in this reading */
    struct held_votes *votes;     /* likewise */
    struct held_settings *held;   /* NULL: as little, or each is read by itself */
    enum { SIGHT_UNKNOWN, SIGHT_OF_OWN, SIGHT_OF_ALL } sight; /* see store_sees_all */
    struct buffer own_name; /* of who this session is, once `sight` is known; empty: anybody */
    struct annotator_reliability *reliability; /* see reliability.h; NULL: not known yet */
    struct annotator_set {
        int64_t *ids;
        size_t n, capacity;
    } left_out, set_aside; /* see left_out.h, set_aside.h */
};

/* Adds the event of store_sign, if there is one, to the transaction that is about to be committed. */
bool log_write(struct store *store, struct err *err) __attribute__((warn_unused_result));
/* Adds to what is signed; nothing where nothing is, or where all of it would be too long. */
void log_note(struct store *store, struct bytes what);
/* And that it is committed. */
void log_forget(struct store *store);

/* The settings as they are kept, on a server. */
struct held_settings {
    struct arena arena;
    struct kept_setting *rows;
    size_t n;
};
/* They are read anew when they are asked for again. */
void settings_let_go(struct store *store);
/* A reading is going to want them. */
void settings_foresee(struct store *store);

/* A ballot that a session answers: on a server it is closed by the answer, and what is left of its question is written with it. */
struct ballot_answered {
    int64_t ballot_id, question_id;
    bool changes_left;              /* it is a vote that counts */
    int64_t ballots_left;           /* of its question, by then, unless others vote in it meanwhile */
    int64_t version;                /* of its question, from which that follows */
    const struct new_ballot *deals; /* the next one, which a server deals with the answer; NULL: none */
};

/* What a row of `answer` is beside the answer itself. */
struct answer_key {
    int64_t answer_id;
    char uuid[UUID_SIZE];
    int64_t ballot_id;
    int64_t annotator_id;
    int64_t given_at;
    const struct ballot_answered *answered; /* NULL: it comes from elsewhere, to a ballot that is closed */
};
/* Adds a row to what is said beside an answer, whatever stands there. */
bool addition_put(struct store *store, int64_t answer_id, const struct addition *addition, struct err *err)
    __attribute__((warn_unused_result));
/* Adds an answer with what is said beside it; the triggers keep the sums. */
bool answer_put(struct store *store, const struct answer_key *key, const struct answer *answer,
                struct err *err) __attribute__((warn_unused_result));
/* The same, under the number that `name` has, given now by the dealer's annotator to the answered ballot; completes the name. */
bool answer_put_new(struct store *store, const struct dealer *dealer, const struct ballot_answered *answered,
                    const struct answer *answer, struct answer_name *name, struct err *err)
    __attribute__((warn_unused_result));
/* Asks for the fields of a ballot that was dealt; shown_fields_take sets them once its slots are there. */
struct shown_fields_reading {
    struct query wanted, fields;
};
struct shown_fields_reading shown_fields_ask(struct store *store, int64_t ballot_id);
bool shown_fields_take(struct shown_fields_reading *reading, struct arena *arena, struct ballot *ballot,
                       struct err *err) __attribute__((warn_unused_result));
/* Asks how far the labelling is, to be read with what else is asked; progress_take ends it: with the votes of who is left out. */
struct query progress_ask(struct store *store);
bool progress_take(struct query *query, struct progress *progress, struct err *err)
    __attribute__((warn_unused_result));
/* Asks how long a vote takes (store_read_vote_time of status.h), likewise. */
struct query vote_time_ask(struct store *store);
bool vote_time_take(struct store *store, struct query *query, double *ms, struct err *err)
    __attribute__((warn_unused_result));
/* ERR_INPUT: there is no source of this name; those that are there are named. */
bool judgment_source_find(struct store *store, struct bytes name, int64_t *source_id, struct err *err)
    __attribute__((warn_unused_result));
/* The row of a question. ERR_NO_BALLOT: it was taken out meanwhile. */
bool question_read(struct store *store, int64_t question_id, struct arena *arena,
                   struct question_row *question, struct err *err) __attribute__((warn_unused_result));
/* That it will be, as query_foresee; false: it was foreseen before. */
bool question_foresee(struct store *store, int64_t question_id);
/* As store_put_annotators, which looks first: for who is about to label, in one trip. */
bool annotator_enter(struct store *store, struct bytes name, int64_t *annotator_id, struct err *err)
    __attribute__((warn_unused_result));
/* Asks what store_count_votes_of counts, to be read with what else is asked. */
struct query votes_of_ask(struct store *store, int64_t annotator_id);
/* Asks for what is typed and marked on an annotator's open ballots; drafts_take, into the arena, ends it. */
struct drafts_reading {
    struct query notes, marks;
};
struct drafts_reading drafts_ask(struct store *store, int64_t annotator_id);
bool drafts_take(struct drafts_reading *reading, struct arena *arena, struct drafts *drafts, struct err *err)
    __attribute__((warn_unused_result));
/* --- names.c ---------------------------------------------------------------------------------- */

/* ERR_INPUT unless `name` can be one of `whose` ("an annotator"): see check_ids of queries.sql, which says it of what is there. */
bool name_check(const char *whose, struct bytes name, struct err *err) __attribute__((warn_unused_result));
/* ERR_INPUT: a model that has answered is called so, and `whose` ("the annotator") name must be another. */
bool name_check_is_no_model(struct store *store, const char *whose, struct bytes name, struct err *err)
    __attribute__((warn_unused_result));
/* Says so; returns false. */
bool name_fail_is_model(const struct store *store, const char *whose, struct bytes name, struct err *err);

bool annotator_set_has(const struct annotator_set *set, int64_t annotator_id);
void annotator_set_put(struct annotator_set *set, int64_t annotator_id);
bool is_left_out(const struct store *store, int64_t annotator_id);
/* They are left out, or set aside. */
bool is_uncounted(const struct store *store, int64_t annotator_id);
/* The votes that the relevance of a question's candidates was estimated of: none where wins and impressions say it. */
struct voted_question {
    struct luce_question votes;
    int64_t *document_ids; /* by candidate of the votes */
};
/* As store_list_candidates, and the votes, in the arena. */
bool candidates_with_votes(struct store *store, int64_t question_id, struct arena *arena,
                           struct tally **tallies, size_t *n, struct voted_question *voted, struct err *err)
    __attribute__((warn_unused_result));
/* Ends a query of cast_slot (rows.h): the votes of everybody who counts. In the arena. */
bool votes_take(struct store *store, struct query *query, struct arena *arena, struct cast_vote **votes,
                size_t *n, struct err *err) __attribute__((warn_unused_result));
/* Puts the labels of a question, if there are any, into qrels: copies of them, and nothing else of what was read on the way. */
bool labels_put(struct store *store, struct bytes qid, const struct judgment *labels, size_t n,
                struct qrels *qrels, struct err *err) __attribute__((warn_unused_result));
/* How many votes there are where somebody does not count: of questions by ascending numbers; and of all, where somebody is left out. */
bool left_out_from_questions(struct store *store, struct question_row *rows, size_t n, struct err *err)
    __attribute__((warn_unused_result));
bool left_out_from_progress(struct store *store, struct progress *progress, struct err *err)
    __attribute__((warn_unused_result));
/* A lease is for minutes: one that goes on longer is of a clock that was ahead. */
/* What check says of a server where some are. */
#define CHECK_TRIGGERS_MISSING "triggers are missing, or turned off"
enum { CHECK_LEASE_MS_MAX = 24 * 60 * 60 * 1000 };

#endif
