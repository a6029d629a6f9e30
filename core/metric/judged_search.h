/*
 * Finds which of the documents that a run retrieved for a question are judged, and whether one of them is repeated.
 */
#pragma once

#include "core/base/hash_index.h"
#include "core/base/must_check.h"
#include "core/metric/qrels.h"

/* A judged document among the retrieved ones. */
struct judged_find {
    size_t retrieved; /* its index among the retrieved documents */
    size_t judgment;  /* its index among the question's judgments */
};

/* Working space that is reused. {0} is empty and safe to release. */
struct judged_search {
    uint64_t *filter;
    uint32_t *suspects; /* documents that the filter does not clear */
    size_t suspects_capacity;
    struct judged_find *found; /* in the order of the retrieved documents */
    size_t n_found, found_capacity;
    uint64_t *taken; /* one bit per judgment: its document was found */
    size_t taken_capacity;
    struct hash_index seen;
};

void judged_search_release(struct judged_search *search);
/*
 * Finds the judged ones of `n` retrieved documents; `hashes` are their bytes_hash. `truth` = NULL: the question has
 * no judgments. Returns false if a document is repeated.
 */
MUST_CHECK bool judged_search_do(struct judged_search *search, const struct bytes *docids,
                                 const uint64_t *hashes, size_t n, const struct qrels_question *truth);
