/*
 * For this folder alone: finds the ballots that several annotators answered, among the votes on a question. These are
 * ballots with the same documents, whether dealt for this purpose (core/judge/overlap.h) or by chance.
 */
#pragma once

#include "core/base/arena.h"
#include "core/judge/annotator.h"
#include "core/metric/statistics/choice_agreement.h"

/* The ballots found so far; begins as {0} with an arena. */
struct shared_reading {
    struct arena *arena; /* holds everything below */
    struct shared_ballots shared;
    size_t n_ties;         /* answers to such ballots that are left out of `shared`, because they chose two */
    int64_t *question_ids; /* by number of the question in `shared` */
    struct choice_index index; /* of `shared`, when everything is found */
};

/* The votes of one annotator on a question, in the order of the ballots. */
struct annotator_choices {
    size_t annotator;
    const struct choice *choices;
    size_t n;
};

/* Adds the shared ballots among the votes on a question, after those that were added before. */
void shared_ballots_add(struct shared_reading *reading, int64_t question_id,
                        const struct annotator_choices *by_annotator, size_t n_annotators);
/* Renumbers the annotators: annotator i becomes numbers[i]. */
void shared_ballots_renumber(struct shared_ballots *shared, const size_t *numbers);
