/*
 * The places of questions in the order of dealing, by the settings `order`, `strata`, `sample` and `seed`. They are kept, so
 * that the next question is found without sorting all; who adds or removes questions or pools writes them anew.
 */
#ifndef ASSAY_CORE_STORE_CONTENT_QUESTION_PLACES_H
#define ASSAY_CORE_STORE_CONTENT_QUESTION_PLACES_H

#include "core/base/arena.h"
#include "core/base/err.h"

struct store;

/* A question whose place is another one than the one that is kept. */
struct misplaced_question {
    int64_t question_id;
    struct bytes qid;
    int64_t kept, place; /* 0: it has none, since it has no candidates or is not in the sample */
};

/* Inside the caller's transaction, after what each question needs is written. */
bool question_places_refresh(struct store *store, struct err *err) __attribute__((warn_unused_result));
/* Those that question_places_refresh would place anew, in the arena. */
bool question_places_compare(struct store *store, struct arena *arena, struct misplaced_question **misplaced,
                             size_t *n, struct err *err) __attribute__((warn_unused_result));

#endif
