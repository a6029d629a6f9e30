#include "core/store/document_names.h"

#include "core/store/rows.h"

#include <stdlib.h>

static int compare_documents(const void *left, const void *right)
{
    const struct document_name *a = left, *b = right;
    return (a->document_id > b->document_id) - (a->document_id < b->document_id);
}

/*
 * Where all documents stand in pools, a number is a place; where some do not, the place is that many before it. So the
 * search goes back from there, twice as far each time.
 */
struct bytes document_names_find(const struct document_names *names, int64_t document_id)
{
    const struct document_name wanted = {.document_id = document_id};
    if (names->n == 0 || document_id < names->items[0].document_id)
        return (struct bytes){0};
    const uint64_t place = (uint64_t)(document_id - names->items[0].document_id);
    size_t last = place < names->n ? (size_t)place : names->n - 1;
    size_t first = last;
    for (size_t step = 1; names->items[first].document_id > document_id; step *= 2) {
        last = first;
        first -= first < step ? first : step;
    }
    const struct document_name *found =
        bsearch(&wanted, names->items + first, last - first + 1, sizeof *names->items, compare_documents);
    return found != NULL ? found->docid : (struct bytes){0};
}

void document_names_free(struct document_names *names)
{
    if (names == NULL)
        return;
    free(names->items);
    arena_release(&names->arena);
    free(names);
}
