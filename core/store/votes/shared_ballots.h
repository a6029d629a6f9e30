/*
 * For this folder alone: which ballots several annotators answered, told from the votes on a question: those with the same
 * documents, whether they were dealt for it (core/judge/overlap.h) or met by chance.
 */
#ifndef ASSAY_CORE_STORE_VOTES_SHARED_BALLOTS_H
#define ASSAY_CORE_STORE_VOTES_SHARED_BALLOTS_H

#include "core/base/arena.h"
#include "core/judge/annotator.h"
#include "core/metric/statistics/choice_agreement.h"

/* The findings so far; {0} at first. */
struct shared_reading {
    struct arena *arena; /* where all of it lies */
    struct shared_ballots shared;
    int64_t *question_ids;     /* by question of `shared` */
    struct choice_index index; /* of `shared`, once all of it is found */
};

/* The votes of one annotator on a question, in the order of its ballots. */
struct annotator_choices {
    size_t annotator;
    const struct choice *choices;
    size_t n;
};

/* Adds what is shared among the votes on a question, which comes behind those that were added before. */
void shared_ballots_add(struct shared_reading *reading, int64_t question_id,
                        const struct annotator_choices *by_annotator, size_t n_annotators);
/* Annotators have other numbers from now on: numbers[i] in place of i. */
void shared_ballots_renumber(struct shared_ballots *shared, const size_t *numbers);

#endif
