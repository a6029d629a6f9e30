/*
 * Finds the texts that may share something with another one: their shingles, by hash. Of many texts only each second
 * shingle is kept, or each fourth, … as they stand in the text; of short texts all are. Since all of another text's
 * shingles are looked up, no passage of so many shingles in a row that both have is missed, wherever it stands. A shingle
 * takes four bytes, and an index of a million texts as much memory as one of two hundred thousand.
 *
 * `assay carry` reads new documents twice, and three times to write. Only digests of texts stay in memory, and of
 * changed texts a sample of their shingles. The overlaps wait in a spool: a million documents in halves fit into
 * 200 MB. Each byte of struct match_document costs three million.
 */
#ifndef ASSAY_CORE_MATCH_SHINGLE_INDEX_H
#define ASSAY_CORE_MATCH_SHINGLE_INDEX_H

#include "core/match/shingles.h"

/* {0} is empty and safe to release. First all texts are added, then it is sealed, then asked. */
struct shingle_index {
    uint32_t *hashes; /* that are kept, text by text; until it is sealed */
    size_t n, capacity;
    uint32_t *counts; /* of each text: its hashes; until it is sealed */
    size_t n_counts, counts_capacity;
    uint32_t *sizes; /* of each text: its shingles */
    size_t n_texts, texts_capacity;
    size_t step; /* of long texts each shingle of so many in a row is kept */
    /* Once it is sealed: in buckets by the first bits of their hashes, ascending, entries of the hashes' other bits and the
     * number of the text. */
    const uint32_t *entries;
    unsigned bits;    /* by which there are buckets; as many are enough for the number of a text */
    uint32_t *starts; /* of each bucket, and the end of the last one */
    uint32_t *hits;   /* of the text that was looked for */
    size_t n_hits, hits_capacity;
};

void shingle_index_release(struct shingle_index *index);
/* Texts are numbered 0, 1, 2 … in the order in which they are added. */
void shingle_index_add(struct shingle_index *index, const struct shingles *shingles);
void shingle_index_seal(struct shingle_index *index);
/*
 * The numbers of the texts that are likely to share a tenth at least of the smaller one with these shingles, ascending,
 * until the next call. Shingles that very many texts have find nothing.
 */
const uint32_t *shingle_index_find(struct shingle_index *index, const struct shingles *shingles, size_t *n);

#endif
