/*
 * Clusters merged one by one, the two first that are most alike: from fine ones to coarse ones (Ward, JASA 58, 1963, for
 * directions in place of points).
 */
#ifndef ASSAY_CORE_MATCH_CLUSTER_TREE_H
#define ASSAY_CORE_MATCH_CLUSTER_TREE_H

#include <stddef.h>

struct cluster_merge {
    size_t into, from; /* into < from, which is no cluster any more */
};

/*
 * Merges `n` clusters until `least` are left, and writes the n - least merges in order. A cluster is the sum of its texts'
 * directions, whose length says how near they are to its middle: those two are merged whose lengths lose least. products[a * n
 * + b] are the inner products of the sums, and are changed. An empty cluster goes first.
 */
void cluster_tree_make(double *products, size_t n, size_t least, struct cluster_merge *merges);

#endif
