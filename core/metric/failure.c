#include "core/metric/failure.h"

static const char *const failure_names[FAILURE_COUNT] = {
    [FAILURE_NONE] = "found",  [FAILURE_MISSING] = "missing",           [FAILURE_RANKING] = "ranking",
    [FAILURE_HOLES] = "holes", [FAILURE_UNANSWERABLE] = "unanswerable",
};

const struct words failure_words = WORDS_OF(failure_names);

/*
 * If a relevant document was retrieved, any judged document among the first ones shows that the order is wrong,
 * whatever the holes are. If none was retrieved, each hole may be relevant.
 */
static bool are_too_few_judged(const struct failure_signs *signs)
{
    const double too_few = signs->first_relevant > 0 ? 0 : 0.5;
    return signs->is_answered && !signs->all_labels_are_relevant && signs->judged <= too_few;
}

enum failure failure_of(const struct failure_signs *signs)
{
    if (signs->first_relevant < 0)
        return FAILURE_UNANSWERABLE;
    if (signs->first_relevant > 0 && signs->first_relevant <= signs->depth)
        return FAILURE_NONE;
    if (are_too_few_judged(signs))
        return FAILURE_HOLES;
    return signs->first_relevant > 0 ? FAILURE_RANKING : FAILURE_MISSING;
}

static double rank_of_first(const struct measure *measure, const struct ranking *ranking)
{
    (void)measure;
    if (ranking->n_grades == 0 || ranking->grades[0] <= 0)
        return -1;
    for (size_t i = 0; i < ranking->n_hits; i++) {
        if (ranking->hits[i].grade > 0)
            return (double)ranking->hits[i].rank;
    }
    return 0;
}

const struct measure_row first_relevant_rank = {
    .name = "rank",
    .cutoff = CUTOFF_NONE,
    .range = RANGE_OPEN,
    .help = "the rank of the first relevant document",
    .value = rank_of_first,
};
