/*
 * Whoever graded documents: the annotators and the models, each by their own votes alone, and the sources of judgments. To be
 * compared with each other.
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
 * What a rater said, as qrels that the caller releases: of an annotator or a model the labels that follow from
 * its votes alone, by `rule`; of a source its judgments as they are.
 */
bool store_read_rater(struct store *store, const struct rater *rater, const struct grading_rule *rule,
                      struct qrels *qrels, struct err *err) __attribute__((warn_unused_result));

#endif
