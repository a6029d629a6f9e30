/*
 * For this folder alone: the estimated reliability of the annotators of a database (reliability.h). A unit of its own,
 * because a store keeps it.
 */
#pragma once

#include "core/base/arena.h"
#include "core/judge/luce.h"

/* The reliability of the annotators, by ascending annotator_id. */
struct annotator_reliability {
    struct arena arena;
    const int64_t *annotator_ids;
    const struct luce_rater *raters;
    const struct luce_rater *glances; /* for their glances */
    size_t n;
    int64_t votes; /* the number of votes that it was estimated from */
};

/* Frees it; NULL is allowed. */
void annotator_reliability_free(struct annotator_reliability *reliability);
/* Returns the index of an annotator; n: there is none. */
size_t annotator_reliability_place(const struct annotator_reliability *reliability, int64_t annotator_id);
/* Returns the reliability of an annotator. NULL: unknown, or `reliability` is NULL. */
const struct luce_rater *annotator_reliability_of(const struct annotator_reliability *reliability,
                                                  int64_t annotator_id);
/* The same for the annotator's glances; luce_rater_of_glances if it is unknown. */
const struct luce_rater *annotator_glances_of(const struct annotator_reliability *reliability,
                                              int64_t annotator_id);
/* Copies a rater into the arena, because a new estimate frees the old one; NULL for NULL. */
const struct luce_rater *rater_copy(const struct luce_rater *rater, struct arena *arena);
