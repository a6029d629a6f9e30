/* Counts texts that are the same as an earlier one, byte for byte, by a hash of 64 bits. */
#pragma once

#include "core/base/bytes.h"
#include "core/base/hash_index.h"

/* {0} is empty and safe to release. */
struct same_texts {
    uint64_t *hashes;
    size_t n, capacity;
    struct hash_index index;
};

void same_texts_release(struct same_texts *texts);
/* Adds a text. Returns whether an earlier text was the same. */
bool same_texts_add(struct same_texts *texts, struct bytes text);
