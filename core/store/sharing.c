#include "core/store/sharing.h"

#include "core/store/rows.h"
#include "core/store/settings.h"
#include "core/store/store_private.h"

/* Ballot `except` does not count: it is looked at as if it were not there. */
static bool read_asked(struct store *store, const struct shared_with *with, int64_t question_id,
                       int64_t except, struct arena *arena, struct overlap_request *request, struct err *err)
{
    struct asked_ballot *ballots = NULL;
    size_t n = 0;
    struct query query = query_start(store->db, STATEMENT_SLOT_ASKED_LIST);
    query_bind_integer(&query, 1, question_id);
    query_bind_integer(&query, 2, with->annotator_id);
    query_bind_integer(&query, 3, with->now);
    query_bind_integer(&query, 4, except);
    while (query_next(&query)) {
        struct asked_slot slot = read_asked_slot(&query);
        if (n == 0 || slot.deal != ballots[n - 1].deal)
            ARENA_PUSH(arena, ballots, n) = (struct asked_ballot){
                .deal = slot.deal,
                .annotator_id = slot.annotator_id,
                .is_vote = slot.is_vote,
                .is_held = slot.is_held,
            };
        query_add_slot(&query, &ballots[n - 1].set, slot.document_id);
    }
    request->question_id = question_id;
    request->annotator_id = with->annotator_id;
    request->ballots = ballots;
    request->n_ballots = n;
    return query_end(&query, err);
}

bool sharing_choose(struct store *store, const struct shared_with *with, int64_t question_id,
                    const struct overlap *overlap, const struct pool *pool, struct slot_set *set,
                    struct err *err)
{
    struct arena arena = {0};
    struct overlap_request request = {.overlap = *overlap};
    *set = (struct slot_set){{0}};
    bool worked = read_asked(store, with, question_id, 0, &arena, &request, err);
    request.pool = pool;
    const struct slot_set *chosen = worked ? overlap_choose(&request) : NULL;
    if (chosen != NULL)
        *set = *chosen;
    arena_release(&arena);
    return worked;
}

bool sharing_wants(struct store *store, const struct shared_with *with, int64_t question_id,
                   int64_t ballot_id, const struct slot_set *set, bool *wants, struct err *err)
{
    struct arena arena = {0};
    struct overlap_request request = {0};
    *wants = false;
    if (!setting_get_overlap(store, &request.overlap, err))
        return false;
    if (request.overlap.share <= 0)
        return true;
    bool worked = read_asked(store, with, question_id, ballot_id, &arena, &request, err);
    if (worked)
        *wants = overlap_wants(&request, set);
    arena_release(&arena);
    return worked;
}

bool sharing_find_question(struct store *store, const struct overlap *overlap, int64_t after,
                           int64_t *question_id, struct err *err)
{
    *question_id = 0;
    struct query query = query_start(store->db, STATEMENT_QUESTION_DEALS_LIST);
    query_bind_integer(&query, 1, after);
    while (*question_id == 0 && query_next(&query)) {
        struct question_deals question = read_question_deals(&query);
        if (overlap_has_any(overlap, question.question_id, question.deals))
            *question_id = question.question_id;
    }
    return query_end(&query, err);
}
