#include "import/same_texts.h"

#include "core/base/memory.h"

#include <stdlib.h>

void same_texts_release(struct same_texts *texts)
{
    free(texts->hashes);
    hash_index_release(&texts->index);
    *texts = (struct same_texts){0};
}

/* Returns the slot of the hash, or the empty slot for it. */
static uint32_t *find(const struct same_texts *texts, uint64_t hash)
{
    uint32_t *slot = hash_index_first(&texts->index, hash);
    while (*slot != 0 && texts->hashes[*slot - 1] != hash)
        slot = hash_index_next(&texts->index, slot);
    return slot;
}

static void make_room(struct same_texts *texts)
{
    if (!hash_index_is_full(&texts->index, texts->n + 1))
        return;
    hash_index_reset(&texts->index, texts->n + 1);
    for (size_t i = 0; i < texts->n; i++)
        *find(texts, texts->hashes[i]) = (uint32_t)(i + 1);
}

bool same_texts_add(struct same_texts *texts, struct bytes text)
{
    make_room(texts);
    uint64_t hash = bytes_hash(text);
    uint32_t *slot = find(texts, hash);
    if (*slot != 0)
        return true;
    VECTOR_PUSH(texts->hashes, texts->n, texts->capacity) = hash;
    *slot = (uint32_t)texts->n;
    return false;
}
