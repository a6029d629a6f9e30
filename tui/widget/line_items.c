#include "tui/widget/line_items.h"

#include "core/base/memory.h"

#include <stdlib.h>

/* The item with the smallest rank not considered yet; n: none. */
static size_t next_by_rank(const struct line_item *items, const bool *seen, size_t n)
{
    size_t next = n;
    for (size_t i = 0; i < n; i++)
        if (!seen[i] && items[i].width > 0 && (next == n || items[i].rank < items[next].rank))
            next = i;
    return next;
}

void line_items_fit(struct line_item *items, size_t n, int columns, int gap)
{
    bool *seen = memory_get_zeroed(n, sizeof *seen);
    int left = columns + gap;
    for (size_t i = 0; i < n; i++)
        items[i].shown = false;
    for (size_t next = next_by_rank(items, seen, n); next < n; next = next_by_rank(items, seen, n)) {
        seen[next] = true;
        items[next].shown = items[next].width + gap <= left;
        if (items[next].shown)
            left -= items[next].width + gap;
    }
    free(seen);
}
