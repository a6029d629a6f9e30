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

#include "core/base/arena.h"
#include "core/metric/statistics/agreement.h"
#include "core/metric/statistics/resampling.h"

enum { CHOICE_DOCUMENTS_MAX = 3 };

/* The choice of one annotator. */
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
    struct shared_ballot *ballots; /* by ascending questions */
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

/* Ballots, and which of them each annotator answered: what two agree on is found without a look at those of all others. */
struct choice_index {
    struct shared_ballots shared;
    size_t n_annotators;                  /* one more than the highest number among the choices */
    size_t n_answers;                     /* that there are: none, and the documents of the largest ballot */
    size_t *begin;                        /* of each annotator's in `ballots`, and where the last one's end */
    const struct shared_ballot **ballots; /* in the order of `shared` */
};

/* In the arena; the ballots stay where they are, and must not change meanwhile. */
struct choice_index choice_index_of(const struct shared_ballots *shared, struct arena *arena);

/* Another annotator who answered the same ballots as one, and how many. */
struct met_annotator {
    size_t annotator;
    size_t n_ballots;
};

/* Those of higher numbers whom the annotator met, by ascending numbers; *met is in the arena. Returns how many they are. */
size_t choice_index_list_met(const struct choice_index *index, size_t annotator, struct arena *arena,
                             struct met_annotator **met);

/* Without rounds of `resampling` (NULL), and of one question, there are values and no intervals. */
void choice_agreement_estimate(const struct choice_index *index, const struct choice_scope *scope,
                               const struct resampling *resampling, struct choice_agreement *out);

#endif
