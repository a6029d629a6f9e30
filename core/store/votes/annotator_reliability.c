#include "core/store/votes/annotator_reliability.h"

#include "core/base/search.h"

#include <stdlib.h>

void annotator_reliability_free(struct annotator_reliability *reliability)
{
    if (reliability == NULL)
        return;
    arena_release(&reliability->arena);
    free(reliability);
}

size_t annotator_reliability_place(const struct annotator_reliability *reliability, int64_t annotator_id)
{
    size_t place;
    LOWER_BOUND(place, reliability->n, reliability->annotator_ids[place] < annotator_id);
    return place < reliability->n && reliability->annotator_ids[place] == annotator_id ? place
                                                                                       : reliability->n;
}

const struct luce_rater *annotator_reliability_of(const struct annotator_reliability *reliability,
                                                  int64_t annotator_id)
{
    if (reliability == NULL)
        return NULL;
    const size_t place = annotator_reliability_place(reliability, annotator_id);
    return place < reliability->n ? &reliability->raters[place] : NULL;
}

const struct luce_rater *annotator_glances_of(const struct annotator_reliability *reliability,
                                              int64_t annotator_id)
{
    if (reliability == NULL)
        return &luce_rater_of_glances;
    const size_t place = annotator_reliability_place(reliability, annotator_id);
    return place < reliability->n ? &reliability->glances[place] : &luce_rater_of_glances;
}

const struct luce_rater *rater_copy(const struct luce_rater *rater, struct arena *arena)
{
    if (rater == NULL)
        return NULL;
    struct luce_rater *copy = arena_get(arena, sizeof *copy);
    *copy = *rater;
    return copy;
}
