#include "core/judge/overlap.h"

#include "core/base/number.h"
#include "core/base/random.h"

#include <string.h>

/* Independent of what any session draws. */
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

/* The annotator who asks, and the time. `except` is a ballot that is ignored; NULL: none. */
struct asking {
    const struct docket *docket;
    int64_t annotator_id, now;
    const struct docket_ballot *except;
};

/* Returns whether somebody has voted on the ballot or holds it. */
static bool is_asked(const struct asking *asking, const struct docket_ballot *ballot)
{
    return docket_ballot_is_vote(ballot) || docket_ballot_is_held(ballot, asking->now);
}

/*
 * Returns whether an earlier ballot of the same set belongs to the same annotator. An annotator who voted on a set
 * and holds it again counts once.
 */
static bool is_counted(const struct asking *asking, const struct docket_ballot *ballot)
{
    for (const struct docket_ballot *before = asking->docket->ballots; before < ballot; before++) {
        if (before != asking->except && before->annotator_id == ballot->annotator_id &&
            is_asked(asking, before) && slot_set_equal(&before->set, &ballot->set))
            return true;
    }
    return false;
}

/* Nobody gets a set twice, whatever they answered, and no more annotators get it than configured. */
static bool is_open(const struct asking *asking, const struct slot_set *set)
{
    const struct docket *docket = asking->docket;
    int64_t annotators = 0;
    for (size_t i = 0; i < docket->n_ballots; i++) {
        const struct docket_ballot *ballot = &docket->ballots[i];
        if (ballot == asking->except || !slot_set_equal(&ballot->set, set))
            continue;
        if (ballot->annotator_id == asking->annotator_id &&
            (ballot->said != SAID_NOTHING || is_asked(asking, ballot)))
            return false;
        annotators += is_asked(asking, ballot) && !is_counted(asking, ballot);
    }
    return annotators < docket->rules->overlap.annotators;
}

static bool is_shared(const struct asking *asking, const struct docket_ballot *ballot)
{
    return ballot != asking->except && docket_ballot_is_vote(ballot) &&
           overlap_has(&asking->docket->rules->overlap, asking->docket->question_id, ballot->deal);
}

const struct slot_set *overlap_choose(const struct docket *docket, int64_t annotator_id, int64_t now)
{
    const struct asking asking = {.docket = docket, .annotator_id = annotator_id, .now = now};
    if (docket->rules->overlap.share <= 0)
        return NULL;
    for (size_t i = 0; i < docket->n_ballots; i++) {
        const struct slot_set *set = &docket->ballots[i].set;
        if (is_shared(&asking, &docket->ballots[i]) && is_open(&asking, set) &&
            docket_has_candidates(docket, set))
            return set;
    }
    return NULL;
}

bool overlap_wants(const struct docket *docket, int64_t annotator_id, int64_t now,
                   const struct docket_ballot *ballot)
{
    const struct asking asking = {docket, annotator_id, now, ballot};
    if (docket->rules->overlap.share <= 0)
        return false;
    for (size_t i = 0; i < docket->n_ballots; i++) {
        if (is_shared(&asking, &docket->ballots[i]) && slot_set_equal(&docket->ballots[i].set, &ballot->set))
            return is_open(&asking, &ballot->set);
    }
    return false;
}
