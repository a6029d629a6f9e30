#include "core/judge/glance.h"

/*
 * Returns whether the ballot ends the glances: somebody has voted on the question, or somebody else holds it or has
 * glanced at it.
 */
static bool ends_glances(const struct docket_ballot *ballot, const struct dealt_to *to)
{
    const bool is_own = ballot->annotator_id == to->annotator_id;
    if (docket_ballot_is_vote(ballot))
        return true;
    return !is_own &&
           (docket_ballot_is_held(ballot, to->now) || (ballot->is_glance && ballot->said == SAID_VOTE));
}

bool glances_are_wanted(const struct docket *docket, const struct dealt_to *to)
{
    if (!docket->rules->has_glances || docket->rules->dealing != DEALING_ADAPTIVE || docket->is_left_out ||
        docket->n_candidates < GLANCE_POOL_MIN || docket->question_id == to->glanced_question)
        return false;
    size_t i = 0;
    while (i < docket->n_ballots && !ends_glances(&docket->ballots[i], to))
        i++;
    return i == docket->n_ballots;
}

/* Returns whether the annotator kept, dropped or skipped the candidate. */
static bool was_glanced(const struct docket *docket, int64_t document_id, const struct dealt_to *to)
{
    for (size_t i = 0; i < docket->n_ballots; i++) {
        const struct docket_ballot *ballot = &docket->ballots[i];
        if (ballot->is_glance && ballot->annotator_id == to->annotator_id && ballot->said != SAID_NOTHING &&
            ballot->set.document_ids[0] == document_id)
            return true;
    }
    return false;
}

/* Returns whether `a` comes before `b`, which may be NULL: first the candidate asked for, then by descending prior. */
static bool comes_before(const struct pool_candidate *a, const struct pool_candidate *b,
                         const struct dealt_to *to)
{
    if (b == NULL || a->document_id == to->glanced_candidate)
        return true;
    return b->document_id != to->glanced_candidate && a->prior > b->prior;
}

struct deal glance_next(const struct docket *docket, const struct dealt_to *to)
{
    const struct pool_candidate *next = NULL;
    if (!glances_are_wanted(docket, to))
        return (struct deal){.n_slots = 0};
    for (size_t i = 0; i < docket->n_candidates; i++) {
        const struct pool_candidate *candidate = &docket->candidates[i];
        if (comes_before(candidate, next, to) && !was_glanced(docket, candidate->document_id, to))
            next = candidate;
    }
    return next == NULL ? (struct deal){.n_slots = 0}
                        : (struct deal){.n_slots = 1, .document_ids = {next->document_id}, .is_glance = true};
}

bool glances_save_time(int64_t kept, int64_t glances)
{
    return glances < GLANCES_KNOWN_MIN || (double)kept <= GLANCES_KEPT_MAX * (double)glances;
}
