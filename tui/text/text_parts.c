#include "tui/text/text_parts.h"

#include "core/base/memory.h"
#include "core/base/search.h"

#include <stdlib.h>
#include <string.h>

void text_parts_release(struct text_parts *parts)
{
    free(parts->items);
    *parts = (struct text_parts){0};
}

/* Replaces the parts from `first` to before `end` by `part`. */
static void replace(struct text_parts *parts, size_t first, size_t end, struct text_part part)
{
    const size_t n_behind = parts->count - end;
    if (first == end)
        parts->items = memory_grow(parts->items, &parts->capacity, parts->count + 1, sizeof part);
    memmove(parts->items + first + 1, parts->items + end, n_behind * sizeof part);
    parts->items[first] = part;
    parts->count = first + 1 + n_behind;
}

void text_parts_add(struct text_parts *parts, struct text_part part)
{
    size_t first, end;
    if (part.start >= part.end)
        return;
    LOWER_BOUND(first, parts->count, parts->items[first].end < part.start);
    LOWER_BOUND(end, parts->count, parts->items[end].start <= part.end);
    if (first < end) {
        const struct text_part *low = &parts->items[first], *high = &parts->items[end - 1];
        part.start = low->start < part.start ? low->start : part.start;
        part.end = high->end > part.end ? high->end : part.end;
    }
    replace(parts, first, end, part);
}

void text_parts_add_without(struct text_parts *parts, struct text_part part, const struct text_parts *others)
{
    for (size_t i = 0; i < others->count && others->items[i].start < part.end; i++) {
        const struct text_part *other = &others->items[i];
        text_parts_add(parts, (struct text_part){part.start, other->start});
        part.start = other->end > part.start ? other->end : part.start;
    }
    text_parts_add(parts, part);
}

bool text_parts_hold(const struct text_parts *parts, struct text_part part)
{
    size_t i;
    LOWER_BOUND(i, parts->count, parts->items[i].end < part.end);
    return i < parts->count && parts->items[i].start <= part.start;
}
