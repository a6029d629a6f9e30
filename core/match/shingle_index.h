/*
 * Finds the texts that may share something with another text, by hashes of their shingles. Of long texts only every
 * second shingle, or every fourth and so on, in the order of the text, is kept if there are many texts; of short
 * texts all are kept. All shingles of the other text are looked up, so no common passage of so many shingles in a
 * row is missed, wherever it is. A shingle takes four bytes, and the index of a million texts takes as much memory
 * as one of two hundred thousand.
 *
 * `assay carry` reads new documents twice, and three times to write. Only digests of texts stay in memory, and a
 * sample of the shingles of changed texts. The overlaps are in a temporary file, so that a million documents in
 * halves fit into 200 MB. With that many, each byte of struct match_document costs three megabytes.
 */
#pragma once

#include "core/match/shingles.h"

/* {0} is empty and safe to release. First add all texts, then seal it, then find. */
struct shingle_index {
    uint32_t *hashes; /* the kept hashes, text by text; only until sealing */
    size_t n, capacity;
    uint32_t *counts; /* by text: the number of its hashes; only until sealing */
    size_t n_counts, counts_capacity;
    uint32_t *sizes; /* by text: the number of its shingles */
    size_t n_texts, texts_capacity;
    size_t step; /* of long texts one of so many shingles in a row is kept */
    /*
     * After sealing: buckets by the first bits of the hashes, in ascending order. An entry has the other bits of
     * the hash and the number of the text.
     */
    const uint32_t *entries;
    unsigned bits;    /* number of bits that select the bucket; as many are enough for the number of a text */
    uint32_t *starts; /* of each bucket, and the end of the last bucket */
    uint32_t *hits;   /* the result of shingle_index_find */
    size_t n_hits, hits_capacity;
};

void shingle_index_release(struct shingle_index *index);
/* Adds a text. Texts are numbered 0, 1, 2 … in the order in which they are added. */
void shingle_index_add(struct shingle_index *index, const struct shingles *shingles);
void shingle_index_seal(struct shingle_index *index);
/*
 * Returns the numbers of the texts that probably share at least a tenth of the smaller text with these shingles, in
 * ascending order; valid until the next call. Shingles that very many texts have are ignored.
 */
const uint32_t *shingle_index_find(struct shingle_index *index, const struct shingles *shingles, size_t *n);
