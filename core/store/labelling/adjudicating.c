#include "core/store/labelling/adjudicating.h"

#include "core/judge/adjudication.h"
#include "core/store/rights.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"

static struct query start_decided(struct store *store, int64_t question_id)
{
    struct query query = query_start(store->db, STATEMENT_DECIDED_SLOT_LIST);
    query_bind_integer(&query, 1, question_id);
    return query;
}

void adjudicating_foresee(struct store *store, int64_t question_id)
{
    struct query query = start_decided(store, question_id);
    query_foresee(&query);
}

static bool read_decided(struct store *store, int64_t question_id, struct arena *arena,
                         struct decided_ballot **ballots, size_t *n, struct err *err)
{
    int64_t ballot_id = 0;
    struct query query = start_decided(store, question_id);
    *ballots = NULL;
    *n = 0;
    while (query_next(&query)) {
        struct decided_slot slot = read_decided_slot(&query);
        if (*n == 0 || slot.ballot_id != ballot_id)
            ARENA_PUSH(arena, *ballots, *n) =
                (struct decided_ballot){.annotator_id = slot.annotator_id,
                                        .chosen = slot.is_vote ? DECIDED_NONE : DECIDED_NOTHING};
        ballot_id = slot.ballot_id;
        struct decided_ballot *ballot = &(*ballots)[*n - 1];
        query_add_slot(&query, &ballot->set, slot.document_id);
        if (slot.is_vote && slot.is_chosen)
            ballot->chosen = slot.document_id;
    }
    return query_end(&query, err);
}

bool adjudicating_choose(struct store *store, int64_t annotator_id, int64_t question_id,
                         const struct slot_set *judging, struct slot_set *set, bool *is_last, struct err *err)
{
    struct arena arena = {0};
    struct decided_ballot *ballots;
    size_t n;
    *set = (struct slot_set){{0}};
    *is_last = false;
    bool worked = read_decided(store, question_id, &arena, &ballots, &n, err);
    if (worked && judging != NULL)
        ARENA_PUSH(&arena, ballots, n) = (struct decided_ballot){annotator_id, *judging, DECIDED_NOTHING};
    const struct slot_set *chosen = worked ? adjudication_choose(ballots, n, annotator_id) : NULL;
    if (chosen != NULL) {
        *set = *chosen;
        *is_last = adjudication_count(ballots, n, annotator_id) == 1;
    }
    arena_release(&arena);
    return worked;
}

static struct query start_questions(struct store *store, int64_t annotator_id)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_OF_SEVERAL_LIST);
    query_bind_integer(&query, 1, annotator_id);
    return query;
}

void adjudicating_foresee_questions(struct store *store, int64_t annotator_id)
{
    struct query query = start_questions(store, annotator_id);
    if (query_is_at_hand(&query)) {
        query_drop(&query);
        return;
    }
    rights_foresee(store);
    query_foresee(&query);
}

bool adjudicating_list_questions(struct store *store, int64_t annotator_id, struct arena *arena,
                                 int64_t **question_ids, size_t *n, struct err *err)
{
    if (!store_require_all(store, "what annotators disagree on", err))
        return false;
    struct query query = start_questions(store, annotator_id);
    *question_ids = NULL;
    *n = 0;
    while (query_next(&query))
        ARENA_PUSH(arena, *question_ids, *n) = query_only_integer(&query);
    return query_end(&query, err);
}

static bool count_in_question(struct store *store, int64_t annotator_id, int64_t question_id,
                              int64_t *ballots, struct err *err)
{
    struct arena arena = {0};
    struct decided_ballot *decided;
    size_t n;
    bool worked = read_decided(store, question_id, &arena, &decided, &n, err);
    if (worked)
        *ballots += (int64_t)adjudication_count(decided, n, annotator_id);
    arena_release(&arena);
    return worked;
}

bool store_count_contested(struct store *store, int64_t annotator_id, int64_t *ballots, struct err *err)
{
    struct arena arena = {0};
    int64_t *question_ids;
    size_t n;
    *ballots = 0;
    bool worked = adjudicating_list_questions(store, annotator_id, &arena, &question_ids, &n, err);
    for (size_t i = 0; worked && i < n; i++)
        worked = count_in_question(store, annotator_id, question_ids[i], ballots, err);
    arena_release(&arena);
    return worked;
}
