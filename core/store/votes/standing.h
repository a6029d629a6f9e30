/*
 * For this folder alone: reads all standing answers once. The votes of one question come next to each other, so a
 * computation over all votes holds the votes of one question at a time, not a million.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/annotator.h"
#include "core/judge/control.h"

struct annotator_row;
struct shared_reading;
struct store;
struct standing_answer;

/* A standing vote with its ballot, or an answer to a control, which is no vote. */
struct standing_vote {
    int64_t question_id;
    int64_t answer_id;
    int64_t annotator_id;
    enum control control;
    struct choice choice;  /* as it was shown */
    struct choice counted; /* the same, by candidate (twins.h) */
};

/* Each function may be NULL. If one returns false, the visit ends. */
struct standing_visitor {
    void *context;
    bool (*begin)(void *context, struct err *err);
    /* First all standing answers, votes and skips, in the order in which they were given, … */
    bool (*see_answer)(void *context, const struct standing_answer *answer, struct err *err);
    /* … then the votes and the answers to controls, by question, in the order of the ballots. */
    bool (*see_vote)(void *context, const struct standing_vote *vote, struct err *err);
};

/* A function that reads all standing answers, inside the caller's reading. */
MUST_CHECK typedef bool standing_reading(struct store *store, const struct standing_visitor *visitor,
                                         struct err *err);

/*
 * In a file each table is read in its own order, and compared with the other tables and with the indexes that other
 * code uses to find votes. If they contradict each other, or a row is missing, it fails: the file is damaged. Takes 32
 * bytes of memory for each answer.
 */
standing_reading standing_visit;

/*
 * As store_list_annotators, but with this function to read, and with the shared ballots. The results are valid only if
 * it returns true.
 */
MUST_CHECK bool annotators_read(struct store *store, standing_reading *visit, struct arena *arena,
                                struct annotator_row **rows, size_t *n, struct shared_reading *sharing,
                                struct err *err);
