#include "tui/text/offsets.h"

size_t offsets_below(const size_t *first, size_t n, size_t stride, size_t limit)
{
    size_t low = 0;
    size_t high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const void *offset = (const char *)first + middle * stride;
        if (*(const size_t *)offset < limit)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
