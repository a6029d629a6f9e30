/*
 * The questions: lists of them, and one with its candidates and votes.
 */
#ifndef ASSAY_CORE_STORE_CONTENT_QUESTIONS_H
#define ASSAY_CORE_STORE_CONTENT_QUESTIONS_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/ballot.h"
#include "core/judge/relevance.h"
#include "core/store/votes/answer_change.h"

struct store;

bool store_find_question(struct store *store, struct bytes qid, int64_t *question_id, struct err *err)
    __attribute__((warn_unused_result));
/* Said of many before they are looked for: see query_foresee (database/db.h). */
void store_foresee_question_number(struct store *store, struct bytes qid);

/* The text of a question, empty when there is no such; copied into the arena. */
bool store_read_question_text(struct store *store, struct bytes qid, struct arena *arena, struct bytes *text,
                              struct err *err) __attribute__((warn_unused_result));

/* The question at this place (from 1) in the order of import; 0: there is none. */
bool store_find_question_at(struct store *store, int64_t place, int64_t *question_id, struct err *err)
    __attribute__((warn_unused_result));

struct question_row {
    int64_t question_id;
    struct bytes qid;
    struct bytes text;
    int64_t candidates;                 /* the size of its pool */
    int64_t target;                     /* impressions that each candidate needs */
    int64_t ballots_done, ballots_left; /* done: the votes that stand */
    int64_t none_votes;                 /* those of ballots_done that chose none */
    int64_t place;                      /* in the order of dealing; 0: no candidates, or not in the sample */
};

bool question_is_done(const struct question_row *row);
/* It has candidates, and is not in the sample (the setting `sample`). */
bool question_is_left_out(const struct question_row *row);

/* All questions in the order of import, copied into the arena. */
bool store_list_questions(struct store *store, struct arena *arena, struct question_row **rows, size_t *n,
                          struct err *err) __attribute__((warn_unused_result));

/* The names of the other fields that questions have, by ascending bytes, copied into the arena. */
bool store_list_question_fields(struct store *store, struct arena *arena, struct bytes **names, size_t *n,
                                struct err *err) __attribute__((warn_unused_result));

/* The value of a question in one of its other fields. */
struct question_value {
    struct bytes qid;
    struct bytes value; /* a text as it is, anything else as JSON */
};

/*
 * The values of a field, in the order of import, copied into the arena; a question without the field has none. ERR_USAGE:
 * no question has it, with the fields that there are.
 */
bool store_read_question_values(struct store *store, struct bytes field, struct arena *arena,
                                struct question_value **values, size_t *n, struct err *err)
    __attribute__((warn_unused_result));

struct question_name {
    int64_t question_id;
    struct bytes qid;
};

/* Those of questions `first` to `last`, by question_id, that have a vote now. */
bool store_list_begun_questions(struct store *store, int64_t first, int64_t last, struct arena *arena,
                                struct question_name **names, size_t *n, struct err *err)
    __attribute__((warn_unused_result));
/*
 * Those of the answers that were given or taken back, by whomever, since *change, in no order that matters; *change becomes the
 * newest one. A question that changes meanwhile is listed now, the next time, or both.
 */
bool store_list_changed_questions(struct store *store, struct answer_change *change, struct arena *arena,
                                  struct question_name **names, size_t *n, struct err *err)
    __attribute__((warn_unused_result));
/* They are going to be listed: what that asks for is foreseen (database/db.h). */
void store_foresee_changed_questions(struct store *store, const struct answer_change *change);
/* The change from which store_list_changed_questions continues. */
bool store_find_newest_change(struct store *store, struct answer_change *change, struct err *err)
    __attribute__((warn_unused_result));
/*
 * A number that is another one where the labels of any question may follow from the same answers in another way than before:
 * by other settings, documents that came or went, or candidates that were merged.
 */
bool store_get_labels_version(struct store *store, uint64_t *version, struct err *err)
    __attribute__((warn_unused_result));

/* The candidates of a question by docid bytes ascending, copied into the arena. */
bool store_list_candidates(struct store *store, int64_t question_id, struct arena *arena,
                           struct tally **tallies, size_t *n, struct err *err)
    __attribute__((warn_unused_result));
/* Of so many questions what is read of each is asked together. */
enum { QUESTIONS_FORESEEN = 1000 };
/*
 * Said before the candidates of rows[i] are listed, and then, one after the other, those of the rows behind it, or of those
 * alone that have votes: QUESTIONS_FORESEEN are asked for together, see query_foresee (database/db.h). Earlier foreseen rows
 * are forgotten then.
 */
bool store_foresee_candidates(struct store *store, const struct question_row *rows, size_t n, size_t i,
                              bool voted_alone, struct err *err) __attribute__((warn_unused_result));
/* The same of these questions, before any of them is listed; nothing is forgotten. */
bool store_foresee_candidates_of(struct store *store, const int64_t *question_ids, size_t n, struct err *err)
    __attribute__((warn_unused_result));
/* As store_list_candidates, without what the votes make of their relevance: for who asks whether a document is there. */
bool store_list_pool(struct store *store, int64_t question_id, struct arena *arena, struct tally **tallies,
                     size_t *n, struct err *err) __attribute__((warn_unused_result));
/* That this is going to be asked, as query_foresee. */
void store_foresee_pool(struct store *store, int64_t question_id);

struct candidate_row {
    struct tally tally;
    struct bytes title; /* the beginning of its text where the document has none */
    /* The names of the runs that put it into the pool, with its rank in each: "bm25.run 1, dense.run 7". */
    struct bytes sources;
    double grade; /* NAN: it has none */
    /* The docids of the documents that it stands for, which are word for word as it is. */
    struct bytes *twins;
    size_t n_twins;
};

/* A vote that stands. */
struct vote_row {
    struct bytes annotator;
    int64_t cast_at;
    int64_t elapsed_ms;
    size_t n_slots;
    struct bytes docids[BALLOT_SIZE_MAX]; /* of the candidates on the ballot, by position - 1 */
    int position;                         /* of the one chosen, or VOTE_NONE */
    struct bytes note;                    /* any bytes; empty when there is none */
    struct quotation evidence;            /* of the chosen document's text, as that was when it was given */
    struct bytes reason;                  /* empty when there is none */
};

struct question_details {
    struct question_row question;
    struct candidate_row *candidates; /* in the order of merit, best first */
    size_t n_candidates;
    struct vote_row *votes; /* in the order in which they were cast */
    size_t n_votes;
    bool has_all_votes; /* else those of the session's annotator alone, see rights.h */
};

/* All about a question that is there, as of one moment: its candidates with their grades by `rule`, and its
 * votes. Copied into the arena. */
bool store_read_question(struct store *store, int64_t question_id, const struct grading_rule *rule,
                         struct arena *arena, struct question_details *details, struct err *err)
    __attribute__((warn_unused_result));

#endif
