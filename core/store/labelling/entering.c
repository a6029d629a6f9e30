#include "core/store/labelling/entering.h"

#include "core/store/labelling/offering.h"
#include "core/store/settings.h"
#include "core/store/store_private.h"

static bool end_stray_leases(struct store *store, const struct dealer *dealer, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_BALLOT_END_STRAY_LEASES);
    query_bind_integer(&query, 1, dealer->now + 2 * dealer->lease_ms);
    query_bind_integer(&query, 2, dealer->now);
    return query_post(&query, err);
}

static struct query ask_holds(struct store *store, const struct dealer *dealer)
{
    struct query query = query_start(store->db, STATEMENT_ANNOTATOR_HOLDS_BALLOT);
    query_bind_integer(&query, 1, dealer->annotator_id);
    query_bind_integer(&query, 2, dealer->now);
    query_ask(&query);
    return query;
}

/* What is known of the annotator is read before a ballot is taken: that one is held then, too. */
static bool take_entry(struct store *store, const struct dealer *dealer, struct arena *arena,
                       struct entry *entry, struct err *err)
{
    struct err unused;
    int64_t held;
    size_t dealing = DEALING_BALANCED;
    setting_foresee(store, SETTING_DEALING);
    struct query holds = ask_holds(store, dealer);
    struct drafts_reading drafts = drafts_ask(store, dealer->annotator_id);
    struct taking_reading taking = taking_ask(store, dealer);
    bool worked = query_one_integer(&holds, 0, &held, err);
    worked = drafts_take(&drafts, arena, &entry->drafts, worked ? err : &unused) && worked;
    worked = setting_get_choice(store, SETTING_DEALING, &dealing, worked ? err : &unused) && worked;
    store->deals_adaptively = dealing == DEALING_ADAPTIVE;
    entry->holds_ballot = worked && held != 0;
    if (worked)
        return taking_take(store, dealer, &taking, &entry->taken, err);
    taking_drop(&taking);
    return false;
}

bool store_enter(struct store *store, struct bytes annotator, struct dealer *dealer, struct arena *arena,
                 struct entry *entry, struct err *err)
{
    *entry = (struct entry){0};
    return end_stray_leases(store, dealer, err) &&
           annotator_enter(store, annotator, &dealer->annotator_id, err) &&
           take_entry(store, dealer, arena, entry, err);
}
