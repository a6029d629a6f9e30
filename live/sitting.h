/*
 * The answers of one annotator, step by step, for the lead: when, how long, the answer, and whether it still counts.
 */
#ifndef ASSAY_LIVE_SITTING_H
#define ASSAY_LIVE_SITTING_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/store/votes/seen.h"

struct store;

struct sitting_step {
    int64_t answer_id;
    int64_t given_at;
    bool is_timed; /* elapsed_ms, from shown to answered, is known */
    int64_t elapsed_ms;
    int64_t position;  /* of the document that was chosen; VOTE_NONE: none, or a skip */
    struct bytes skip; /* the name of the reason; empty: a vote */
    int64_t second;    /* the next best, as struct answer's */
    struct bytes note, reason;
    struct bytes evidence;     /* what of the chosen document decided */
    struct bytes control;      /* what it checks: it is no vote; empty: it is one */
    struct bytes withdrawn_by; /* "undo" or "return"; empty: it stands */
};

struct answered_sitting {
    struct bytes annotator;
    struct sitting_step *steps; /* in the order in which they were given */
    size_t n;
};

/*
 * Goes through all answers of the database; what is found is in the arena. ERR_INPUT: the annotator has answered nothing, with the
 * names of those who have.
 */
bool answered_sitting_read(struct store *store, struct bytes annotator, struct arena *arena,
                           struct answered_sitting *sitting, struct err *err)
    __attribute__((warn_unused_result));

/* Adds "Chose 2 in 4.1 s", "Chose none of 3", "Skipped: later", with what became of it. */
void sitting_add_answer(const struct sitting_step *step, const struct seen_ballot *seen, struct buffer *text);
/* Adds what was written with it, "Because: …. Note: …. Decided by: “…”"; nothing where nothing was. */
void sitting_add_words(const struct sitting_step *step, struct buffer *text);
/* Adds which texts are those of that time and have changed since; nothing where none has. */
void sitting_add_versions(const struct seen_ballot *seen, struct buffer *text);

#endif
