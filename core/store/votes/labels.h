/* Computes grades from votes: labels of one question, or qrels of all questions. */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/revote.h"
#include "core/metric/qrels.h"

struct store;

/*
 * Computes the grades of a question's candidates by `rule`; candidates without a grade are left out. Sorted by docid,
 * in the arena.
 */
MUST_CHECK bool store_read_labels(struct store *store, int64_t question_id, const struct grading_rule *rule,
                                  struct arena *arena, struct judgment **labels, size_t *n, struct err *err);

/* What the labels are based on. */
struct label_base {
    int64_t questions; /* all, with or without a vote */
    int64_t votes;
    int64_t documents, impressions; /* with a label, and the sum of their impressions */
    /* If n questions have labels, this is the number of these among the first n questions in the order of import. */
    size_t first_labelled;
    /* For each question of the qrels: the votes, with a tally for each judgment. NULL: not requested. */
    struct kept_votes *kept;
};

/*
 * Reads the labels of all questions with at least one vote as qrels, which the caller releases, and their base, as of
 * one moment. With `keep_votes` it also keeps the votes, in the memory of the qrels, for resampling.
 */
MUST_CHECK bool store_read_qrels(struct store *store, const struct grading_rule *rule, bool keep_votes,
                                 struct qrels *qrels, struct label_base *base, struct err *err);
