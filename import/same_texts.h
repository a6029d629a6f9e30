/*
 * How many texts are the same as one before them, byte for byte, as far as a hash of 64 bits tells.
 */
#ifndef ASSAY_IMPORT_SAME_TEXTS_H
#define ASSAY_IMPORT_SAME_TEXTS_H

#include "core/base/bytes.h"
#include "core/base/hash_index.h"

/* {0} knows no text and is safe to release. */
struct same_texts {
    uint64_t *hashes;
    size_t n, capacity;
    struct hash_index index;
};

void same_texts_release(struct same_texts *texts);
/* Adds a text; whether one was like it. */
bool same_texts_add(struct same_texts *texts, struct bytes text);

#endif
