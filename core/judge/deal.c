/*
 * The candidates are sorted by need, and the sets of them are tried in that order until one is free. Each
 * candidate draws a lot before it is known whether it will matter: what is drawn depends on the size of the
 * pool alone, so that the same random source deals the same ballot again. At the end the slots are
 * shuffled, since the order of need must not be seen.
 */
#include "core/judge/deal.h"

#include "core/base/bug.h"
#include "core/base/memory.h"

#include <stdlib.h>
#include <string.h>

struct slot_set slot_set_of(const int64_t *document_ids, size_t n)
{
    BUG_UNLESS(n >= 1 && n <= BALLOT_SIZE_MAX);
    struct slot_set set = {{0}};
    for (size_t i = 0; i < n; i++) {
        size_t place = i;
        for (; place > 0 && set.document_ids[place - 1] > document_ids[i]; place--)
            set.document_ids[place] = set.document_ids[place - 1];
        set.document_ids[place] = document_ids[i];
    }
    return set;
}

bool slot_set_equal(const struct slot_set *a, const struct slot_set *b)
{
    return memcmp(a->document_ids, b->document_ids, sizeof a->document_ids) == 0;
}

size_t deal_slots(size_t n_candidates, size_t ballot_size)
{
    if (n_candidates == 0)
        return 1;
    return n_candidates < ballot_size ? n_candidates : ballot_size;
}

int64_t deal_target(size_t n_candidates, size_t ballot_size, int64_t impressions_wanted)
{
    if (n_candidates == 0)
        return 0;
    if (n_candidates <= ballot_size)
        return 1;
    int64_t others = (int64_t)n_candidates - 1;
    int64_t sets = ballot_size == 2 ? others : others * (others - 1) / 2;
    return sets < impressions_wanted ? sets : impressions_wanted;
}

struct drawn_candidate {
    struct pool_candidate candidate;
    uint64_t lot; /* decides between equal impressions */
};

static int compare_drawn(const void *left, const void *right)
{
    const struct drawn_candidate *a = left, *b = right;
    if (a->candidate.impressions != b->candidate.impressions)
        return a->candidate.impressions < b->candidate.impressions ? -1 : 1;
    return (a->lot > b->lot) - (a->lot < b->lot);
}

static bool is_taken(const struct deal_request *request, const struct slot_set *set)
{
    for (size_t i = 0; i < request->n_taken; i++) {
        if (slot_set_equal(&request->taken[i], set))
            return true;
    }
    return false;
}

/* The next combination of k of n in lexicographic order; false after the last. */
static bool next_combination(size_t *picks, size_t k, size_t n)
{
    for (size_t i = k; i-- > 0;) {
        if (picks[i] < n - k + i) {
            picks[i]++;
            for (size_t j = i + 1; j < k; j++)
                picks[j] = picks[j - 1] + 1;
            return true;
        }
    }
    return false;
}

static void shuffle(int64_t *ids, size_t n, struct random_source *random)
{
    for (size_t i = n; i > 1; i--) {
        size_t other = (size_t)random_below(random, i);
        int64_t kept = ids[i - 1];
        ids[i - 1] = ids[other];
        ids[other] = kept;
    }
}

struct deal deal_ballot(const struct deal_request *request, struct random_source *random)
{
    struct deal deal = {0};
    const struct pool *pool = &request->pool;
    size_t n = pool->n_candidates, k = pool->n_slots;
    if (n == 0 || n < k)
        return deal;

    struct drawn_candidate *order = memory_get_zeroed(n, sizeof *order);
    for (size_t i = 0; i < n; i++)
        order[i] = (struct drawn_candidate){.candidate = pool->candidates[i], .lot = random_next(random)};
    qsort(order, n, sizeof *order, compare_drawn);

    /*
     * Lexicographic order keeps the neediest candidate and varies its partners
     * first. It ends at a free set after at most n_taken + 1 steps, or when the
     * first of the set needs nothing: then none of the others does either.
     */
    size_t picks[BALLOT_SIZE_MAX] = {0, 1, 2};
    do {
        if (!pool_needs(pool, &order[picks[0]].candidate))
            break;
        int64_t ids[BALLOT_SIZE_MAX];
        for (size_t i = 0; i < k; i++)
            ids[i] = order[picks[i]].candidate.document_id;
        struct slot_set set = slot_set_of(ids, k);
        if (!is_taken(request, &set)) {
            deal.n_slots = k;
            memcpy(deal.document_ids, ids, k * sizeof *ids);
            shuffle(deal.document_ids, k, random);
            break;
        }
    } while (next_combination(picks, k, n));
    free(order);
    return deal;
}
