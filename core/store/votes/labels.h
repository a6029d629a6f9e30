/*
 * Grades from votes: as labels of a question, or as qrels of all questions.
 */
#ifndef ASSAY_CORE_STORE_VOTES_LABELS_H
#define ASSAY_CORE_STORE_VOTES_LABELS_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/revote.h"
#include "core/metric/qrels.h"

struct store;

/* The grades of a question's candidates by `rule`, those without one left out; by docid, in the arena. */
bool store_read_labels(struct store *store, int64_t question_id, const struct grading_rule *rule,
                       struct arena *arena, struct judgment **labels, size_t *n, struct err *err)
    __attribute__((warn_unused_result));

/* The basis of labels. */
struct label_base {
    int64_t questions; /* in all, with a vote or without */
    int64_t votes;
    int64_t documents, impressions; /* with a label, and how often those were shown in all */
    /* Of as many first questions in the order of import as have labels, those that have them. */
    size_t first_labelled;
    struct kept_votes
        *kept; /* by question of the qrels, a tally for each judgment; NULL: they were not asked for */
};

/*
 * The labels of all questions that have at least one vote, as qrels (released by the caller), and what they stand on, as of one
 * moment. Votes are kept, in the qrels' memory, for who draws them anew.
 */
bool store_read_qrels(struct store *store, const struct grading_rule *rule, bool keep_votes,
                      struct qrels *qrels, struct label_base *base, struct err *err)
    __attribute__((warn_unused_result));

#endif
