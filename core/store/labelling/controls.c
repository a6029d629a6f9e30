/*
 * A repeat is drawn from the annotator's own votes that lie far enough back, a gold ballot from the lead's votes or from what a
 * source judged. Where some draws find nothing that fits, there is no control this time.
 */
#include "core/store/labelling/controls.h"

#include "core/store/labelling/gold.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"

enum { DRAWS_MAX = 8 };

/* --- Ballots that were voted on ------------------------------------------------------------------ */

/* Votes of which one is drawn for an annotator: another's, or their own that lie far enough back. */
struct voted_source {
    int64_t annotator_id;
    int64_t other;    /* 0: they are the annotator's own, … */
    int64_t distance; /* … which as many answers of theirs have followed */
};

static struct query start_drawn(struct store *store, const struct voted_source *source,
                                struct random_source *random)
{
    enum { PARTS_BITS = 31 };
    struct query query = query_start(store->db, STATEMENT_VOTE_DRAWN);
    query_bind_integer(&query, 1, source->annotator_id);
    query_bind_integer(&query, 2, (int64_t)(random_next(random) >> (64 - PARTS_BITS)));
    query_bind_integer(&query, 3, source->other);
    query_bind_integer(&query, 4, source->distance);
    return query;
}

/* All of them, so that a server is waited for once; of a copy, since what is drawn next depends on which one is taken. */
static void foresee_drawn(struct store *store, const struct voted_source *source, struct random_source random)
{
    for (int i = 0; i < DRAWS_MAX; i++) {
        struct query query = start_drawn(store, source, &random);
        if (i == 0 && query_is_at_hand(&query)) {
            query_drop(&query);
            return;
        }
        query_foresee(&query);
    }
}

/* Whether a set is among those whose slots come one after the other. */
static bool take_asked(struct query *query, struct drawn_slot *slot, const struct slot_set *set)
{
    bool found = false;
    for (bool has_more = true; has_more;) {
        struct slot_set asked = {{0}};
        const int64_t ballot_id = slot->ballot_id;
        do {
            query_add_slot(query, &asked, slot->document_id);
            has_more = query_next(query);
            if (has_more)
                *slot = read_drawn_slot(query);
        } while (has_more && slot->ballot_id == ballot_id);
        found |= slot_set_equal(&asked, set);
    }
    return found;
}

/* The choice stays empty where a document of the drawn one is gone, or the annotator was asked it already. */
static bool take_drawn(struct store *store, const struct voted_source *source, struct random_source *random,
                       struct control_choice *choice, struct err *err)
{
    struct query query = start_drawn(store, source, random);
    struct control_choice drawn = {0};
    struct drawn_slot slot = {0};
    bool is_whole = false, was_asked = false, has_more;
    size_t n = 0;
    while ((has_more = query_next(&query))) {
        slot = read_drawn_slot(&query);
        if (!slot.is_drawn)
            break;
        is_whole = slot.is_whole;
        drawn.question_id = slot.question_id;
        drawn.number = slot.next_deal;
        query_add_slot(&query, &drawn.set, slot.document_id);
        if (n < BALLOT_SIZE_MAX)
            drawn.shown[n++] = slot.document_id;
    }
    if (has_more)
        was_asked = take_asked(&query, &slot, &drawn.set);
    if (is_whole && !was_asked && slot_set_size(&drawn.set) >= BALLOT_SIZE_MIN)
        *choice = drawn;
    return query_end(&query, err);
}

static bool choose_voted(struct store *store, const struct voted_source *source, struct random_source *random,
                         struct control_choice *choice, struct err *err)
{
    foresee_drawn(store, source, *random);
    for (int i = 0; slot_set_size(&choice->set) == 0 && i < DRAWS_MAX; i++) {
        if (!take_drawn(store, source, random, choice, err))
            return false;
    }
    return true;
}

/* One more answer will have followed them. */
static struct voted_source own_votes(int64_t annotator_id)
{
    return (struct voted_source){.annotator_id = annotator_id, .distance = REPEAT_DISTANCE - 1};
}

/* --- Gold ---------------------------------------------------------------------------------------- */

static struct query start_slots(struct store *store, int64_t question_id)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_SLOTS);
    query_bind_integer(&query, 1, question_id);
    return query;
}

