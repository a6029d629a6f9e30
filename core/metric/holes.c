#include "core/metric/holes.h"

#include "core/base/memory.h"

#include <stdlib.h>
#include <string.h>

void holes_release(struct holes *holes)
{
    free((char *)holes->docids.data);
    *holes = (struct holes){0};
}

/* Finds the first entries, best first. Most runs are sorted: then each further entry takes one comparison. */
static size_t find_first(const struct run_question *retrieved, enum ties ties,
                         const struct run_entry *first[HOLES_DEPTH])
{
    size_t n = 0;
    double least = 0; /* of the first ones, once there are enough */
    for (size_t i = 0; i < retrieved->n_entries; i++) {
        const struct run_entry *entry = &retrieved->entries[i];
        if (n == HOLES_DEPTH && (entry->score < least || run_entry_compare(first[n - 1], entry, ties) < 0))
            continue;
        size_t at = n < HOLES_DEPTH ? n++ : n - 1;
        for (; at > 0 && run_entry_compare(entry, first[at - 1], ties) < 0; at--)
            first[at] = first[at - 1];
        first[at] = entry;
        least = first[n - 1]->score;
    }
    return n;
}

/* Copies to an allocation of the exact size, because it is stored for each question of each run. */
static struct bytes copy_docids(const struct run_entry *const *entries, size_t n)
{
    size_t size = 0;
    for (size_t i = 0; i < n; i++)
        size += entries[i]->docid.size + 1;
    char *copy = n > 0 ? memory_get(size) : NULL;
    char *at = copy;
    for (size_t i = 0; i < n; i++) {
        at = mempcpy(at, entries[i]->docid.data, entries[i]->docid.size);
        *at++ = ' ';
    }
    return (struct bytes){.data = copy, .size = size};
}

void holes_set(struct holes *holes, const struct run_question *retrieved, const struct qrels_question *truth,
               enum ties ties, size_t n_judged)
{
    const struct run_entry *first[HOLES_DEPTH];
    const size_t n_first = find_first(retrieved, ties, first);
    size_t n = 0;
    for (size_t i = 0; i < n_first; i++) {
        if (qrels_question_find_hashed(truth, first[i]->docid, first[i]->hash) == NULL)
            first[n++] = first[i];
    }
    holes_release(holes);
    *holes = (struct holes){.n_first = (uint32_t)n_first,
                            .n_judged = (uint32_t)n_judged,
                            .n = (uint32_t)n,
                            .docids = copy_docids(first, n)};
}

bool holes_next(struct bytes *docids, struct bytes *docid)
{
    return bytes_split(*docids, ' ', docid, docids);
}
