/*
 * How far annotators agree who were asked the same ballot: of its documents they chose one, or none.
 *
 * An answer is nominal: none, or one of the documents. Documents of different ballots have nothing to do with each other, so
 * which of them is called the first must not matter. Each ballot therefore counts as the mean over all orders of its
 * documents: expected by chance is that two choose the same of three documents in a third of the cases, and none as often as
 * none is chosen. Whether two answers to one ballot differ is known, and not expected. Intervals are over questions
 * (core/metric/statistics/resampling.h).
 */
#ifndef ASSAY_CORE_METRIC_STATISTICS_CHOICE_AGREEMENT_H
#define ASSAY_CORE_METRIC_STATISTICS_CHOICE_AGREEMENT_H

#include "core/metric/statistics/agreement.h"
#include "core/metric/statistics/resampling.h"

enum { CHOICE_DOCUMENTS_MAX = 3 };

/* What one annotator chose. */
struct shared_choice {
    size_t annotator;
    int chosen; /* a document, from 1; 0: none */
};

/* A ballot that several annotators answered, each of them once. */
struct shared_ballot {
    size_t question;
    size_t n_documents; /* 1 … CHOICE_DOCUMENTS_MAX */
    struct shared_choice *choices;
    size_t n_choices;
};

struct shared_ballots {
    struct shared_ballot *ballots;
    size_t n_ballots;
    size_t n_questions;
};

/* Whose choices count, and where. */
#define CHOICE_ANYBODY SIZE_MAX
#define CHOICE_ANYWHERE SIZE_MAX
struct choice_scope {
    size_t annotator; /* this one's pairs with others alone … */
    size_t other;     /* … with this other one alone */
    size_t question;
};

extern const struct choice_scope choice_scope_all;

struct choice_agreement {
    size_t n_ballots; /* that two or more of them answered */
    struct resampled_estimate raw, alpha, ac1;
};

/* Without rounds of `resampling` (NULL), and of one question, there are values and no intervals. */
void choice_agreement_estimate(const struct shared_ballots *shared, const struct choice_scope *scope,
                               const struct resampling *resampling, struct choice_agreement *out);

#endif
