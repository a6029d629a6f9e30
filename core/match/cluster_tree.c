#include "core/match/cluster_tree.h"

#include "core/base/memory.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* Returns the length that two clusters lose when they are merged. */
static double loss_of(const double *products, size_t n, size_t a, size_t b)
{
    const double of_a = products[a * n + a], of_b = products[b * n + b];
    return sqrt(of_a) + sqrt(of_b) - sqrt(fmax(0, of_a + of_b + 2 * products[a * n + b]));
}

static struct cluster_merge find_nearest(const double *products, size_t n, const bool *is_gone)
{
    struct cluster_merge nearest = {0, 0};
    double least = INFINITY;
    for (size_t a = 0; a < n; a++) {
        for (size_t b = a + 1; !is_gone[a] && b < n; b++) {
            const double loss = is_gone[b] ? INFINITY : loss_of(products, n, a, b);
            if (loss < least) {
                least = loss;
                nearest = (struct cluster_merge){a, b};
            }
        }
    }
    return nearest;
}

/* The inner products of a sum are sums of inner products. */
static void merge(double *products, size_t n, struct cluster_merge merge)
{
    for (size_t i = 0; i < n; i++)
        products[merge.into * n + i] += products[merge.from * n + i];
    for (size_t i = 0; i < n; i++)
        products[i * n + merge.into] += products[i * n + merge.from];
}

void cluster_tree_make(double *products, size_t n, size_t least, struct cluster_merge *merges)
{
    bool *is_gone = memory_get_zeroed(n + 1, sizeof *is_gone);
    for (size_t left = n; left > least; left--) {
        const struct cluster_merge nearest = find_nearest(products, n, is_gone);
        merge(products, n, nearest);
        is_gone[nearest.from] = true;
        *merges++ = nearest;
    }
    free(is_gone);
}
