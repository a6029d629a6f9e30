#include "core/store/content/document_names.h"

#include <stdlib.h>

static int compare_numbers(const void *left, const void *right)
{
    const int64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static struct bytes docid_at(const struct document_names *names, size_t place)
{
    return bytes_slice(buffer_bytes(&names->docids), place > 0 ? names->ends[place - 1] : 0,
                       names->ends[place]);
}

/*
 * If all documents are in pools, a document's number gives its place. Each document that is in no pool moves the later
 * ones one place back. So the search goes back from there, twice as far each time.
 */
struct bytes document_names_find(const struct document_names *names, int64_t document_id)
{
    const int64_t *ids = names->document_ids;
    if (names->n == 0 || document_id < ids[0])
        return (struct bytes){0};
    const uint64_t place = (uint64_t)(document_id - ids[0]);
    size_t last = place < names->n ? (size_t)place : names->n - 1;
    size_t first = last;
    for (size_t step = 1; ids[first] > document_id; step *= 2) {
        last = first;
        first -= first < step ? first : step;
    }
    const int64_t *found = bsearch(&document_id, ids + first, last - first + 1, sizeof *ids, compare_numbers);
    return found != NULL ? docid_at(names, (size_t)(found - ids)) : (struct bytes){0};
}

void document_names_let_go(struct document_names **names)
{
    if (*names == NULL)
        return;
    free((*names)->document_ids);
    free((*names)->ends);
    buffer_release(&(*names)->docids);
    free(*names);
    *names = NULL;
}
