/*
 * A repeat is drawn from the annotator's own votes that lie far enough back; a gold ballot is drawn from the votes of
 * the gold annotator or from the judgments of a source. If DRAWS_MAX draws find nothing that fits, there is no control
 * this time.
 */
#include "core/store/labelling/controls.h"

#include "core/store/labelling/gold.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"

enum { DRAWS_MAX = 8 };

/* --- Controls from votes ------------------------------------------------------------------------- */

/* The votes from which one is drawn for an annotator. */
struct voted_source {
    int64_t annotator_id;
    bool is_gold; /* false: the annotator's own votes; true: those of the gold annotator */
};

static struct query start_drawn(struct store *store, const struct voted_source *source,
                                struct random_source *random)
{
    enum { PARTS_BITS = 31 };
    struct query query = query_start(store->db, STATEMENT_VOTE_DRAWN);
    query_bind_integer(&query, 1, source->annotator_id);
    query_bind_integer(&query, 2, (int64_t)(random_next(random) >> (64 - PARTS_BITS)));
    query_bind_integer(&query, 3, source->is_gold);
    query_bind_integer(&query, 4,
                       REPEAT_DISTANCE - 1); /* when the control is shown, there is one more answer */
    return query;
}

/*
 * Prefetches all draws, so that a server is waited for once. It uses a copy of the random source, because the caller
 * repeats the draws.
 */
static void prefetch_drawn(struct store *store, const struct voted_source *source,
                           struct random_source random)
{
    for (int i = 0; i < DRAWS_MAX; i++) {
        struct query query = start_drawn(store, source, &random);
        if (i == 0 && query_is_at_hand(&query)) {
            query_drop(&query);
            return;
        }
        query_prefetch(&query);
    }
}

static void add_slot(struct query *query, struct slot_set *set, int64_t document_id)
{
    query_require(query, slot_set_add(set, document_id), "a ballot has too many slots");
}

/* Returns whether the set is among the ballots in the query; the slots of a ballot are consecutive rows. */
static bool take_asked(struct query *query, struct drawn_slot *slot, const struct slot_set *set)
{
    bool found = false;
    for (bool has_more = true; has_more;) {
        struct slot_set asked = {{0}};
        const int64_t ballot_id = slot->ballot_id;
        do {
            add_slot(query, &asked, slot->document_id);
            has_more = query_next(query);
            if (has_more)
                *slot = read_drawn_slot(query);
        } while (has_more && slot->ballot_id == ballot_id);
        found |= slot_set_equal(&asked, set);
    }
    return found;
}

/*
 * The choice stays empty if a document of the drawn ballot was removed, or if the annotator was asked this set already.
 */
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
        add_slot(&query, &drawn.set, slot.document_id);
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
    prefetch_drawn(store, source, *random);
    for (int i = 0; choice->question_id == 0 && i < DRAWS_MAX; i++) {
        if (!take_drawn(store, source, random, choice, err))
            return false;
    }
    return true;
}

/* --- Gold ---------------------------------------------------------------------------------------- */

/* Draws one of the `n` questions that the source judged. */
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

/* Lists the sets that the annotator was asked in any way. In the arena. */
static const struct slot_set *list_asked(const struct docket *docket, int64_t annotator_id,
                                         struct arena *arena, size_t *n)
{
    struct slot_set *sets = arena_get_array(arena, docket->n_ballots, sizeof *sets);
    *n = 0;
    for (size_t i = 0; i < docket->n_ballots; i++) {
        if (docket->ballots[i].annotator_id == annotator_id)
            sets[(*n)++] = docket->ballots[i].set;
    }
    return sets;
}

static bool choose_judged(struct labelling_step *step, const struct gold *gold, int64_t n_judged,
                          struct random_source *random, struct control_choice *choice, struct err *err)
{
    struct graded_candidate *candidates;
    struct docket *docket;
    struct slot_set set;
    int64_t question_id;
    size_t n, n_asked;
    if (!draw_judged_question(step->store, gold, n_judged, random, &question_id, err))
        return false;
    if (question_id == 0)
        return true;
    step_prefetch(step, question_id);
    gold_prefetch_judged(step->store, gold, question_id);
    if (!step_docket(step, question_id, &docket, err) ||
        !gold_list_judged(step->store, gold, question_id, &step->arena, &candidates, &n, err))
        return false;
    const struct slot_set *asked = list_asked(docket, step->to.annotator_id, &step->arena, &n_asked);
    if (gold_draw(candidates, n, docket->n_slots, asked, n_asked, random, &set))
        *choice = (struct control_choice){question_id, docket_next_deal(docket), set, {0}};
    return true;
}

/* The gold annotator gets no gold ballots. */
static bool choose_gold(struct labelling_step *step, struct random_source *random,
                        struct control_choice *choice, struct err *err)
{
    struct gold_source known = {.kind = GOLD_ABSENT};
    struct query query = query_start(step->store->db, STATEMENT_GOLD_SOURCE);
    if (query_next(&query))
        known = read_gold_source(&query);
    if (!query_end(&query, err))
        return false;
    const struct gold gold = {known.kind, known.id};
    const struct voted_source votes = {.annotator_id = step->to.annotator_id, .is_gold = true};
    if (gold.kind == GOLD_JUDGMENTS)
        return choose_judged(step, &gold, known.judged, random, choice, err);
    return gold.kind == GOLD_ABSENT || gold.id == step->to.annotator_id ||
           choose_voted(step->store, &votes, random, choice, err);
}

void controls_prefetch(struct labelling_step *step, const struct drawn_control *control)
{
    const struct voted_source votes = {step->to.annotator_id, control->is == CONTROL_GOLD};
    if (control->is == CONTROL_ABSENT)
        return;
    prefetch_drawn(step->store, &votes, control->random);
    if (control->is == CONTROL_REPEAT)
        return;
    struct query query = query_start(step->store->db, STATEMENT_GOLD_SOURCE);
    query_prefetch(&query);
}

bool controls_choose(struct labelling_step *step, struct drawn_control *control,
                     struct control_choice *choice, struct err *err)
{
    const struct voted_source own = {.annotator_id = step->to.annotator_id};
    *choice = (struct control_choice){0};
    return control->is == CONTROL_REPEAT ? choose_voted(step->store, &own, &control->random, choice, err)
                                         : choose_gold(step, &control->random, choice, err);
}
