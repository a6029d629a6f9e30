/*
 * The database, behind one opaque door. SQLite today; nothing above this header
 * knows that. All of it is for one thread.
 *
 * Files by what they do: store.c opens and keeps settings, store_copy.c keeps a copy
 * of an older database, store_import.c fills, store_deal.c deals ballots and takes
 * answers, store_report.c reads and checks, store_annotators.c says how annotators vote.
 */
#ifndef ASSAY_CORE_STORE_STORE_H
#define ASSAY_CORE_STORE_STORE_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/random.h"
#include "core/judge/annotator.h"
#include "core/judge/ballot.h"
#include "core/judge/relevance.h"
#include "core/metric/qrels.h"

struct store;

enum store_mode {
    STORE_EXISTING, /* the file must be a database of assay */
    STORE_CREATE,   /* it may be missing or empty, and is made then by the first transaction */
};

/*
 * Errors name the file: missing, no database, not of assay, of a newer assay, damaged.
 * An older schema is brought up to date, in one transaction; a copy of the file as it was is kept beside it, as
 * "labels.db.version-2". A database that is made has tables from its first store_begin on; until that is committed
 * it is an empty file, which store_close removes if it was not there before and nobody else has it open.
 */
bool store_open(struct store **out, const char *path, enum store_mode mode, struct err *err)
    __attribute__((warn_unused_result));
/* NULL is fine. */
void store_close(struct store *store);
const char *store_path(const struct store *store);
/*
 * Whether the path leads to a file of a database that is open in this program. Such
 * a file must not be opened: closing it would take all of SQLite's locks away, other
 * programs would take themselves for alone, and votes would be lost ("How To Corrupt
 * An SQLite Database File", 2.2). import/file.h asks before it opens. For any thread.
 */
bool store_has_file(const char *path);
/* Whether the file's first bytes are those of a database (of any program), or of its -wal. */
bool store_is_database(struct bytes beginning);

/*
 * From now on `report` is called while this program waits for another one that
 * writes to the database: after 300 ms, then every 100 ms, for up to a minute, in
 * the middle of any other call. It may look at what it was given, and must not
 * call into the store. NULL: nobody is told any more.
 */
typedef void busy_report(void *context);
void store_on_busy(struct store *store, busy_report *report, void *context);

/* All or nothing: what happens between begin and commit is durable together, or not there at all. */
bool store_begin(struct store *store, struct err *err) __attribute__((warn_unused_result));
bool store_commit(struct store *store, struct err *err) __attribute__((warn_unused_result));
void store_rollback(struct store *store);

/* How long another program that writes is waited for, a minute at first; and whether that was the last failure. */
void store_set_patience(struct store *store, int ms);
bool store_was_busy(const struct store *store);

/* --- Settings: plain keys and values; core/store/settings.h knows what they mean --------- */

/* *found = false: not set. The value is copied into the arena. */
bool store_get_setting(struct store *store, const char *key, struct arena *arena, struct bytes *value,
                       bool *found, struct err *err) __attribute__((warn_unused_result));
bool store_put_setting(struct store *store, const char *key, struct bytes value, struct err *err)
    __attribute__((warn_unused_result));

/* --- Filling ------------------------------------------------------------------------------ */

/* A document or a question; a question has no title. */
struct item {
    struct bytes id;
    struct bytes title;
    struct bytes text;
    struct bytes fields; /* the other fields, as a JSON object; empty = none */
};

enum stored {
    STORED_NEW,
    STORED_SAME,     /* it was there, just so */
    STORED_REPLACED, /* it was there with other content, and `replace` was asked for */
    STORED_CONFLICT, /* it is there with other content: nothing was changed */
};

bool store_put_document(struct store *store, const struct item *item, bool replace, enum stored *stored,
                        struct err *err) __attribute__((warn_unused_result));
bool store_put_question(struct store *store, const struct item *item, bool replace, enum stored *stored,
                        struct err *err) __attribute__((warn_unused_result));
