/*
 * Hashes are added text by text, so the position of a hash shows its text, and four bytes per hash are enough.
 * Sealing moves them into buckets. There the first bits of the hash need not be stored, and the number of the text
 * takes their place. It works in a few rounds, from the last buckets to the first. The hashes that are removed make
 * room for the entries that are added, so one block of memory is enough that is hardly larger than either.
 */
#include "core/match/shingle_index.h"

#include "core/base/bug.h"
#include "core/base/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    KEPT_MOST = 1 << 24, /* 64 MiB */
    SHORT_TEXT = 16,     /* in shingles; all of them are kept */
    BITS_LEAST = 20,
    ROUNDS = 16, /* at most about twice as many if very many texts share a shingle */
    COMMON = 64, /* a shingle of more texts belongs to their template */
};

void shingle_index_release(struct shingle_index *index)
{
    free(index->hashes);
    free(index->counts);
    free(index->sizes);
    free(index->starts);
    free(index->hits);
    *index = (struct shingle_index){0};
}

static bool is_short(const struct shingle_index *index, uint32_t text)
{
    return index->sizes[text] <= SHORT_TEXT;
}

/* --- Adding ------------------------------------------------------------------------------------------ */

/* Drops every second hash of each long text. */
static void drop_half(struct shingle_index *index)
{
    const uint32_t *next = index->hashes;
    size_t n = 0;
    for (uint32_t text = 0; text < index->n_counts; text++) {
        uint32_t count = index->counts[text], kept = 0;
        for (uint32_t i = 0; i < count; i += is_short(index, text) ? 1 : 2, kept++)
            index->hashes[n++] = next[i];
        next += count;
        index->counts[text] = kept;
    }
    index->n = n;
    index->hashes = memory_fit(index->hashes, &index->capacity, n, sizeof *index->hashes);
    index->step *= 2;
}

void shingle_index_add(struct shingle_index *index, const struct shingles *shingles)
{
    uint32_t text = (uint32_t)index->n_texts, count = 0;
    VECTOR_PUSH(index->sizes, index->n_texts, index->texts_capacity) = (uint32_t)shingles->n;
    if (index->step == 0)
        index->step = 1;
    if (index->n + shingles->n_in_text / index->step > KEPT_MOST)
        drop_half(index);
    for (size_t i = 0; i < shingles->n_in_text; i += is_short(index, text) ? 1 : index->step, count++)
        VECTOR_PUSH(index->hashes, index->n, index->capacity) = (uint32_t)(shingles->in_text[i] >> 32);
    VECTOR_PUSH(index->counts, index->n_counts, index->counts_capacity) = count;
}

/* --- Sealing ----------------------------------------------------------------------------------------- */

static size_t bucket_of(const struct shingle_index *index, uint32_t hash)
{
    return hash >> (32 - index->bits);
}

static size_t count_buckets(const struct shingle_index *index)
{
    return (size_t)1 << index->bits;
}

static void count_into_buckets(struct shingle_index *index)
{
    index->bits = BITS_LEAST;
    while (index->n_texts > count_buckets(index))
        index->bits++;
    BUG_UNLESS(index->bits < 32);
    const size_t n_buckets = count_buckets(index);
    index->starts = memory_get_zeroed(n_buckets + 1, sizeof *index->starts);
    for (size_t i = 0; i < index->n; i++)
        index->starts[bucket_of(index, index->hashes[i]) + 1]++;
    for (size_t bucket = 0; bucket < n_buckets; bucket++)
        index->starts[bucket + 1] += index->starts[bucket];
}

/* Each round goes from its first bucket to the first bucket of the next round. The last round is done first. */
struct rounds {
    size_t first[2 * ROUNDS + 2];
    size_t n;
    size_t largest; /* hashes of the largest round */
};

/*
 * Plans rounds of about equal size. Two rounds in a row have more than 1/ROUNDS of the hashes, otherwise they would
 * be one.
 */
static struct rounds plan_rounds(const struct shingle_index *index)
{
    const size_t n_buckets = count_buckets(index), most = index->n / ROUNDS;
    struct rounds rounds = {.n = 0};
    for (size_t bucket = 0; bucket < n_buckets;) {
        size_t first = bucket++;
        while (bucket < n_buckets && index->starts[bucket + 1] - index->starts[first] <= most)
            bucket++;
        size_t size = index->starts[bucket] - index->starts[first];
        rounds.largest = size > rounds.largest ? size : rounds.largest;
        rounds.first[rounds.n++] = first;
    }
    return rounds;
}

