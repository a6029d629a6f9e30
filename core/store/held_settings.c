/*
 * Settings that a reading holds. This is a file of its own because the store ends readings, and settings use the store.
 */
#include "core/store/store_private.h"

#include <stdlib.h>

void settings_let_go(struct store *store)
{
    if (store->held == NULL)
        return;
    arena_release(&store->held->arena);
    free(store->held);
    store->held = NULL;
}
