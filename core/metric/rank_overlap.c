#include "core/metric/rank_overlap.h"

#include "core/base/map.h"
#include "core/base/memory.h"

#include <math.h>
#include <stdlib.h>

/* Counts for each depth the documents that are in both rankings from there on. The caller frees the result. */
static size_t *count_meetings(struct ranked_question a, struct ranked_question b, size_t longest)
{
    size_t *meetings = memory_get_zeroed(longest + 1, sizeof *meetings);
    struct map of_a = {0};
    struct bytes docid;
    while (ranked_question_next(&a, &docid))
        map_put(&of_a, docid, NULL);
    for (size_t rank = 1; ranked_question_next(&b, &docid); rank++) {
        const int64_t before = map_find(&of_a, docid);
        if (before != MAP_ABSENT)
            meetings[(size_t)before + 1 > rank ? (size_t)before + 1 : rank]++;
    }
    map_release(&of_a);
    return meetings;
}

double rank_biased_overlap(struct ranked_question a, struct ranked_question b, double p)
{
    const size_t shorter = a.n_documents < b.n_documents ? a.n_documents : b.n_documents;
    const size_t longer = a.n_documents + b.n_documents - shorter;
    if (shorter == 0)
        return 0;
    size_t *meetings = count_meetings(a, b, longer);
    double shared = 0;
    double shared_at_shorter = 0;
    double sum = 0;
    double weight = 1;
    for (size_t depth = 1; depth <= longer; depth++) {
        shared += (double)meetings[depth];
        weight *= p;
        sum += shared / (double)depth * weight;
        if (depth == shorter)
            shared_at_shorter = shared;
        else if (depth > shorter) /* the shorter one is extrapolated with its final share */
            sum += shared_at_shorter * (double)(depth - shorter) / ((double)shorter * (double)depth) * weight;
    }
    free(meetings);
    const double at_the_end =
        (shared - shared_at_shorter) / (double)longer + shared_at_shorter / (double)shorter;
    return fmin((1 - p) / p * sum + at_the_end * weight, 1);
}
