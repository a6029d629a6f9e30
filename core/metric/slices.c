#include "core/metric/slices.h"

#include "core/base/map.h"
#include "core/base/memory.h"

#include <stdlib.h>

void slices_release(struct slices *slices)
{
    free(slices->items);
    free(slices->of_question);
    *slices = (struct slices){0};
}

static int compare_slices(const void *a, const void *b)
{
    const struct slice *left = a;
    const struct slice *right = b;
    if ((left->name.size == 0) != (right->name.size == 0))
        return left->name.size == 0 ? 1 : -1;
    return bytes_compare(left->name, right->name);
}

void slices_make(struct slices *out, const struct bytes *values, size_t n)
{
    struct map places = {0};
    size_t capacity = 0;
    *out = (struct slices){.of_question = memory_get_zeroed(n, sizeof *out->of_question)};
    for (size_t i = 0; i < n; i++) {
        bool is_new;
        size_t place = (size_t)map_put(&places, values[i], &is_new);
        if (is_new)
            VECTOR_PUSH(out->items, out->n, capacity) = (struct slice){.name = values[i]};
        out->items[place].n_questions++;
    }
    map_release(&places);
    if (out->n > 0)
        qsort(out->items, out->n, sizeof *out->items, compare_slices);
    for (size_t place = 0; place < out->n; place++)
        map_put(&places, out->items[place].name, NULL);
    for (size_t i = 0; i < n; i++)
        out->of_question[i] = (size_t)map_find(&places, values[i]);
    map_release(&places);
}

bool slice_is_enough(const struct slice *slice)
{
    return slice->n_questions >= SLICE_LEAST;
}
