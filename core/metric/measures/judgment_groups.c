#include "core/metric/measures/judgment_groups.h"

#include "core/base/memory.h"
#include "core/base/search.h"

#include <stdlib.h>

void judgment_groups_release(struct judgment_groups *groups)
{
    free(groups->items);
    map_release(&groups->names);
    map_release(&groups->subnames);
    *groups = (struct judgment_groups){0};
}

static int compare(const void *a, const void *b)
{
    const struct grouped_judgment *left = a;
    const struct grouped_judgment *right = b;
    if (left->judgment != right->judgment)
        return left->judgment < right->judgment ? -1 : 1;
    if (left->group != right->group)
        return left->group < right->group ? -1 : 1;
    return (left->subgroup > right->subgroup) - (left->subgroup < right->subgroup);
}

void judgment_groups_add(struct judgment_groups *groups, size_t judgment, struct bytes group,
                         struct bytes subgroup, double grade)
{
    const struct grouped_judgment item = {
        .judgment = (uint32_t)judgment,
        .group = (uint32_t)map_put(&groups->names, group, NULL),
        .subgroup = (uint32_t)map_put(&groups->subnames, subgroup, NULL),
        .grade = grade,
    };
    VECTOR_PUSH(groups->items, groups->n, groups->capacity) = item;
}

const struct grouped_judgment *judgment_groups_sort(struct judgment_groups *groups)
{
    if (groups->n > 0)
        qsort(groups->items, groups->n, sizeof *groups->items, compare);
    for (size_t i = 1; i < groups->n; i++) {
        if (compare(&groups->items[i - 1], &groups->items[i]) == 0)
            return &groups->items[i];
    }
    return NULL;
}

struct grouped_judgments judgment_groups_of(const struct judgment_groups *groups, size_t judgment)
{
    size_t first;
    size_t end;
    LOWER_BOUND(first, groups->n, groups->items[first].judgment < judgment);
    LOWER_BOUND(end, groups->n, groups->items[end].judgment <= judgment);
    return (struct grouped_judgments){.items = groups->items + first, .n = end - first};
}
