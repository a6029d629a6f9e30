/*
 * Each way of dealing is a row of a table and chooses the documents. The slots are shuffled for all of them,
 * because annotators must not see the order in which documents were chosen.
 *
 * Balanced dealing sorts the candidates by need and tries their sets in that order until one is free. Each
 * candidate draws a lot before it is known whether the lot matters. So the number of draws depends only on the size
 * of the pool, and the same random source deals the same ballot again.
 */
#include "core/judge/deal.h"

#include "core/base/memory.h"
#include "core/judge/deal_adaptive.h"

#include <stdlib.h>
#include <string.h>

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
    if (others >= impressions_wanted) /* there are at least as many sets */
        return impressions_wanted;
    int64_t sets = ballot_size == 2 ? others : others * (others - 1) / 2;
    return sets < impressions_wanted ? sets : impressions_wanted;
}

struct drawn_candidate {
    struct pool_candidate candidate;
    uint64_t lot; /* breaks ties between equal impressions */
};

static int compare_drawn(const void *left, const void *right)
{
    const struct drawn_candidate *a = left, *b = right;
    if (a->candidate.impressions != b->candidate.impressions)
        return a->candidate.impressions < b->candidate.impressions ? -1 : 1;
    return (a->lot > b->lot) - (a->lot < b->lot);
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

/* Returns the candidates, the neediest first. */
static struct drawn_candidate *draw_order(const struct pool *pool, struct random_source *random)
{
    struct drawn_candidate *order = memory_get_zeroed(pool->n_candidates, sizeof *order);
    for (size_t i = 0; i < pool->n_candidates; i++)
        order[i] = (struct drawn_candidate){.candidate = pool->candidates[i], .lot = random_next(random)};
    qsort(order, pool->n_candidates, sizeof *order, compare_drawn);
    return order;
}

/*
 * Lexicographic order keeps the neediest candidate and varies its partners first. The search ends at a free set
 * after at most n_taken + 1 steps, or when the first candidate of the set needs nothing: then none of the others
 * does either.
 */
static bool choose_neediest(const struct deal_request *request, const struct drawn_candidate *order,
                            int64_t *document_ids)
{
    size_t picks[BALLOT_SIZE_MAX] = {0, 1, 2};
    size_t k = request->pool.n_slots;
    do {
        if (!pool_needs(&request->pool, &order[picks[0]].candidate))
            return false;
        for (size_t i = 0; i < k; i++)
            document_ids[i] = order[picks[i]].candidate.document_id;
        struct slot_set set = slot_set_of(document_ids, k);
        if (!deal_is_taken(request, &set))
            return true;
    } while (deal_next_combination(picks, k, request->pool.n_candidates));
    return false;
}

/* If all sets of the promising candidates are taken, it falls back to balanced dealing. */
static bool choose_most_telling(const struct deal_request *request, const struct drawn_candidate *order,
                                int64_t *document_ids)
{
    if (!pool_needs(&request->pool, &order[0].candidate))
        return false;
    return deal_adaptive_choose(request, document_ids) || choose_neediest(request, order, document_ids);
}

struct dealing_row {
    const char *name;
    /* Chooses the documents of the next ballot. Returns false if there is none to deal. */
    bool (*choose)(const struct deal_request *request, const struct drawn_candidate *order,
                   int64_t *document_ids);
};

static const struct dealing_row dealing_rows[] = {
    [DEALING_BALANCED] = {.name = "balanced", .choose = choose_neediest},
    [DEALING_ADAPTIVE] = {.name = "adaptive", .choose = choose_most_telling},
};

const struct words dealing_words = WORDS_OF_ROWS(dealing_rows, name);

struct deal deal_ballot(const struct deal_request *request, struct random_source *random)
{
    struct deal deal = {0};
    const struct pool *pool = &request->pool;
    if (pool->n_candidates == 0 || pool->n_candidates < pool->n_slots)
        return deal;
    struct drawn_candidate *order = draw_order(pool, random);
    if (dealing_rows[request->dealing].choose(request, order, deal.document_ids)) {
        deal.n_slots = pool->n_slots;
        shuffle(deal.document_ids, deal.n_slots, random);
    }
    free(order);
    return deal;
}

struct deal deal_set(const struct slot_set *set, struct random_source *random)
{
    struct deal deal = {.n_slots = slot_set_size(set)};
    memcpy(deal.document_ids, set->document_ids, sizeof deal.document_ids);
    shuffle(deal.document_ids, deal.n_slots, random);
    return deal;
}

struct deal deal_set_anew(const struct slot_set *set, const int64_t shown[BALLOT_SIZE_MAX],
                          struct random_source *random)
{
    struct deal deal = deal_set(set, random);
    if (deal.n_slots > 1 && memcmp(deal.document_ids, shown, deal.n_slots * sizeof *shown) == 0) {
        const int64_t first = deal.document_ids[0];
        memmove(deal.document_ids, deal.document_ids + 1, (deal.n_slots - 1) * sizeof first);
        deal.document_ids[deal.n_slots - 1] = first;
    }
    return deal;
}
