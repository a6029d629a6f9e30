/*
 * Hierarchical clustering: clusters are merged one by one, the two most similar first, from fine to coarse (Ward,
 * JASA 58, 1963, for directions instead of points).
 */
#pragma once

#include <stddef.h>

struct cluster_merge {
    size_t into, from; /* into < from; `from` is no longer a cluster */
};

/*
 * Merges `n` clusters until `least` are left, and writes the n - least merges in order. A cluster is the sum of its
 * texts' directions; the length of the sum shows how near the texts are to their middle. Each merge is the one that
 * loses the least length. products[a * n + b] are the inner products of the sums; they are overwritten. Empty
 * clusters are merged first.
 */
void cluster_tree_make(double *products, size_t n, size_t least, struct cluster_merge *merges);
