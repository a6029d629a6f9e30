/* Settings that a reading holds. A file of its own: the store ends readings, and settings ask the store. */
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
