/*
 * How far dealing, and labels if the user wants it, rely on the order of the runs, learned from questions with votes.
 * In question q the utilities have the mean w_q z before any vote (luce.h), and w_q ~ N(β, ω²) over the questions. β is
 * 0.3 ± 0.4 before any vote, and votes move it (empirical Bayes), so dealing soon ignores runs that are random or
 * upside down. Within a question its own votes move w_q. Whether a question is settled never depends on β. Pure.
 */
#pragma once

#include "core/judge/luce.h"

/*
 * What the votes of a question say about its weight: a normal likelihood with the mean pull ÷ precision. {0}: nothing.
 */
struct prior_evidence {
    double pull, precision;
};

/* So many questions say enough. */
enum { PRIOR_QUESTIONS_MAX = 32 };
enum { PRIOR_WEIGHT_MAX = 2 };

/*
 * Returns the evidence in the votes of a question. Kept and dropped candidates do not count: an annotator may see them
 * in the order of the runs. Likeness does not count either.
 */
struct prior_evidence prior_evidence_of(const struct luce_question *question);
/*
 * Returns β for a further question: from 0 to the general belief in dealing, and to PRIOR_WEIGHT_MAX in labels. With a
 * larger β dealing finds the best documents sooner, but overlooks those that no run puts high, so that labels of 0.95
 * and 0.97 take longer (simulations on the sample data and Cranfield). Both take longer if a β below 0 turns runs that
 * are upside down round.
 */
double prior_weight_learn(const struct prior_evidence *evidence, size_t n);
double prior_weight_learn_for_labels(const struct prior_evidence *evidence, size_t n);

/* How far dealing and labels rely on the order of the runs. */
struct learned_priors {
    double weight;       /* prior_weight_learn; NAN: dealing is balanced */
    double label_weight; /* prior_weight_learn_for_labels; NAN: labels come from votes alone */
    size_t n_questions;  /* from whose votes they were learned; 0: from none */
};