static bool find_slots(struct store *store, int64_t question_id, size_t *n_slots, struct err *err)
{
    int64_t slots;
    struct query query = start_slots(store, question_id);
    bool worked = query_one_integer(&query, 0, &slots, err);
    *n_slots = worked && slots <= BALLOT_SIZE_MAX ? (size_t)slots : 0;
    return worked;
}

static struct query start_sets(struct store *store, int64_t question_id, int64_t annotator_id)
{
    struct query query = query_start(store->db, STATEMENT_SLOT_OF_ANNOTATOR_LIST);
    query_bind_integer(&query, 1, question_id);
    query_bind_integer(&query, 2, annotator_id);
    return query;
}

static bool read_sets(struct store *store, int64_t question_id, int64_t annotator_id, struct arena *arena,
                      struct slot_set **sets, size_t *n, struct err *err)
{
    int64_t ballot_id = 0;
    struct query query = start_sets(store, question_id, annotator_id);
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

/* A question that the source judged, of `n`. */
static bool draw_judged_question(struct store *store, const struct gold *gold, int64_t n,
                                 struct random_source *random, int64_t *question_id, struct err *err)
{
    *question_id = 0;
    if (n == 0)
        return true;
    struct query at = query_start(store->db, STATEMENT_JUDGED_QUESTION_AT);
    query_bind_integer(&at, 1, gold->id);
    query_bind_integer(&at, 2, (int64_t)random_below(random, (uint64_t)n));
    return query_one_integer(&at, 0, question_id, err);
}

static void foresee_judged(struct store *store, const struct gold *gold, int64_t question_id,
                           int64_t annotator_id)
{
    struct query slots = start_slots(store, question_id), sets = start_sets(store, question_id, annotator_id);
    query_foresee(&slots);
    query_foresee(&sets);
    gold_foresee_judged(store, gold, question_id);
}

static bool choose_judged(struct store *store, int64_t annotator_id, const struct gold *gold,
                          int64_t n_judged, struct random_source *random, struct control_choice *choice,
                          struct err *err)
{
    struct arena arena = {0};
    struct graded_candidate *candidates;
    struct slot_set *asked;
    size_t n, n_asked, n_slots;
    if (!draw_judged_question(store, gold, n_judged, random, &choice->question_id, err))
        return false;
    if (choice->question_id == 0)
        return true;
    foresee_judged(store, gold, choice->question_id, annotator_id);
    bool worked = find_slots(store, choice->question_id, &n_slots, err) &&
                  gold_list_judged(store, gold, choice->question_id, &arena, &candidates, &n, err) &&
                  read_sets(store, choice->question_id, annotator_id, &arena, &asked, &n_asked, err);
    if (worked && !gold_draw(candidates, n, n_slots, asked, n_asked, random, &choice->set))
        *choice = (struct control_choice){0};
    arena_release(&arena);
    return worked;
}

/* Who knows the right answers is not asked for them. */
static bool choose_gold(struct store *store, int64_t annotator_id, struct random_source *random,
                        struct control_choice *choice, struct err *err)
{
    struct gold_source known = {.kind = GOLD_ABSENT};
    struct query query = query_start(store->db, STATEMENT_GOLD_SOURCE);
    if (query_next(&query))
        known = read_gold_source(&query);
    if (!query_end(&query, err))
        return false;
    const struct gold gold = {known.kind, known.id};
    const struct voted_source votes = {.annotator_id = annotator_id, .other = known.id};
    if (gold.kind == GOLD_JUDGMENTS)
        return choose_judged(store, annotator_id, &gold, known.judged, random, choice, err);
    return gold.kind == GOLD_ABSENT || gold.id == annotator_id ||
           choose_voted(store, &votes, random, choice, err);
}

void controls_foresee(struct store *store, int64_t annotator_id, const struct drawn_control *control)
{
    const struct voted_source votes = own_votes(annotator_id);
    if (control->is == CONTROL_REPEAT)
        foresee_drawn(store, &votes, control->random);
    if (control->is != CONTROL_GOLD)
        return;
    struct query query = query_start(store->db, STATEMENT_GOLD_SOURCE);
    query_foresee(&query);
}

bool controls_choose(struct store *store, int64_t annotator_id, struct drawn_control *control,
                     struct control_choice *choice, struct err *err)
{
    const struct voted_source votes = own_votes(annotator_id);
    *choice = (struct control_choice){0};
    return control->is == CONTROL_REPEAT ? choose_voted(store, &votes, &control->random, choice, err)
                                         : choose_gold(store, annotator_id, &control->random, choice, err);
}
