#include "core/judge/overlap.h"

#include "core/base/number.h"
#include "core/base/random.h"

#include <string.h>

/* What is drawn here has nothing to do with what any session draws. */
static const uint64_t overlap_seed = 0x6f7665726c6170;

bool overlap_parse(struct bytes text, struct overlap *overlap)
{
    const char *times = text.size > 0 ? memchr(text.data, 'x', text.size) : NULL;
    size_t share_size = times != NULL ? (size_t)(times - text.data) : text.size;
    overlap->annotators = OVERLAP_ANNOTATORS_DEFAULT;
    if (!number_parse_real((struct bytes){text.data, share_size}, &overlap->share) || overlap->share < 0 ||
        overlap->share > 1)
        return false;
    return times == NULL ||
           number_parse_integer((struct bytes){times + 1, text.size - share_size - 1},
                                OVERLAP_ANNOTATORS_DEFAULT, OVERLAP_ANNOTATORS_MAX, &overlap->annotators);
}

bool overlap_has(const struct overlap *overlap, int64_t question_id, int64_t deal)
{
    struct random_source random =
        random_from(overlap_seed, (uint64_t)(question_id - 1) << 32 | (uint64_t)deal);
    return random_uniform(&random) < overlap->share;
}

bool overlap_has_any(const struct overlap *overlap, int64_t question_id, int64_t deals)
{
    for (int64_t deal = 1; deal <= deals; deal++) {
        if (overlap_has(overlap, question_id, deal))
            return true;
    }
    return false;
}

/* Whether an earlier ballot of the same set is the same annotator's: who votes on it and holds it is one. */
static bool is_counted(const struct overlap_request *request, size_t number)
{
    const struct asked_ballot *ballot = &request->ballots[number];
    for (size_t i = 0; i < number; i++) {
        const struct asked_ballot *before = &request->ballots[i];
        if (before->annotator_id == ballot->annotator_id && (before->is_vote || before->is_held) &&
            slot_set_equal(&before->set, &ballot->set))
            return true;
    }
    return false;
}

/* Nobody is asked twice, and no more annotators than are wanted. */
static bool is_open(const struct overlap_request *request, const struct slot_set *set)
{
    int64_t annotators = 0;
    for (size_t i = 0; i < request->n_ballots; i++) {
        const struct asked_ballot *ballot = &request->ballots[i];
        if (!slot_set_equal(&ballot->set, set))
            continue;
        if (ballot->annotator_id == request->annotator_id)
            return false;
        annotators += (ballot->is_vote || ballot->is_held) && !is_counted(request, i);
    }
    return annotators < request->overlap.annotators;
}

static bool is_shared(const struct overlap_request *request, const struct asked_ballot *ballot)
{
    return ballot->is_vote && overlap_has(&request->overlap, request->question_id, ballot->deal);
}

static bool is_in_pool(const struct pool *pool, const struct slot_set *set)
{
    size_t n = slot_set_size(set), i = 0;
    while (i < n && pool_find(pool, set->document_ids[i]) != NULL)
        i++;
    return i == n;
}

const struct slot_set *overlap_choose(const struct overlap_request *request)
{
    for (size_t i = 0; i < request->n_ballots; i++) {
        const struct asked_ballot *ballot = &request->ballots[i];
        if (is_shared(request, ballot) && is_open(request, &ballot->set) &&
            is_in_pool(request->pool, &ballot->set))
            return &ballot->set;
    }
    return NULL;
}

bool overlap_wants(const struct overlap_request *request, const struct slot_set *set)
{
    for (size_t i = 0; i < request->n_ballots; i++) {
        const struct asked_ballot *ballot = &request->ballots[i];
        if (is_shared(request, ballot) && slot_set_equal(&ballot->set, set))
            return is_open(request, set);
    }
    return false;
}