/* The row's number, 0 when the id is unknown. */
bool store_find_document(struct store *store, struct bytes docid, int64_t *document_id, struct err *err)
    __attribute__((warn_unused_result));
bool store_find_question(struct store *store, struct bytes qid, int64_t *question_id, struct err *err)
    __attribute__((warn_unused_result));
/*
 * Puts a document into the pool of a question. One that is there keeps the prior
 * and the source that put it there first (STORED_SAME), unless `replace`.
 */
bool store_put_candidate(struct store *store, int64_t question_id, int64_t document_id, double prior,
                         struct bytes source, bool replace, enum stored *stored, struct err *err)
    __attribute__((warn_unused_result));
/* Works out anew what each question needs. To be called in the transaction that
 * added candidates or changed ballot_size or impressions. */
bool store_refresh_targets(struct store *store, size_t ballot_size, int64_t impressions, struct err *err)
    __attribute__((warn_unused_result));

/* --- Ballots: all inside a transaction of the caller --------------------------------------- */

/* The annotator's number; they are added when new. */
bool store_put_annotator(struct store *store, struct bytes name, int64_t *annotator_id, struct err *err)
    __attribute__((warn_unused_result));

/* Who deals, when, for how long, and by which seed. */
struct dealer {
    int64_t annotator_id;
    int64_t now;
    int64_t lease_ms;
    /* What a ballot draws follows from seed, question and the ballot's number in it: a session can be repeated. */
    uint64_t seed;
    uint64_t uuid_seed; /* of uuids, which no other annotator's may be like: see session_open */
};

/*
 * The next ballot for an annotator, leased to them: the earliest one they left
 * open; else a new one of the question in hand; else one of the question with the
 * least labelling done; else one they skipped as "later". 0: nothing to do.
 */
bool store_take_ballot(struct store *store, const struct dealer *dealer, int64_t *ballot_id, struct err *err)
    __attribute__((warn_unused_result));
/*
 * The same among the ballots of one question: one left open, else a new one, else,
 * with `also_later`, one they skipped as "later".
 */
bool store_take_ballot_of_question(struct store *store, const struct dealer *dealer, int64_t question_id,
                                   bool also_later, int64_t *ballot_id, struct err *err)
    __attribute__((warn_unused_result));
/* Why nothing could be taken of a question that is there: always false, ERR_NO_BALLOT but for failures. */
bool store_explain_no_ballot(struct store *store, int64_t question_id, struct err *err);
/* Whether the lease of a ballot of the annotator's runs: they are at it, or its session ended without giving it back. */
bool store_holds_ballot(struct store *store, const struct dealer *dealer, bool *holds, struct err *err)
    __attribute__((warn_unused_result));
/* Ends the lease of a ballot in the annotator's hands; it stays theirs to come back to. */
bool store_give_back(struct store *store, const struct dealer *dealer, int64_t ballot_id, struct err *err)
    __attribute__((warn_unused_result));

/* A ballot as it is shown, its bytes copied into the arena. */
bool store_read_ballot(struct store *store, int64_t ballot_id, struct arena *arena, struct ballot *ballot,
                       struct err *err) __attribute__((warn_unused_result));

/* Stores an answer, given now, and closes its ballot. ERR_ANSWERED when that is not open for this annotator. */
bool store_add_answer(struct store *store, const struct dealer *dealer, int64_t ballot_id,
                      const struct answer *answer, struct err *err) __attribute__((warn_unused_result));
/* Takes the annotator's last answer back and leases its ballot to them; *ballot_id = 0: there is none. */
bool store_withdraw_answer(struct store *store, const struct dealer *dealer, int64_t *ballot_id,
                           bool *was_vote, struct err *err) __attribute__((warn_unused_result));
/* Leases a ballot in the annotator's hands anew; nothing when it is not, or another one holds its set by now. */
bool store_keep_lease(struct store *store, const struct dealer *dealer, int64_t ballot_id, struct err *err)
    __attribute__((warn_unused_result));
