#include "core/match/hashes.h"

#include <stdlib.h>

static int compare_hashes(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

void hashes_sort(uint64_t *hashes, size_t n)
{
    if (n > 1)
        qsort(hashes, n, sizeof *hashes, compare_hashes);
}

size_t hashes_make_set(uint64_t *hashes, size_t n)
{
    size_t kept = 0;
    hashes_sort(hashes, n);
    for (size_t i = 0; i < n; i++) {
        if (kept == 0 || hashes[kept - 1] != hashes[i])
            hashes[kept++] = hashes[i];
    }
    return kept;
}

size_t hashes_count_common(const uint64_t *a, size_t n_a, const uint64_t *b, size_t n_b)
{
    size_t common = 0;
    for (size_t i = 0, k = 0; i < n_a && k < n_b;) {
        const uint64_t left = a[i], right = b[k];
        common += left == right;
        i += left <= right;
        k += right <= left;
    }
    return common;
}
