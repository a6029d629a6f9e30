/*
 * For this folder alone: how reliable the annotators are (core/judge/reliability.h), where the setting `reliability` is on.
 */
#ifndef ASSAY_CORE_STORE_RELIABILITY_H
#define ASSAY_CORE_STORE_RELIABILITY_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/judge/luce.h"

struct store;

/* What is known of the annotators, by ascending numbers. {0} is empty and safe to release. */
struct reliability {
    struct arena arena;
    const int64_t *annotator_ids;
    const struct luce_rater *raters;
    size_t n;
    int64_t votes; /* that it was made of */
};

void reliability_free(struct reliability *reliability);
/*
 * NULL: the setting is off. Made of all votes by the first call; a store that is open for long, while somebody labels, makes
 * it anew when there are a tenth more votes or fewer. Valid until the next call.
 */
bool reliability_read(struct store *store, const struct reliability **reliability, struct err *err)
    __attribute__((warn_unused_result));
/* NULL: nothing is known of the annotator. */
const struct luce_rater *reliability_of(const struct reliability *reliability, int64_t annotator_id);

#endif
