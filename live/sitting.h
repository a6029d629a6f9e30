/*
 * One annotator's answers, step by step, for the lead: when it was given, how long it took, the answer, and whether
 * it still counts.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/store/votes/seen.h"

struct store;

struct sitting_step {
    int64_t answer_id;
    int64_t given_at;
    bool is_timed; /* elapsed_ms, the time from shown to answered, is known */
    int64_t elapsed_ms;
    int64_t position;  /* of the chosen document; VOTE_NONE: none, or a skip */
    struct bytes skip; /* the name of the reason; empty: a vote */
    int64_t second;    /* the second choice, as in struct answer */
    struct bytes note, reason;
    struct bytes evidence;     /* the passage of the chosen document that decided */
    struct bytes control;      /* what a control checks, in which case it is not a vote; empty: a vote */
    struct bytes withdrawn_by; /* "undo" or "return"; empty: in force */
};

struct answered_sitting {
    struct bytes annotator;
    struct sitting_step *steps; /* in the order in which the answers were given */
    size_t n;
};

/*
 * Collects the annotator's answers from all answers of the database; the result is in the arena. ERR_INPUT: the
 * annotator has given no answer; the text names the annotators who have.
 */
MUST_CHECK bool answered_sitting_read(struct store *store, struct bytes annotator, struct arena *arena,
                                      struct answered_sitting *sitting, struct err *err);

/* Appends "Chose 2 in 4.1 s", "Chose none of 3" or "Skipped: later", and whether the answer was withdrawn. */
void sitting_add_answer(const struct sitting_step *step, const struct seen_ballot *seen, struct buffer *text);
/* Appends what was written with the answer: "Because: …. Note: …. Decided by: “…”"; or nothing. */
void sitting_add_words(const struct sitting_step *step, struct buffer *text);
/* Appends which texts have changed since, while the shown ones are those of that time; or nothing. */
void sitting_add_versions(const struct seen_ballot *seen, struct buffer *text);
