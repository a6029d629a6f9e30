/*
 * For this folder alone: how reliable the annotators of a database are, as it was worked out (reliability.h). A unit of its own,
 * since a store keeps it.
 */
#ifndef ASSAY_CORE_STORE_VOTES_ANNOTATOR_RELIABILITY_H
#define ASSAY_CORE_STORE_VOTES_ANNOTATOR_RELIABILITY_H

#include "core/base/arena.h"
#include "core/judge/luce.h"

/* The reliability of the annotators, by ascending numbers. */
struct annotator_reliability {
    struct arena arena;
    const int64_t *annotator_ids;
    const struct luce_rater *raters;
    const struct luce_rater *glances; /* of what they kept and dropped */
    size_t n;
    int64_t votes; /* that it was made of */
};

/* NULL is fine. */
void annotator_reliability_free(struct annotator_reliability *reliability);
/* The place of an annotator; n: there is none. */
size_t annotator_reliability_place(const struct annotator_reliability *reliability, int64_t annotator_id);
/* NULL: nothing is known of the annotator; of NULL nothing is known of anybody. */
const struct luce_rater *annotator_reliability_of(const struct annotator_reliability *reliability,
                                                  int64_t annotator_id);
/* The same of what the annotator keeps and drops; where nothing is known luce_rater_of_glances. */
const struct luce_rater *annotator_glances_of(const struct annotator_reliability *reliability,
                                              int64_t annotator_id);
/* A copy in the arena, since what is known of all changes when it is made anew; NULL of NULL. */
const struct luce_rater *rater_copy(const struct luce_rater *rater, struct arena *arena);

#endif
