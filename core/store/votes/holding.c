#include "core/store/votes/holding.h"

#include "core/base/bug.h"
#include "core/base/memory.h"
#include "core/store/content/document_names.h"
#include "core/store/content/document_names_reading.h"
#include "core/store/store_private.h"
#include "core/store/votes/held_votes.h"
#include "core/store/votes/held_votes_reading.h"

#include <stdlib.h>

enum { ROOM_FOR_NAMES = 16 * 1024 * 1024 };

struct holding {
    struct store *store;
    int64_t last; /* answer */
    struct document_names *names;
    struct votes_holding *votes;
};

bool holding_open(struct holding **out, struct store *store, int64_t last, int64_t n_votes, struct err *err)
{
    struct holding *holding = memory_get_zeroed(1, sizeof *holding);
    holding->store = store;
    holding->last = last;
    if (!document_names_begin(store, n_votes, ROOM_FOR_NAMES, &holding->names, err) ||
        !votes_holding_open(&holding->votes, store, last, err)) {
        holding_close(holding);
        return false;
    }
    *out = holding;
    return true;
}

void holding_close(struct holding *holding)
{
    if (holding == NULL)
        return;
    document_names_let_go(&holding->names);
    votes_holding_close(holding->votes);
    free(holding);
}

bool holding_read_docids(struct holding *holding, bool *are_read, struct err *err)
{
    const bool worked =
        holding->names->are_read || document_names_read_next(holding->store, holding->names, err);
    *are_read = holding->names->are_read;
    return worked;
}

bool holding_read_votes(struct holding *holding, bool *are_read, struct err *err)
{
    return votes_holding_read(holding->votes, are_read, err);
}

void holding_change(struct holding *holding, int64_t question_id)
{
    held_votes_change(votes_holding_held(holding->votes), question_id);
}

struct store *holding_store(const struct holding *holding)
{
    return holding->store;
}

int64_t holding_last(const struct holding *holding)
{
    return holding->last;
}

/*
 * Lends the store what is held. On a server names are looked up with their candidates in one trip, so a part of them is
 * of no use.
 */
bool holding_begin_reading(struct holding *holding, struct err *err)
{
    struct store *store = holding->store;
    BUG_UNLESS(store->names == NULL && store->votes == NULL);
    if (!store_begin_reading(store, err))
        return false;
    if (holding->names->are_all || (holding->names->n_places > 0 && !store_is_on_server(store)))
        store->names = holding->names;
    store->votes = votes_holding_held(holding->votes);
    return true;
}

void holding_end_reading(struct holding *holding)
{
    holding->store->names = NULL;
    holding->store->votes = NULL;
    store_end_reading(holding->store);
}
