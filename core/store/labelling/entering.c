#include "core/store/labelling/entering.h"

#include "core/store/labelling/decision.h"
#include "core/store/store_private.h"

static bool end_stray_leases(struct store *store, const struct dealer *dealer, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_END_STRAY_LEASES);
    query_bind_integer(&query, 1, dealer->now + 2 * dealer->lease_ms);
    query_bind_integer(&query, 2, dealer->now);
    return query_post(&query, err);
}

static bool holds_ballot(const struct labelling_step *step)
{
    bool holds = false;
    for (size_t i = 0; i < step->open.n; i++)
        holds |= step->open.ballots[i].lease_until > step->to.now;
    return holds;
}

/* The state of the annotator is read before a ballot is taken, because that ballot would then be among those held. */
static bool take_entry(struct store *store, const struct dealer *dealer, struct arena *arena,
                       struct entry *entry, struct err *err)
{
    int64_t any = 0;
    struct labelling_step step = step_begin(store, dealer);
    offer_prefetch(&step, NULL);
    struct drafts_reading drafts = drafts_ask(store, dealer->annotator_id);
    bool worked = drafts_take(&drafts, arena, &entry->drafts, err) && step_read(&step, err);
    entry->holds_ballot = worked && holds_ballot(&step);
    worked = worked && decision_take(&step, &any, &entry->taken, err);
    step_end(&step);
    return worked;
}

bool store_enter(struct store *store, struct bytes annotator, struct dealer *dealer, struct arena *arena,
                 struct entry *entry, struct err *err)
{
    *entry = (struct entry){0};
    return end_stray_leases(store, dealer, err) &&
           annotator_enter(store, annotator, &dealer->annotator_id, err) &&
           take_entry(store, dealer, arena, entry, err);
}
