#include "core/store/labelling/adjudicating.h"

#include "core/judge/adjudication.h"
#include "core/store/labelling/dockets.h"
#include "core/store/rights.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"

static struct query start_questions(struct store *store, int64_t annotator_id)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_OF_SEVERAL_LIST);
    query_bind_integer(&query, 1, annotator_id);
    return query;
}

void adjudicating_prefetch_questions(struct store *store, int64_t annotator_id)
{
    struct query query = start_questions(store, annotator_id);
    rights_prefetch(store);
    query_prefetch(&query);
}

bool adjudicating_list_questions(struct store *store, int64_t annotator_id, struct arena *arena,
                                 int64_t **question_ids, size_t *n, struct err *err)
{
    if (!store_require_all(store, "looking at the ballots on which annotators disagree", err))
        return false;
    struct query query = start_questions(store, annotator_id);
    *question_ids = NULL;
    *n = 0;
    while (query_next(&query))
        ARENA_PUSH(arena, *question_ids, *n) = query_only_integer(&query);
    return query_end(&query, err);
}

static bool count_in_question(struct store *store, const struct deal_rules *rules, int64_t annotator_id,
                              int64_t question_id, int64_t *ballots, struct err *err)
{
    struct arena arena = {0};
    struct docket docket;
    bool worked = docket_read(store, rules, question_id, &arena, &docket, err);
    if (worked)
        *ballots += (int64_t)adjudication_count(&docket, annotator_id);
    arena_release(&arena);
    return worked;
}

bool store_count_contested(struct store *store, int64_t annotator_id, int64_t *ballots, struct err *err)
{
    struct arena arena = {0};
    struct deal_rules rules;
    int64_t *question_ids;
    size_t n;
    *ballots = 0;
    bool worked = adjudicating_list_questions(store, annotator_id, &arena, &question_ids, &n, err) &&
                  deal_rules_read(store, &rules, err);
    for (size_t i = 0; worked && i < n; i++)
        worked = count_in_question(store, &rules, annotator_id, question_ids[i], ballots, err);
    arena_release(&arena);
    return worked;
}
