#include "core/store/votes/evidence.h"

#include "core/store/labelling/dockets.h"
#include "core/store/content/questions.h"
#include "core/store/store_private.h"

/*
 * Returns the docids by candidate of the pool. Tallies are ordered by docid, the candidates of a pool by document_id.
 */
static const struct bytes *docids_of(const struct pool *pool, const struct tally *tallies, size_t n,
                                     struct arena *arena)
{
    struct bytes *docids = arena_get_array(arena, pool->n_candidates, sizeof *docids);
    for (size_t i = 0; i < n; i++) {
        const struct pool_candidate *candidate = pool_find(pool, tallies[i].document_id);
        if (candidate != NULL && !tallies[i].is_twin)
            docids[candidate - pool->candidates] = tallies[i].docid;
    }
    return docids;
}

void store_prefetch_evidence(struct store *store, int64_t question_id, int64_t votes)
{
    if (!question_prefetch(store, question_id))
        return;
    deal_rules_prefetch(store);
    docket_prefetch(store, question_id);
    if (votes >= SETTLED_VOTES_MIN)
        pool_prefetch_texts(store, question_id);
    store_prefetch_pool(store, question_id);
}

bool store_read_evidence(struct store *store, int64_t question_id, struct arena *arena,
                         struct evidence *evidence, struct err *err)
{
    struct pool pool;
    struct deal_rules rules;
    struct question_row question;
    struct tally *tallies;
    size_t n;
    if (!question_read(store, question_id, arena, &question, err) || !deal_rules_read(store, &rules, err) ||
        !pool_read_to_budget(store, &rules, question_id, arena, &pool, err) ||
        !store_list_pool(store, question_id, arena, &tallies, &n, err))
        return false;
    int64_t *document_ids = arena_get_array(arena, pool.n_candidates, sizeof *document_ids);
    for (size_t i = 0; i < pool.n_candidates; i++)
        document_ids[i] = pool.candidates[i].document_id;
    *evidence = (struct evidence){.qid = question.qid,
                                  .document_ids = document_ids,
                                  .docids = docids_of(&pool, tallies, n, arena),
                                  .known = *pool.known,
                                  .left = pool_ballots_left(&pool)};
    return true;
}
