/*
 * Raters, to compare with each other: the annotators and the models, each by their own votes alone, and the sources of
 * judgments.
 */
#ifndef ASSAY_CORE_STORE_VOTES_RATERS_H
#define ASSAY_CORE_STORE_VOTES_RATERS_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/base/words.h"
#include "core/judge/relevance.h"
#include "core/metric/qrels.h"

struct store;

enum rater_kind { RATER_ANNOTATOR, RATER_JUDGMENTS, RATER_MODEL, N_RATER_KINDS };

/* By enum rater_kind. */
extern const struct words rater_kind_words;

struct rater {
    enum rater_kind kind;
    int64_t rater_id;
    struct bytes name;
};

/* Whether this is the rater's name, or that with its kind in front: "annotator:ana". */
bool rater_is_called(const struct rater *rater, struct bytes name);
/* All of them, kind after kind and by name, copied into the arena; a model is one from its first answer on. */
bool store_list_raters(struct store *store, struct arena *arena, struct rater **raters, size_t *n,
                       struct err *err) __attribute__((warn_unused_result));
/*
 * The grades of a rater, as qrels that the caller releases: for an annotator or a model the labels from its votes alone, by
 * `rule`; for a source its judgments.
 */
bool store_read_rater(struct store *store, const struct rater *rater, const struct grading_rule *rule,
                      struct qrels *qrels, struct err *err) __attribute__((warn_unused_result));

/* Called with the labels of a question that follow from the votes of raters[rater] alone; false ends the visits. */
typedef bool rater_visit(void *context, size_t rater, struct bytes qid, const struct judgment *labels,
                         size_t n, struct err *err);
/*
 * Visits what the annotators among the raters said, question by question in the order of import: the votes are read once,
 * however many they are. Questions without a label are left out.
 */
bool store_visit_raters(struct store *store, const struct rater *raters, size_t n,
                        const struct grading_rule *rule, rater_visit *visit, void *context, struct err *err)
    __attribute__((warn_unused_result));

#endif
