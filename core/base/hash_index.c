#include "core/base/hash_index.h"

#include "core/base/bug.h"
#include "core/base/memory.h"

#include <stdlib.h>
#include <string.h>

void hash_index_release(struct hash_index *index)
{
    free(index->slots);
    *index = (struct hash_index){0};
}

void hash_index_reset(struct hash_index *index, size_t count)
{
    BUG_UNLESS(count < UINT32_MAX / 4); /* the index may grow to four times as many slots */
    index->n_slots = 16;
    while (index->n_slots < count * 4)
        index->n_slots *= 2;
    if (index->n_slots > index->room) {
        free(index->slots);
        index->slots = memory_get_zeroed(index->n_slots, sizeof *index->slots);
        index->room = index->n_slots;
    } else {
        memset(index->slots, 0, index->n_slots * sizeof *index->slots);
    }
}
