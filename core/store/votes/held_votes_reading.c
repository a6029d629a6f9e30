/*
 * First the votes of each question are counted, which gives the places of its votes; then they are read. When read in
 * parts, the ballots come in the order of their numbers, some at a time, first the answers and then the slots. The
 * number of votes up to `last` never grows after they were counted.
 */
#include "core/store/votes/held_votes_reading.h"

#include "core/base/memory.h"
#include "core/store/rows.h"
#include "core/store/store_private.h"
#include "core/store/votes/held_votes.h"

#include <stdlib.h>

enum {
    QUESTIONS_AT_ONCE = 2000,
    VOTES_AT_ONCE = 500,
    QUESTIONS_MOST = 16 * 1024 * 1024,
};

struct votes_holding {
    struct store *store;
    int64_t last;
    struct held_votes *held;
    int64_t n_counted; /* questions, from number 1 on */
    bool are_counted;
    int64_t ballot_id; /* of the last vote that was read */
};

bool votes_holding_open(struct votes_holding **out, struct store *store, int64_t last, struct err *err)
{
    int64_t last_question;
    struct query query = query_start(store->db, STATEMENT_QUESTION_LAST);
    if (!query_one_integer(&query, 0, &last_question, err))
        return false;
    struct votes_holding *holding = memory_get_zeroed(1, sizeof *holding);
    *holding = (struct votes_holding){.store = store, .last = last};
    /* A file may contain any number. */
    holding->held = held_votes_open(last_question > 0 && last_question <= QUESTIONS_MOST ? last_question : 0);
    *out = holding;
    return true;
}

void votes_holding_close(struct votes_holding *holding)
{
    if (holding == NULL)
        return;
    held_votes_let_go(&holding->held);
    free(holding);
}

struct held_votes *votes_holding_held(const struct votes_holding *holding)
{
    return holding->held;
}

/* --- Counting ------------------------------------------------------------- */

/*
 * Makes room for a question's votes, and none for the questions before it without votes. False: there is no more room.
 */
static bool count_up_to(struct votes_holding *holding, int64_t question_id, int64_t votes)
{
    while (holding->n_counted < question_id - 1) {
        holding->n_counted++;
        if (!held_votes_make_room(holding->held, 0))
            return false;
    }
    holding->n_counted = question_id;
    return held_votes_make_room(holding->held, votes);
}

static bool count_questions(struct votes_holding *holding, struct err *err)
{
    const int64_t rest = holding->held->newest - holding->n_counted;
    const int64_t end = holding->n_counted + (rest < QUESTIONS_AT_ONCE ? rest : QUESTIONS_AT_ONCE);
    struct arena arena = {0};
    bool has_room = true;
    struct query query = query_start(holding->store->db, STATEMENT_QUESTION_BEGUN_LIST);
    query_bind_integer(&query, 1, holding->n_counted + 1);
    query_bind_integer(&query, 2, end);
    while (has_room && query_next(&query)) {
        const struct begun_question row = read_begun_question(&query, &arena);
        if (query_require(&query, row.name.question_id > holding->n_counted && row.name.question_id <= end,
                          "questions are not in their order"))
            has_room = count_up_to(holding, row.name.question_id, row.votes);
        arena_clear(&arena);
    }
    arena_release(&arena);
    if (has_room && holding->n_counted < end)
        has_room = count_up_to(holding, end, 0);
    holding->are_counted = !has_room || end == holding->held->newest;
    if (holding->are_counted)
        held_votes_begin(holding->held);
    return query_end(&query, err);
}

/* --- In parts ------------------------------------------------------------- */

/* Votes that are read together. */
struct dealt_votes {
    struct dealt_vote votes[VOTES_AT_ONCE];
    struct choice choices[VOTES_AT_ONCE];
    size_t n;
};

static bool read_dealt_votes(struct votes_holding *holding, struct dealt_votes *dealt, struct err *err)
{
    struct query query = query_start(holding->store->db, STATEMENT_DEALT_VOTE_AFTER);
    query_bind_integer(&query, 1, holding->ballot_id);
    query_bind_integer(&query, 2, holding->last);
    query_bind_integer(&query, 3, VOTES_AT_ONCE);
    while (dealt->n < VOTES_AT_ONCE && query_next(&query)) {
        dealt->votes[dealt->n] = read_dealt_vote(&query);
        dealt->choices[dealt->n++] = (struct choice){.position = VOTE_NONE};
    }
    return query_end(&query, err);
}

