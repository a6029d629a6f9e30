/*
 * A repeat is drawn from the annotator's own votes that lie far enough back, a gold ballot from the lead's votes or from what a
 * source judged. Where some draws find nothing that fits, there is no control this time.
 */
#include "core/store/controls.h"

#include "core/store/gold.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"

enum { DRAWS_MAX = 8 };

/* --- Sets ---------------------------------------------------------------------------------------- */

static bool read_sets(struct store *store, enum statement statement, int64_t question_id,
                      int64_t annotator_id, struct arena *arena, struct slot_set **sets, size_t *n,
                      struct err *err)
{
    int64_t ballot_id = 0;
    struct query query = query_start(store->db, statement);
    query_bind_integer(&query, 1, question_id);
    query_bind_integer(&query, 2, annotator_id);
    *sets = NULL;
    *n = 0;
    while (query_next(&query)) {
        struct set_slot slot = read_set_slot(&query);
        if (*n == 0 || slot.ballot_id != ballot_id)
            ARENA_PUSH(arena, *sets, *n) = (struct slot_set){{0}};
        ballot_id = slot.ballot_id;
        query_add_slot(&query, &(*sets)[*n - 1], slot.document_id);
    }
    return query_end(&query, err);
}

/* Whether the annotator was asked the set of a question already, as the statement says. */
static bool was_asked(struct store *store, enum statement statement, int64_t annotator_id,
                      const struct control_choice *choice, bool *asked, struct err *err)
{
    struct arena arena = {0};
    struct slot_set *sets;
    size_t n;
    *asked = false;
    bool worked = read_sets(store, statement, choice->question_id, annotator_id, &arena, &sets, &n, err);
    for (size_t i = 0; worked && i < n; i++)
        *asked |= slot_set_equal(&sets[i], &choice->set);
    arena_release(&arena);
    return worked;
}

/* --- Ballots that were voted on ------------------------------------------------------------------ */

/* The last answer of an annotator's that is far enough back; 0: none is. */
static bool find_answer_before(struct store *store, int64_t annotator_id, int64_t distance,
                               int64_t *answer_id, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_ANSWER_BEFORE);
    query_bind_integer(&query, 1, annotator_id);
    query_bind_integer(&query, 2, distance);
    return query_one_integer(&query, 0, answer_id, err);
}

static bool count_votes(struct store *store, int64_t annotator_id, int64_t last, int64_t *n, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_VOTE_COUNT_BEFORE);
    query_bind_integer(&query, 1, annotator_id);
    query_bind_integer(&query, 2, last);
    return query_one_integer(&query, 0, n, err);
}

/* The set of the nth of these votes, from 0; an empty one where a document of it is gone. */
static bool read_voted(struct store *store, int64_t annotator_id, int64_t last, int64_t nth,
                       struct control_choice *choice, struct err *err)
{
    struct voted_ballot ballot = {0};
    struct query query = query_start(store->db, STATEMENT_VOTE_AT);
    query_bind_integer(&query, 1, annotator_id);
    query_bind_integer(&query, 2, last);
    query_bind_integer(&query, 3, nth);
    *choice = (struct control_choice){0};
    if (query_next(&query))
        ballot = read_voted_ballot(&query);
    if (!query_end(&query, err))
        return false;
    choice->question_id = ballot.question_id;
    return !ballot.is_whole || ballot_read_set(store, ballot.ballot_id, &choice->set, err);
}

/* A vote of `voter` up to answer `last` whose set the annotator was not asked yet, as the statement says. */
static bool choose_voted(struct store *store, int64_t voter, int64_t last, int64_t annotator_id,
                         enum statement statement, struct random_source *random,
                         struct control_choice *choice, struct err *err)
{
    int64_t n;
    bool asked = true;
    if (!count_votes(store, voter, last, &n, err))
        return false;
    for (int i = 0; asked && n > 0 && i < DRAWS_MAX; i++) {
        if (!read_voted(store, voter, last, (int64_t)random_below(random, (uint64_t)n), choice, err))
            return false;
        if (slot_set_size(&choice->set) >= BALLOT_SIZE_MIN &&
            !was_asked(store, statement, annotator_id, choice, &asked, err))
            return false;
    }
    if (asked)
        *choice = (struct control_choice){0};
    return true;
}

