#include "core/metric/holes.h"

void holes_release(struct holes *holes)
{
    buffer_release(&holes->docids);
    *holes = (struct holes){0};
}

/* The first entries, the best in front. Mostly a run is sorted: then each further entry is compared once. */
static size_t find_first(const struct run_question *retrieved, enum ties ties,
                         const struct run_entry *first[HOLES_DEPTH])
{
    size_t n = 0;
    double least = 0; /* of the first, once there are so many */
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

void holes_set(struct holes *holes, const struct run_question *retrieved, const struct qrels_question *truth,
               enum ties ties, size_t n_judged)
{
    const struct run_entry *first[HOLES_DEPTH];
    holes->n_first = find_first(retrieved, ties, first);
    holes->n_judged = n_judged;
    holes->n = 0;
    buffer_clear(&holes->docids);
    for (size_t i = 0; i < holes->n_first; i++) {
        if (qrels_question_find_hashed(truth, first[i]->docid, first[i]->hash) != NULL)
            continue;
        buffer_add(&holes->docids, first[i]->docid);
        buffer_add_byte(&holes->docids, ' ');
        holes->n++;
    }
}

bool holes_next(struct bytes *docids, struct bytes *docid)
{
    return bytes_split(*docids, ' ', docid, docids);
}