static bool read_slots(struct votes_holding *holding, struct dealt_votes *dealt, struct err *err)
{
    size_t at = 0;
    struct query query = query_start(holding->store->db, STATEMENT_SLOT_IN_ORDER_LIST);
    query_bind_integer(&query, 1, dealt->votes[0].ballot_id);
    query_bind_integer(&query, 2, dealt->votes[dealt->n - 1].ballot_id);
    while (query_next(&query)) {
        const struct slot_in_order slot = read_slot_in_order(&query);
        while (at < dealt->n && dealt->votes[at].ballot_id < slot.ballot_id)
            at++;
        if (at == dealt->n || dealt->votes[at].ballot_id != slot.ballot_id)
            continue;
        const int position = choice_take_slot(&dealt->choices[at], slot.candidate_id);
        query_require(&query, position > 0, "a ballot has too many slots");
        if (slot.position == dealt->votes[at].position)
            dealt->choices[at].position = position;
        choice_take_second(&dealt->choices[at], dealt->votes[at].second, slot.position, position);
    }
    return query_end(&query, err);
}

static bool hold(struct votes_holding *holding, int64_t question_id, int64_t answer_id, int64_t annotator_id,
                 const struct choice *choice)
{
    const struct cast_vote vote = {.answer_id = answer_id, .annotator_id = annotator_id, .choice = *choice};
    return is_uncounted(holding->store, annotator_id) || held_votes_add(holding->held, question_id, &vote);
}

static bool hold_next(struct votes_holding *holding, struct err *err)
{
    struct dealt_votes dealt = {0};
    bool do_fit = true;
    if (!read_dealt_votes(holding, &dealt, err) || (dealt.n > 0 && !read_slots(holding, &dealt, err)))
        return false;
    for (size_t i = 0; do_fit && i < dealt.n; i++)
        do_fit = hold(holding, dealt.votes[i].question_id, dealt.votes[i].answer_id,
                      dealt.votes[i].annotator_id, &dealt.choices[i]);
    if (!do_fit)
        holding->held->n_questions = 0;
    if (dealt.n > 0)
        holding->ballot_id = dealt.votes[dealt.n - 1].ballot_id;
    holding->held->are_read = dealt.n < VOTES_AT_ONCE || !do_fit;
    return true;
}

bool votes_holding_read(struct votes_holding *holding, bool *are_read, struct err *err)
{
    bool worked = true;
    if (!holding->held->are_read) {
        if (!store_begin_reading(holding->store, err))
            return false;
        worked = holding->are_counted ? hold_next(holding, err) : count_questions(holding, err);
        store_end_reading(holding->store);
    }
    *are_read = holding->held->are_read;
    return worked;
}

/* --- All at once ---------------------------------------------------------- */

/* The state of reading all votes. */
struct holding_visit {
    struct store *store;
    struct votes_holding *holding;
};

static bool begin(void *context, struct err *err)
{
    struct holding_visit *visit = context;
    bool worked = votes_holding_open(&visit->holding, visit->store, INT64_MAX, err);
    while (worked && !visit->holding->are_counted)
        worked = count_questions(visit->holding, err);
    return worked;
}

/* More votes than were counted are damage, which the comparing visitor reports; so this holds nothing. */
static bool see_vote(void *context, const struct standing_vote *vote, struct err *err)
{
    struct votes_holding *holding = ((struct holding_visit *)context)->holding;
    (void)err;
    if (vote->control == CONTROL_ABSENT &&
        !hold(holding, vote->question_id, vote->answer_id, vote->annotator_id, &vote->counted))
        holding->held->n_questions = 0;
    return true;
}

bool votes_hold(struct store *store, standing_reading *visit, struct err *err)
{
    struct holding_visit context = {.store = store};
    const struct standing_visitor visitor = {.context = &context, .begin = begin, .see_vote = see_vote};
    const bool worked = visit(store, &visitor, err);
    if (worked) {
        held_votes_let_go(&store->votes);
        store->votes = context.holding->held;
        store->votes->are_read = true;
        context.holding->held = NULL;
    }
    votes_holding_close(context.holding);
    return worked;
}
