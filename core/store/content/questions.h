/* Reads questions: lists of them, and one question with its candidates and votes. */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/ballot.h"
#include "core/judge/relevance.h"
#include "core/store/votes/answer_change.h"

struct store;

MUST_CHECK bool store_find_question(struct store *store, struct bytes qid, int64_t *question_id,
                                    struct err *err);
/* Announces store_find_question, for many questions before the first: see query_prefetch (database/db.h). */
void store_prefetch_question_number(struct store *store, struct bytes qid);

/* Reads the text of a question; empty if there is no such question. Copied into the arena. */
MUST_CHECK bool store_read_question_text(struct store *store, struct bytes qid, struct arena *arena,
                                         struct bytes *text, struct err *err);

/* Finds the question at this place (from 1) in the order of import; 0: there is none. */
MUST_CHECK bool store_find_question_at(struct store *store, int64_t place, int64_t *question_id,
                                       struct err *err);

struct question_row {
    int64_t question_id;
    struct bytes qid;
    struct bytes text;
    int64_t candidates;                 /* the size of the pool */
    int64_t target;                     /* the impressions that each candidate needs */
    int64_t ballots_done, ballots_left; /* done: the votes that stand */
    int64_t none_votes;                 /* those of ballots_done that chose none */
    int64_t place;                      /* in the order of dealing; 0: no candidates, or not in the sample */
};

bool question_is_done(const struct question_row *row);
/* Returns whether the question has candidates but is not in the sample (the setting `sample`). */
bool question_is_left_out(const struct question_row *row);

/*
 * Lists all questions in the order of import, copied into the arena. Votes of annotators who don't count are left out.
 */
MUST_CHECK bool store_list_questions(struct store *store, struct arena *arena, struct question_row **rows,
                                     size_t *n, struct err *err);

/* Lists the names of the other fields that questions have, by ascending bytes, copied into the arena. */
MUST_CHECK bool store_list_question_fields(struct store *store, struct arena *arena, struct bytes **names,
                                           size_t *n, struct err *err);

/* A question's value of one of its other fields. */
struct question_value {
    struct bytes qid;
    struct bytes value; /* a text as it is; anything else as JSON */
};

/*
 * Reads the values of a field in the order of import, copied into the arena; questions without the field are missing.
 * ERR_USAGE, with the existing fields: no question has it.
 */
MUST_CHECK bool store_read_question_values(struct store *store, struct bytes field, struct arena *arena,
                                           struct question_value **values, size_t *n, struct err *err);

struct question_name {
    int64_t question_id;
    struct bytes qid;
};

/* Lists the questions with numbers from `first` to `last` that have a vote now. */
MUST_CHECK bool store_list_begun_questions(struct store *store, int64_t first, int64_t last,
                                           struct arena *arena, struct question_name **names, size_t *n,
                                           struct err *err);
/*
 * Lists the questions with answers that anybody gave or withdrew since *change, in any order, and sets *change to the
 * newest change. A question that changes meanwhile is listed now, the next time, or both.
 */
MUST_CHECK bool store_list_changed_questions(struct store *store, struct answer_change *change,
                                             struct arena *arena, struct question_name **names, size_t *n,
                                             struct err *err);
/* Announces store_list_changed_questions: see query_prefetch (database/db.h). */
void store_prefetch_changed_questions(struct store *store, const struct answer_change *change);
/* Finds the change from which a later store_list_changed_questions continues. */
MUST_CHECK bool store_find_newest_change(struct store *store, struct answer_change *change, struct err *err);
/*
 * Gets a number that changes whenever the same answers may lead to other labels: after changes of settings, of
 * documents, or of merged candidates.
 */
MUST_CHECK bool store_get_labels_version(struct store *store, uint64_t *version, struct err *err);

/* Lists the candidates of a question by ascending bytes of their docids, copied into the arena. */
MUST_CHECK bool store_list_candidates(struct store *store, int64_t question_id, struct arena *arena,
                                      struct tally **tallies, size_t *n, struct err *err);
/* The data of so many questions are read together. */
enum { QUESTIONS_FORESEEN = 1000 };
/*
 * Call it before the candidates of rows[i] are listed, for each i in turn. For every QUESTIONS_FORESEEN rows it
 * prefetches what listing them reads, see query_prefetch (database/db.h), and drops what was prefetched before. With
 * `voted_alone` only rows with votes count.
 */
MUST_CHECK bool store_prefetch_candidates(struct store *store, const struct question_row *rows, size_t n,
                                          size_t i, bool voted_alone, struct err *err);
/* The same for these questions, before any of them is listed; drops nothing. */
MUST_CHECK bool store_prefetch_candidates_of(struct store *store, const int64_t *question_ids, size_t n,
                                             struct err *err);
/*
 * As store_list_candidates, without the relevance that follows from the votes: enough to see which documents are in the
 * pool.
 */
MUST_CHECK bool store_list_pool(struct store *store, int64_t question_id, struct arena *arena,
                                struct tally **tallies, size_t *n, struct err *err);
/* Announces store_list_pool, as query_prefetch. */
void store_prefetch_pool(struct store *store, int64_t question_id);

struct candidate_row {
    struct tally tally;
    struct bytes title; /* the beginning of the text if the document has no title */
    /* The runs that put the document into the pool, with its rank in each: "bm25.run 1, dense.run 7". */
    struct bytes sources;
    double grade; /* NAN: no grade */
    /* The docids of the identical documents that the candidate stands for (twins.h). */
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
    int position;                         /* of the chosen candidate, or VOTE_NONE */
    struct bytes note;                    /* any bytes; empty: none */
    /* A part of the chosen document's text, as the text was at the time of the vote. */
    struct quotation evidence;
    struct bytes reason; /* empty: none */
    int second;          /* like that of struct choice */
};

struct question_details {
    struct question_row question;
    struct candidate_row *candidates; /* by merit, best first */
    size_t n_candidates;
    struct vote_row *votes; /* in the order in which they were cast */
    size_t n_votes;
    bool has_all_votes; /* false: only those of the session's annotator, see rights.h */
};

/*
 * Reads everything about an existing question, as of one moment: its candidates with grades by `rule`, and its votes.
 * Copied into the arena.
 */
MUST_CHECK bool store_read_question(struct store *store, int64_t question_id, const struct grading_rule *rule,
                                    struct arena *arena, struct question_details *details, struct err *err);
