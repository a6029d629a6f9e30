/*
 * Raters that can be compared with each other: annotators and models, each with labels from their own votes alone, and
 * sources of judgments.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/words.h"
#include "core/judge/relevance.h"
#include "core/metric/qrels.h"

struct store;

enum rater_kind { RATER_ANNOTATOR, RATER_JUDGMENTS, RATER_MODEL, N_RATER_KINDS };

/* In the order of enum rater_kind. */
extern const struct words rater_kind_words;

struct rater {
    enum rater_kind kind;
    int64_t rater_id;
    struct bytes name;
};

/* Returns whether this is the rater's name, with or without its kind in front: "annotator:ana". */
bool rater_is_called(const struct rater *rater, struct bytes name);
/* Lists all raters, by kind and then by name, copied into the arena. A model is one from its first answer on. */
MUST_CHECK bool store_list_raters(struct store *store, struct arena *arena, struct rater **raters, size_t *n,
                                  struct err *err);
/*
 * Reads the grades of a rater as qrels, which the caller releases. For an annotator or a model they are the labels from
 * its own votes, by `rule`; for a source its judgments.
 */
MUST_CHECK bool store_read_rater(struct store *store, const struct rater *rater,
                                 const struct grading_rule *rule, struct qrels *qrels, struct err *err);

/* Called with the labels of a question that follow from the votes of raters[rater] alone; false ends the visits. */
typedef bool rater_visit(void *context, size_t rater, struct bytes qid, const struct judgment *labels,
                         size_t n, struct err *err);
/*
 * Visits the labels of the annotators among the raters, question by question in the order of import. The votes are read
 * once, however many raters there are. Questions without a label are left out.
 */
MUST_CHECK bool store_visit_raters(struct store *store, const struct rater *raters, size_t n,
                                   const struct grading_rule *rule, rater_visit *visit, void *context,
                                   struct err *err);