static bool choose_repeat(struct store *store, int64_t annotator_id, bool answers,
                          struct random_source *random, struct control_choice *choice, struct err *err)
{
    int64_t last;
    return find_answer_before(store, annotator_id, REPEAT_DISTANCE - answers, &last, err) &&
           (last == 0 || choose_voted(store, annotator_id, last, annotator_id, STATEMENT_SLOT_CONTROL_LIST,
                                      random, choice, err));
}

/* --- Gold ---------------------------------------------------------------------------------------- */

static bool find_slots(struct store *store, int64_t question_id, size_t *n_slots, struct err *err)
{
    int64_t slots;
    struct query query = query_start(store->db, STATEMENT_QUESTION_SLOTS);
    query_bind_integer(&query, 1, question_id);
    bool worked = query_one_integer(&query, 0, &slots, err);
    *n_slots = worked && slots <= BALLOT_SIZE_MAX ? (size_t)slots : 0;
    return worked;
}

/* A question that the source judged. */
static bool draw_judged_question(struct store *store, const struct gold *gold, struct random_source *random,
                                 int64_t *question_id, struct err *err)
{
    int64_t n;
    struct query count = query_start(store->db, STATEMENT_JUDGED_QUESTION_COUNT);
    query_bind_integer(&count, 1, gold->id);
    *question_id = 0;
    if (!query_one_integer(&count, 0, &n, err) || n == 0)
        return n == 0;
    struct query at = query_start(store->db, STATEMENT_JUDGED_QUESTION_AT);
    query_bind_integer(&at, 1, gold->id);
    query_bind_integer(&at, 2, (int64_t)random_below(random, (uint64_t)n));
    return query_one_integer(&at, 0, question_id, err);
}

static bool choose_judged(struct store *store, int64_t annotator_id, const struct gold *gold,
                          struct random_source *random, struct control_choice *choice, struct err *err)
{
    struct arena arena = {0};
    struct graded_candidate *candidates;
    struct slot_set *asked;
    size_t n, n_asked, n_slots;
    if (!draw_judged_question(store, gold, random, &choice->question_id, err))
        return false;
    if (choice->question_id == 0)
        return true;
    bool worked = find_slots(store, choice->question_id, &n_slots, err) &&
                  gold_list_judged(store, gold, choice->question_id, &arena, &candidates, &n, err) &&
                  read_sets(store, STATEMENT_SLOT_OF_ANNOTATOR_LIST, choice->question_id, annotator_id,
                            &arena, &asked, &n_asked, err);
    if (worked && !gold_draw(candidates, n, n_slots, asked, n_asked, random, &choice->set))
        *choice = (struct control_choice){0};
    arena_release(&arena);
    return worked;
}

/* Who knows the right answers is not asked for them. */
static bool choose_gold(struct store *store, int64_t annotator_id, const struct gold *gold,
                        struct random_source *random, struct control_choice *choice, struct err *err)
{
    if (gold->kind == GOLD_JUDGMENTS)
        return choose_judged(store, annotator_id, gold, random, choice, err);
    return gold->kind == GOLD_ABSENT || gold->id == annotator_id ||
           choose_voted(store, gold->id, INT64_MAX, annotator_id, STATEMENT_SLOT_OF_ANNOTATOR_LIST, random,
                        choice, err);
}

bool controls_choose(struct store *store, int64_t annotator_id, bool answers, enum control control,
                     struct bytes gold_name, struct random_source *random, struct control_choice *choice,
                     struct err *err)
{
    struct gold gold;
    *choice = (struct control_choice){0};
    if (control == CONTROL_REPEAT)
        return choose_repeat(store, annotator_id, answers, random, choice, err);
    return gold_find(store, gold_name, &gold, err) &&
           choose_gold(store, annotator_id, &gold, random, choice, err);
}
