/*
 * Agreement of annotators who answered the same ballots. On a ballot they chose one of its documents, or none.
 *
 * An answer is nominal: none, or one of the documents. The order of a ballot's documents must not matter, because
 * documents of different ballots are unrelated. So each ballot counts as the mean over all orders of its documents.
 * By chance, two annotators who choose among three documents agree in a third of the cases, and on none as often as
 * none is chosen. Whether two answers to the same ballot differ is known, so these pairs enter the expected
 * disagreement as they are. Intervals are over questions (core/metric/statistics/resampling.h).
 */
#pragma once

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

/* Which choices count. */
#define CHOICE_ANYBODY SIZE_MAX
#define CHOICE_ANYWHERE SIZE_MAX
struct choice_scope {
    size_t annotator; /* only pairs of this annotator with others … */
    size_t other;     /* … with only this other one */
    size_t question;
};

extern const struct choice_scope choice_scope_all;

struct choice_agreement {
    size_t n_ballots; /* that at least two of them answered */
    struct resampled_estimate raw, alpha, ac1;
};

/*
 * Ballots, and which of them each annotator answered. So the agreement of two annotators is found without reading
 * the ballots of all others.
 */
struct choice_index {
    struct shared_ballots shared;
    size_t n_annotators; /* the highest number among the choices + 1 */
    size_t n_answers;    /* possible answers: none, and the documents of the largest ballot */
    /* by annotator: index of the first one in `ballots`, and the end of the last annotator's */
    size_t *begin;
    const struct shared_ballot **ballots; /* in the order of `shared` */
};

/* Makes the index in the arena. It refers to the ballots, which must not move or change. */
struct choice_index choice_index_of(const struct shared_ballots *shared, struct arena *arena);

/* Another annotator who answered some of the same ballots, and how many. */
struct met_annotator {
    size_t annotator;
    size_t n_ballots;
};

/*
 * Lists the annotators with higher numbers who answered the same ballots as `annotator`, in ascending order. *met
 * is in the arena. Returns how many there are.
 */
size_t choice_index_list_met(const struct choice_index *index, size_t annotator, struct arena *arena,
                             struct met_annotator **met);

/* Estimates the agreement. Without `resampling` (NULL), or with one question, there are values but no intervals. */
void choice_agreement_estimate(const struct choice_index *index, const struct choice_scope *scope,
                               const struct resampling *resampling, struct choice_agreement *out);
