#include "core/store/labelling/practice.h"

#include "core/store/labelling/answers.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"

static bool list_answers(struct store *store, struct bytes lead, struct arena *arena,
                         struct practice_ballot **ballots, size_t *n, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_PRACTICE_LIST);
    query_bind_bytes(&query, 1, lead);
    query_bind_integer(&query, 2, PRACTICE_MAX);
    *ballots = NULL;
    *n = 0;
    while (query_next(&query)) {
        struct practice_answer row = read_practice_answer(&query, arena);
        ARENA_PUSH(arena, *ballots, *n) = (struct practice_ballot){.ballot = {.ballot_id = row.ballot_id},
                                                                   .answer = {.position = (int)row.position,
                                                                              .note = row.note,
                                                                              .evidence = row.evidence,
                                                                              .reason = row.reason,
                                                                              .second = (int)row.second}};
    }
    return query_end(&query, err);
}

static bool read_ballot(struct store *store, struct arena *arena, struct practice_ballot *practice,
                        struct err *err)
{
    struct ballot *ballot = &practice->ballot;
    struct answer *answer = &practice->answer;
    if (!store_read_ballot(store, ballot->ballot_id, arena, ballot, err))
        return false;
    ballot->withdrawn = (struct answer){.position = VOTE_ABSENT};
    ballot->note = (struct bytes){0};
    if (answer->position > (int)ballot->n_slots || second_tied(answer->second) > (int)ballot->n_slots)
        return db_fail_damaged(store->db, "a vote names a slot that its ballot does not have", err);
    if (answer->position > VOTE_NONE &&
        !quotation_stands_in(&answer->evidence, ballot->documents[answer->position - 1].text))
        answer->evidence = (struct quotation){0};
    return true;
}

bool store_list_practice(struct store *store, struct bytes lead, struct arena *arena,
                         struct practice_ballot **ballots, size_t *n, struct err *err)
{
    bool worked = list_answers(store, lead, arena, ballots, n, err);
    for (size_t i = 0; worked && i < *n; i++)
        worked = read_ballot(store, arena, &(*ballots)[i], err);
    return worked;
}
