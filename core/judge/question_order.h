/*
 * The order in which questions are dealt. If the labelling stops early, the first questions are labelled. In a random order
 * they are an unbiased sample of all questions; in the order of a file they are the ones that its author wrote first.
 *
 * question_id is the order of import, and ballot.question_number the place in it that people see; a question that
 * was removed leaves a gap (question_gap). The order of dealing is another one, stored as question.place, so that
 * no ballot sorts all questions. Code that adds or removes questions, or changes a setting, calls settings_apply,
 * which places them anew. place 0 is a question without candidates, or outside the sample. Tests that rely on the
 * order of import set `order import`; sample_store does.
 */
#ifndef ASSAY_CORE_JUDGE_QUESTION_ORDER_H
#define ASSAY_CORE_JUDGE_QUESTION_ORDER_H

#include "core/base/words.h"

enum question_order {
    ORDER_RANDOM, /* drawn by lot */
    ORDER_IMPORT, /* as they came */
};

/* By enum question_order. */
extern const struct words question_order_words;

/*
 * A question as it is drawn. Its lot follows from the seed and its qid alone (permanent random numbers; Ohlsson,
 * Coordination of Samples Using Permanent Random Numbers, 1995): what is imported later is drawn in between, and leaves
 * the others as they were among themselves.
 */
struct drawn_question {
    struct bytes qid;
    struct bytes stratum; /* what it has in the field over whose values the order is spread; empty: nothing */
};

/*
 * The numbers of the `n` questions in the order of dealing. Within each stratum they are in the order of their lots, and the
 * strata take turns: of the first questions, however many, each stratum has about its share. Each question is as likely as
 * any other at each place.
 */
void question_order_draw(enum question_order order, uint64_t seed, const struct drawn_question *questions,
                         size_t n, size_t *numbers);

#endif
