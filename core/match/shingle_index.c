#include "core/match/shingle_index.h"

#include "core/base/memory.h"

#include <stdlib.h>

enum {
    ENTRIES_MOST = 1 << 24, /* 128 MiB */
    SHORT_TEXT = 16,        /* shingles: all are kept */
    START_BITS = 22,
    COMMON = 64, /* a shingle of more texts is one of their template */
};

void shingle_index_release(struct shingle_index *index)
{
    free(index->entries);
    free(index->sizes);
    free(index->starts);
    free(index->hits);
    *index = (struct shingle_index){0};
}

static uint32_t entry_hash(uint64_t entry)
{
    return (uint32_t)(entry >> 32);
}

static uint32_t entry_text(uint64_t entry)
{
    return (uint32_t)entry;
}

static bool is_short(const struct shingle_index *index, uint32_t text)
{
    return index->sizes[text] <= SHORT_TEXT;
}

/* The entries still stand as they were added: each second one of a text goes. */
static void drop_half(struct shingle_index *index)
{
    size_t n = 0, place = 0;
    for (size_t i = 0; i < index->n; i++) {
        uint32_t text = entry_text(index->entries[i]);
        place = i > 0 && entry_text(index->entries[i - 1]) == text ? place + 1 : 0;
        if (is_short(index, text) || place % 2 == 0)
            index->entries[n++] = index->entries[i];
    }
    index->n = n;
    index->step *= 2;
}

void shingle_index_add(struct shingle_index *index, const struct shingles *shingles)
{
    uint32_t text = (uint32_t)index->n_texts;
    VECTOR_PUSH(index->sizes, index->n_texts, index->texts_capacity) = (uint32_t)shingles->n;
    if (index->step == 0)
        index->step = 1;
    if (index->n + shingles->n_in_text / index->step > ENTRIES_MOST)
        drop_half(index);
    for (size_t i = 0; i < shingles->n_in_text; i += is_short(index, text) ? 1 : index->step) {
        uint64_t hash = shingles->in_text[i] >> 32;
        VECTOR_PUSH(index->entries, index->n, index->capacity) = hash << 32 | text;
    }
}

static void sort_few(uint64_t *entries, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        uint64_t entry = entries[i];
        size_t k = i;
        for (; k > 0 && entries[k - 1] > entry; k--)
            entries[k] = entries[k - 1];
        entries[k] = entry;
    }
}

/* In place (McIlroy, Bostic, McIlroy, "Engineering radix sort", 1993): qsort would take as much memory again. */
static void sort_entries(uint64_t *entries, size_t n, unsigned shift)
{
    enum { FEW = 32, DIGITS = 256 };
    size_t begins[DIGITS + 1] = {0}, next[DIGITS];
    if (n <= FEW) {
        sort_few(entries, n);
        return;
    }
    for (size_t i = 0; i < n; i++)
        begins[(entries[i] >> shift) % DIGITS + 1]++;
    for (size_t digit = 0; digit < DIGITS; digit++) {
        begins[digit + 1] += begins[digit];
        next[digit] = begins[digit];
    }
    for (size_t digit = 0; digit < DIGITS; digit++) {
        while (next[digit] < begins[digit + 1]) {
            uint64_t entry = entries[next[digit]];
            size_t home = (entry >> shift) % DIGITS;
            entries[next[digit]] = entries[next[home]];
            entries[next[home]++] = entry;
        }
    }
    for (size_t digit = 0; shift > 0 && digit < DIGITS; digit++)
        sort_entries(entries + begins[digit], begins[digit + 1] - begins[digit], shift - 8);
}

static size_t end_of_run(const struct shingle_index *index, size_t from)
{
    size_t end = from;
    while (end < index->n && entry_hash(index->entries[end]) == entry_hash(index->entries[from]))
        end++;
    return end;
}

static void drop_common(struct shingle_index *index)
{
    size_t n = 0;
    for (size_t from = 0, end; from < index->n; from = end) {
        end = end_of_run(index, from);
        for (size_t i = from; end - from <= COMMON && i < end; i++)
            index->entries[n++] = index->entries[i];
    }
    index->n = n;
}

void shingle_index_seal(struct shingle_index *index)
{
    const size_t n_starts = (size_t)1 << START_BITS;
    size_t start = 0;
    sort_entries(index->entries, index->n, 56);
    drop_common(index);
    index->starts = memory_get((n_starts + 1) * sizeof *index->starts);
    for (size_t i = 0; i < index->n; i++) {
        while (start <= entry_hash(index->entries[i]) >> (32 - START_BITS))
            index->starts[start++] = (uint32_t)i;
    }
    while (start <= n_starts)
        index->starts[start++] = (uint32_t)index->n;
}

static void collect_hits(struct shingle_index *index, uint32_t hash)
{
    size_t i = index->starts[hash >> (32 - START_BITS)];
    while (i < index->n && entry_hash(index->entries[i]) < hash)
        i++;
    for (; i < index->n && entry_hash(index->entries[i]) == hash; i++)
        VECTOR_PUSH(index->hits, index->n_hits, index->hits_capacity) = entry_text(index->entries[i]);
}

static int compare_numbers(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

static bool may_share(const struct shingle_index *index, uint32_t text, size_t hits, size_t n)
{
    size_t size = index->sizes[text];
    size_t shared = is_short(index, text) ? hits : hits * index->step;
    return shared * 10 >= (size < n ? size : n);
}

const uint32_t *shingle_index_find(struct shingle_index *index, const struct shingles *shingles, size_t *n)
{
    index->n_hits = 0;
    for (size_t i = 0; i < shingles->n; i++)
        collect_hits(index, (uint32_t)(shingles->hashes[i] >> 32));
    if (index->n_hits > 1)
        qsort(index->hits, index->n_hits, sizeof *index->hits, compare_numbers);
    *n = 0;
    for (size_t from = 0, end; from < index->n_hits; from = end) {
        uint32_t text = index->hits[from];
        for (end = from; end < index->n_hits && index->hits[end] == text;)
            end++;
        if (may_share(index, text, end - from, shingles->n))
            index->hits[(*n)++] = text;
    }
    return index->hits;
}