/*
 * Ends the leases that only a clock that was ahead can have given, twice as long as any: what it holds would not be
 * dealt until then. Twice, since `now` may be of before a wait for another program.
 */
bool store_end_stray_leases(struct store *store, const struct dealer *dealer, struct err *err)
    __attribute__((warn_unused_result));
/* Ends the annotator's leases now; the ballots stay theirs to come back to. */
bool store_end_leases(struct store *store, int64_t annotator_id, int64_t now, struct err *err)
    __attribute__((warn_unused_result));

/* --- Reading -------------------------------------------------------------------------------- */

struct progress {
    int64_t ballots_done; /* votes that stand */
    int64_t ballots_left;
    int64_t questions;
};

/* Whether there is or was a ballot: not before some question has candidates. */
bool progress_has_ballots(struct progress progress);

bool store_get_progress(struct store *store, struct progress *progress, struct err *err)
    __attribute__((warn_unused_result));

/* How one annotator votes; what the figures mean is in core/judge/annotator.h. Withdrawn votes count nowhere. */
struct annotator_row {
    int64_t annotator_id;
    struct bytes name;
    struct pace pace;
    int64_t median_ms; /* from shown to answered; 0 without votes */
    int64_t none_votes;
    int64_t skips;
    struct slot_wins slots;
    struct repeats repeats;
};

/* All annotators by name, as of one moment; names are copied into the arena. Reads every vote and its slots: 2 to
 * 3 s for a million votes. */
bool store_list_annotators(struct store *store, struct arena *arena, struct annotator_row **rows, size_t *n,
                           struct err *err) __attribute__((warn_unused_result));

enum { LACKING_NAMED = 3 };

/* The questions without candidates. */
struct lacking_questions {
    int64_t count;
    struct bytes qids[LACKING_NAMED]; /* the first ones in the order of import, as many as there are */
    size_t n_qids;
};

struct status {
    int64_t questions, documents, candidates;
    int64_t questions_done, questions_begun, questions_untouched;
    struct lacking_questions lacking;
    int64_t ballots_done, ballots_left;
    int64_t votes, none_votes;
    struct annotator_row *annotators; /* by name */
    size_t n_annotators;
};

/* One consistent look; names are copied into the arena. */
bool store_get_status(struct store *store, struct arena *arena, struct status *status, struct err *err)
    __attribute__((warn_unused_result));

struct question_row {
    int64_t question_id;
    struct bytes qid;
    struct bytes text;
    int64_t candidates;                 /* the size of its pool */
    int64_t target;                     /* impressions that each candidate needs */
    int64_t ballots_done, ballots_left; /* done: the votes that stand */
    int64_t none_votes;                 /* those of ballots_done that chose none */
};

/* The qids are copied into the arena. */
bool store_find_lacking_questions(struct store *store, struct arena *arena, struct lacking_questions *out,
                                  struct err *err) __attribute__((warn_unused_result));

/* All questions in the order of import, copied into the arena. */
bool store_list_questions(struct store *store, struct arena *arena, struct question_row **rows, size_t *n,
                          struct err *err) __attribute__((warn_unused_result));
struct question_name {
    int64_t question_id;
    struct bytes qid;
};

/* Those of questions `first` to `last`, by question_id, that have a vote now. */
bool store_list_begun_questions(struct store *store, int64_t first, int64_t last, struct arena *arena,
                                struct question_name **names, size_t *n, struct err *err)
    __attribute__((warn_unused_result));
/*
 * Those whose standing answers have changed, by whomever, since change number *change (0: ever), in no order that
 * matters; *change becomes the newest one. What changes meanwhile is listed now or the next time, or both.
 */
bool store_list_changed_questions(struct store *store, int64_t *change, struct arena *arena,
                                  struct question_name **names, size_t *n, struct err *err)
    __attribute__((warn_unused_result));
/* What store_list_changed_questions goes on from. */
bool store_find_newest_change(struct store *store, int64_t *change, struct err *err)
    __attribute__((warn_unused_result));
