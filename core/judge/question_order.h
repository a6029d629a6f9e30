/*
 * The order in which questions are dealt. If the labelling stops early, the first questions are labelled. In a
 * random order they are an unbiased sample of all questions; in the order of a file they are the ones that its
 * author wrote first.
 *
 * question_id is the order of import. ballot.question_number is the place in it that people see; a question that
 * was removed leaves a gap (question_gap). The order of dealing is stored separately as question.place, so that no
 * ballot sorts all questions. Code that adds or removes questions, or changes a setting, calls settings_apply,
 * which computes the places again. place 0 is a question without candidates, or outside the sample. Tests that rely
 * on the order of import set `order import`; sample_store does.
 */
#pragma once

#include "core/base/words.h"

enum question_order {
    ORDER_RANDOM, /* in random order */
    ORDER_IMPORT, /* in the order of import */
};

/* By enum question_order. */
extern const struct words question_order_words;

/*
 * A question that is drawn. Its lot depends only on the seed and its qid (permanent random numbers; Ohlsson,
 * Coordination of Samples Using Permanent Random Numbers, 1995). So questions that are imported later are inserted
 * in between, and the order of the others stays the same.
 */
struct drawn_question {
    struct bytes qid;
    struct bytes stratum; /* its value of the field by which the order is stratified; empty: none */
};

/*
 * Writes the numbers of the `n` questions in the order of dealing. Within each stratum they are in the order of
 * their lots, and the strata take turns. So the first questions, however many, have about the right share of each
 * stratum. Each question is equally likely at each place.
 */
void question_order_draw(enum question_order order, uint64_t seed, const struct drawn_question *questions,
                         size_t n, size_t *numbers);