/* Moves the hashes of the last remaining buckets, from `first` on, to the entries. */
static void move_to_buckets(struct shingle_index *index, size_t first, uint32_t *entries)
{
    const uint32_t *next = index->hashes;
    uint32_t *kept = index->hashes;
    for (uint32_t text = 0; text < index->n_counts; text++) {
        uint32_t *kept_before = kept;
        for (const uint32_t *end = next + index->counts[text]; next < end; next++) {
            size_t bucket = bucket_of(index, *next);
            if (bucket < first)
                *kept++ = *next;
            else
                entries[index->starts[bucket]++] = *next << index->bits | text;
        }
        index->counts[text] = (uint32_t)(kept - kept_before);
    }
}

static void sort_few(uint32_t *entries, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        uint32_t entry = entries[i];
        size_t k = i;
        for (; k > 0 && entries[k - 1] > entry; k--)
            entries[k] = entries[k - 1];
        entries[k] = entry;
    }
}

static void sort_entries(uint32_t *entries, size_t n, unsigned shift);

/* Sorts in place (McIlroy, Bostic, McIlroy, "Engineering radix sort", 1993): qsort would double the memory. */
static void sort_many(uint32_t *entries, size_t n, unsigned shift)
{
    enum { DIGITS = 256 };
    size_t begins[DIGITS + 1] = {0}, next[DIGITS];
    for (size_t i = 0; i < n; i++)
        begins[(entries[i] >> shift) % DIGITS + 1]++;
    for (size_t digit = 0; digit < DIGITS; digit++) {
        begins[digit + 1] += begins[digit];
        next[digit] = begins[digit];
    }
    for (size_t digit = 0; digit < DIGITS; digit++) {
        while (next[digit] < begins[digit + 1]) {
            uint32_t entry = entries[next[digit]];
            size_t home = (entry >> shift) % DIGITS;
            entries[next[digit]] = entries[next[home]];
            entries[next[home]++] = entry;
        }
    }
    for (size_t digit = 0; shift > 0 && digit < DIGITS; digit++)
        sort_entries(entries + begins[digit], begins[digit + 1] - begins[digit], shift - 8);
}

/* Most buckets of a small index are empty. For them even the arrays of sort_many would cost more than all else. */
static void sort_entries(uint32_t *entries, size_t n, unsigned shift)
{
    enum { FEW = 64 };
    if (n <= FEW)
        sort_few(entries, n);
    else
        sort_many(entries, n, shift);
}

/* Keeps the entries of a bucket whose hashes few texts have. Returns the total number of entries kept so far. */
static size_t keep_uncommon(const struct shingle_index *index, uint32_t *entries, size_t from, size_t end,
                            size_t n_kept)
{
    for (size_t run_end; from < end; from = run_end) {
        run_end = from + 1;
        while (run_end < end && entries[run_end] >> index->bits == entries[from] >> index->bits)
            run_end++;
        for (size_t i = from; run_end - from <= COMMON && i < run_end; i++)
            entries[n_kept++] = entries[i];
    }
    return n_kept;
}

/* Up to now the starts are the ends of the buckets, because moving entries has advanced them. */
static void sort_buckets(struct shingle_index *index, uint32_t *entries)
{
    size_t from = 0, n_kept = 0;
    for (size_t bucket = 0; bucket < count_buckets(index); bucket++) {
        size_t end = index->starts[bucket];
        index->starts[bucket] = (uint32_t)n_kept;
        sort_entries(entries + from, end - from, 24);
        n_kept = keep_uncommon(index, entries, from, end, n_kept);
        from = end;
    }
    index->starts[count_buckets(index)] = (uint32_t)n_kept;
}

void shingle_index_seal(struct shingle_index *index)
{
    count_into_buckets(index);
    struct rounds rounds = plan_rounds(index);
    index->hashes =
        memory_grow(index->hashes, &index->capacity, index->n + rounds.largest + 1, sizeof *index->hashes);
    uint32_t *entries = index->hashes + rounds.largest;
    while (rounds.n > 0)
        move_to_buckets(index, rounds.first[--rounds.n], entries);
    sort_buckets(index, entries);
    index->entries = entries;
    free(index->counts);
    index->counts = NULL;
}

/* --- Finding ----------------------------------------------------------------------------------------- */

static void collect_hits(struct shingle_index *index, uint32_t hash)
{
    const uint32_t rest = hash << index->bits, text_of_entry = ((uint32_t)1 << index->bits) - 1;
    size_t i = index->starts[bucket_of(index, hash)], end = index->starts[bucket_of(index, hash) + 1];
    while (i < end && index->entries[i] < rest)
        i++;
    for (; i < end && (index->entries[i] & ~text_of_entry) == rest; i++)
        VECTOR_PUSH(index->hits, index->n_hits, index->hits_capacity) = index->entries[i] & text_of_entry;
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