/* The candidates of a question by docid bytes ascending, copied into the arena. */
bool store_list_candidates(struct store *store, int64_t question_id, struct arena *arena,
                           struct tally **tallies, size_t *n, struct err *err)
    __attribute__((warn_unused_result));

struct candidate_row {
    struct tally tally;
    struct bytes title; /* the beginning of its text where the document has none */
    double grade;       /* NAN: it has none */
};

/* A vote that stands. */
struct vote_row {
    struct bytes annotator;
    int64_t cast_at;
    int64_t elapsed_ms;
    size_t n_slots;
    struct bytes docids[BALLOT_SIZE_MAX]; /* that stood on the ballot, by position - 1 */
    int position;                         /* of the one chosen, or VOTE_NONE */
    struct bytes note;                    /* any bytes; empty when there is none */
};

/* The document's title or, without one, the beginning of its text; empty when there is no such document.
 * Copied into the arena. */
bool store_read_title(struct store *store, struct bytes docid, struct arena *arena, struct bytes *title,
                      struct err *err) __attribute__((warn_unused_result));

/* A slot of a vote that stands. */
struct choice_row {
    int64_t answer_id;
    struct bytes docid;
    bool is_chosen;
};

/*
 * The slots of the votes on a question that stand, up to answer number `last`, in the order in which they were
 * cast; those of a vote side by side. Copied into the arena.
 */
bool store_list_choices(struct store *store, int64_t question_id, int64_t last, struct arena *arena,
                        struct choice_row **rows, size_t *n, struct err *err)
    __attribute__((warn_unused_result));
/* The nth (from 1) of the votes that stand and were cast after answer number `after`; 0: there are not so many. */
bool store_find_vote_after(struct store *store, int64_t after, int64_t nth, int64_t *answer_id,
                           struct err *err) __attribute__((warn_unused_result));

struct question_details {
    struct question_row question;
    struct candidate_row *candidates; /* in the order of merit, best first */
    size_t n_candidates;
    struct vote_row *votes; /* in the order in which they were cast */
    size_t n_votes;
};

/* All about a question that is there, as of one moment: its candidates with their grades by `rule`, and its
 * votes. Copied into the arena. */
bool store_read_question(struct store *store, int64_t question_id, const struct grading_rule *rule,
                         struct arena *arena, struct question_details *details, struct err *err)
    __attribute__((warn_unused_result));

/* A document that is there, as a ballot would show it; copied into the arena. */
bool store_read_document(struct store *store, struct bytes docid, struct arena *arena,
                         struct ballot_document *document, struct err *err)
    __attribute__((warn_unused_result));

/* The grades of a question's candidates by `rule`, those without one left out; by docid, in the arena. */
bool store_read_labels(struct store *store, int64_t question_id, const struct grading_rule *rule,
                       struct arena *arena, struct judgment **labels, size_t *n, struct err *err)
    __attribute__((warn_unused_result));
/* What labels stand on. */
struct label_base {
    int64_t questions; /* in all, with a vote or without */
    int64_t votes;
};

/*
 * The labels of all questions that have at least one vote, as qrels (released by
 * the caller), and what they stand on, as of one moment.
 */
bool store_read_qrels(struct store *store, const struct grading_rule *rule, struct qrels *qrels,
                      struct label_base *base, struct err *err) __attribute__((warn_unused_result));

/* Called once for each thing that is wrong, with one line. */
typedef void check_report(void *context, struct bytes problem);

/* Checks the file, the keys and all sums against the votes; *problems = how many are wrong. */
bool store_check(struct store *store, check_report *report, void *context, size_t *problems, struct err *err)
    __attribute__((warn_unused_result));

/* A number that is another one once anybody else (another program, another annotator) has written to the database. */
bool store_get_version(struct store *store, int64_t *version, struct err *err)
    __attribute__((warn_unused_result));

/* Reads several things as of one moment: between these two nobody's votes get in. */
bool store_begin_reading(struct store *store, struct err *err) __attribute__((warn_unused_result));
void store_end_reading(struct store *store);

#endif
