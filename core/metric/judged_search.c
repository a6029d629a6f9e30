/*
 * Of a thousand retrieved documents usually a handful is judged, and none is repeated. A filter clears most of them
 * for both checks at once. A hash selects a word of the filter and two bits in it. The bits of the judged documents
 * are set first, and then each retrieved document sets its own. Only documents whose bits are already set are
 * looked up, among the judgments and among the documents before them.
 */
#include "core/metric/judged_search.h"

#include "core/base/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    FILTER_SHIFT = 64 - 11, /* the highest bits of a hash select the word */
    FILTER_WORDS = 1 << 11, /* 16 KiB: half of the fastest cache */
    FEW_SUSPECTS = 16,      /* up to so many are compared with all documents before them */
};

void judged_search_release(struct judged_search *search)
{
    free(search->filter);
    free(search->suspects);
    free(search->found);
    free(search->taken);
    hash_index_release(&search->seen);
    *search = (struct judged_search){0};
}

/* --- The filter ---------------------------------------------------------------- */

static inline uint64_t *word_of(uint64_t *filter, uint64_t hash)
{
    return &filter[hash >> FILTER_SHIFT];
}

/* The two bits may be the same. */
static inline uint64_t bits_of(uint64_t hash)
{
    return UINT64_C(1) << (hash >> (FILTER_SHIFT - 6) & 63) | UINT64_C(1)
                                                                  << (hash >> (FILTER_SHIFT - 12) & 63);
}

static void set_judged(uint64_t *filter, const struct qrels_question *truth)
{
    for (size_t i = 0; i < truth->n_judgments; i++) {
        uint64_t hash = qrels_question_hash(truth, i);
        *word_of(filter, hash) |= bits_of(hash);
    }
}

/* Writes the suspects to `suspects`. Returns how many there are. */
static size_t find_suspects(uint64_t *filter, const uint64_t *hashes, size_t n, uint32_t *suspects)
{
    size_t n_suspects = 0;
    for (size_t i = 0; i < n; i++) {
        uint64_t *word = word_of(filter, hashes[i]);
        const uint64_t bits = bits_of(hashes[i]);
        suspects[n_suspects] =
            (uint32_t)i; /* overwritten by the next one unless its bits are set, which avoids a branch */
        n_suspects += (*word & bits) == bits;
        *word |= bits;
    }
    return n_suspects;
}

/* If there are few bits, they are cleared one by one. */
static void clear_filter(uint64_t *filter, const uint64_t *hashes, size_t n,
                         const struct qrels_question *truth)
{
    size_t n_judgments = truth != NULL ? truth->n_judgments : 0;
    if (n + n_judgments > FILTER_WORDS / 8) {
        memset(filter, 0, FILTER_WORDS * sizeof *filter);
        return;
    }
    for (size_t i = 0; i < n; i++)
        *word_of(filter, hashes[i]) = 0;
    for (size_t i = 0; i < n_judgments; i++)
        *word_of(filter, qrels_question_hash(truth, i)) = 0;
}

/* --- Suspects -------------------------------------------------------------------- */

/*
 * Returns the index of the first equal hash at or after `from`, or n. Looks at four at a time, because usually none
 * is equal.
 */
static size_t find_hash(const uint64_t *hashes, size_t from, size_t n, uint64_t hash)
{
    size_t i = from;
    while (n - i >= 4 && ((hashes[i] == hash) | (hashes[i + 1] == hash) | (hashes[i + 2] == hash) |
                          (hashes[i + 3] == hash)) == 0)
        i += 4;
    while (i < n && hashes[i] != hash)
        i++;
    return i;
}

/* Returns whether the docid also occurs before `index`. */
static bool is_before(const struct bytes *docids, const uint64_t *hashes, size_t index)
{
    size_t i = find_hash(hashes, 0, index, hashes[index]);
    while (i < index && !bytes_equal(docids[i], docids[index]))
        i = find_hash(hashes, i + 1, index, hashes[index]);
    return i < index;
}

/* Returns false if the document of `number` is already in the index. */
static bool add_docid(struct hash_index *seen, const struct bytes *docids, const uint64_t *hashes,
                      size_t number)
{
    uint32_t *slot = hash_index_first(seen, hashes[number]);
    for (; *slot != 0; slot = hash_index_next(seen, slot)) {
        size_t other = *slot - 1;
        if (hashes[other] == hashes[number] && bytes_equal(docids[other], docids[number]))
            return false;
    }
    *slot = (uint32_t)(number + 1);
    return true;
}

static bool is_each_once(struct judged_search *search, const struct bytes *docids, const uint64_t *hashes,
                         size_t n)
{
    hash_index_reset(&search->seen, n);
    for (size_t i = 0; i < n; i++) {
        if (!add_docid(&search->seen, docids, hashes, i))
            return false;
    }
    return true;
}

/* Marks the judgment as found. Returns false if it was found before, so its document is repeated. */
static bool take_judgment(struct judged_search *search, size_t judgment)
{
    uint64_t *word = &search->taken[judgment / 64];
    uint64_t bit = UINT64_C(1) << judgment % 64;
    bool is_new = (*word & bit) == 0;
    *word |= bit;
    return is_new;
}

/*
 * Separates the suspects into judged documents, which go to `found`, and others. Returns false if a judged document
 * is repeated.
 */
static bool find_judged(struct judged_search *search, const struct bytes *docids, const uint64_t *hashes,
                        const struct qrels_question *truth, size_t *n_suspects)
{
    size_t n_words = truth->n_judgments / 64 + 1;
    size_t n_others = 0;
    search->taken = memory_grow(search->taken, &search->taken_capacity, n_words, sizeof *search->taken);
    memset(search->taken, 0, n_words * sizeof *search->taken);
    for (size_t s = 0; s < *n_suspects; s++) {
        uint32_t i = search->suspects[s];
        const struct judgment *judgment = qrels_question_find_hashed(truth, docids[i], hashes[i]);
        size_t number = judgment != NULL ? (size_t)(judgment - truth->judgments) : 0;
        if (judgment == NULL)
            search->suspects[n_others++] = i;
        else if (!take_judgment(search, number))
            return false;
        else
            VECTOR_PUSH(search->found, search->n_found, search->found_capacity) =
                (struct judged_find){.retrieved = i, .judgment = number};
    }
    *n_suspects = n_others;
    return true;
}

bool judged_search_do(struct judged_search *search, const struct bytes *docids, const uint64_t *hashes,
                      size_t n, const struct qrels_question *truth)
{
    if (search->filter == NULL)
        search->filter = memory_get_zeroed(FILTER_WORDS, sizeof *search->filter);
    search->suspects =
        memory_grow(search->suspects, &search->suspects_capacity, n + 1, sizeof *search->suspects);
    search->n_found = 0;
    if (truth != NULL)
        set_judged(search->filter, truth);
    size_t n_suspects = find_suspects(search->filter, hashes, n, search->suspects);
    clear_filter(search->filter, hashes, n, truth);
    if (truth != NULL && !find_judged(search, docids, hashes, truth, &n_suspects))
        return false;
    if (n_suspects > FEW_SUSPECTS)
        return is_each_once(search, docids, hashes, n);
    for (size_t s = 0; s < n_suspects; s++) {
        if (is_before(docids, hashes, search->suspects[s]))
            return false;
    }
    return true;
}
