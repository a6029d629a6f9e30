/*
 * For this folder alone: all answers that stand, read once. The votes of one question come next to each other, so whoever
 * works something out of all votes holds those of a question at a time, not a million.
 */
#ifndef ASSAY_CORE_STORE_VOTES_STANDING_H
#define ASSAY_CORE_STORE_VOTES_STANDING_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/annotator.h"
#include "core/judge/control.h"

struct annotator_row;
struct shared_reading;
struct store;
struct standing_answer;

/* A vote that stands, with its ballot; or an answer to a control, which is none. */
struct standing_vote {
    int64_t question_id;
    int64_t answer_id;
    int64_t annotator_id;
    enum control control;
    struct choice choice;  /* as it was shown */
    struct choice counted; /* the same by the candidates that stand for the documents (twins.h) */
};

/* Each may be NULL. If a visitor returns false, the visit ends. */
struct standing_visitor {
    void *context;
    bool (*begin)(void *context, struct err *err);
    /* First all answers that stand, votes and skips, in the order in which they were given … */
    bool (*see_answer)(void *context, const struct standing_answer *answer, struct err *err);
    /* … then the votes and what was answered to controls, by question, in the order of its ballots. */
    bool (*see_vote)(void *context, const struct standing_vote *vote, struct err *err);
};

/* A way of reading all that stands, inside the caller's reading. */
typedef bool standing_reading(struct store *store, const struct standing_visitor *visitor, struct err *err)
    __attribute__((warn_unused_result));

/*
 * In a file tables are read in their own order and held against each other and against the indexes by which others find votes:
 * where they contradict, or a row is missing, it fails, and the file is damaged. 32 bytes for each answer are in memory meanwhile.
 */
standing_reading standing_visit;

/* store_list_annotators by one of them, with what they share. The result is valid only if it returns true. */
bool annotators_read(struct store *store, standing_reading *visit, struct arena *arena,
                     struct annotator_row **rows, size_t *n, struct shared_reading *sharing, struct err *err)
    __attribute__((warn_unused_result));

#endif
