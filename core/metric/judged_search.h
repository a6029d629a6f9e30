/*
 * Which of the documents that a run retrieved for a question are judged, and whether one of them stands twice.
 */
#ifndef ASSAY_CORE_METRIC_JUDGED_SEARCH_H
#define ASSAY_CORE_METRIC_JUDGED_SEARCH_H

#include "core/base/hash_index.h"
#include "core/metric/qrels.h"

/* A judged document among those that were retrieved. */
struct judged_find {
    size_t retrieved; /* its index there */
    size_t judgment;  /* … and among the question's judgments */
};

/* Room to work in, used again and again. {0} is empty and safe to release. */
struct judged_search {
    uint64_t *filter;
    uint32_t *suspects; /* what the filter does not clear */
    size_t suspects_capacity;
    struct judged_find *found; /* in the order of what was retrieved */
    size_t n_found, found_capacity;
    uint64_t *taken; /* a bit for each judgment: its document was found */
    size_t taken_capacity;
    struct hash_index seen;
};

void judged_search_release(struct judged_search *search);
/*
 * Finds the judged ones of `n` retrieved documents, whose bytes_hash `hashes` are; `truth` NULL: the question has no
 * judgments. False: a document stands there twice.
 */
bool judged_search_do(struct judged_search *search, const struct bytes *docids, const uint64_t *hashes,
                      size_t n, const struct qrels_question *truth) __attribute__((warn_unused_result));

#endif
