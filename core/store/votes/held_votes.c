/*
 * First it is counted how many votes each question has, which says where its votes go; then the ballots are read in the order of
 * their numbers, some of them at a time, first the answers and then the slots. What is withdrawn meanwhile is held or not, as it
 * comes: there are never more votes up to `last` than there were when they were counted.
 */
#include "core/store/votes/held_votes.h"

#include "core/base/memory.h"
#include "core/store/rows.h"
#include "core/store/labelling/status.h"
#include "core/store/store.h"
#include "core/store/store_private.h"

#include <stdlib.h>

enum {
    VOTES_MOST = 1024 * 1024,
    QUESTIONS_AT_ONCE = 2000,
    VOTES_AT_ONCE = 500,
    ANSWER_BITS = 30,
};

/* 16 bytes, since there may be a million. */
struct packed_vote {
    unsigned answer_id : ANSWER_BITS;
    unsigned position : 2;                   /* of the candidate that was chosen; VOTE_NONE */
    uint32_t candidate_ids[BALLOT_SIZE_MAX]; /* 0: no more slots */
};

_Static_assert(BALLOT_SIZE_MAX < 4, "a position has two bits");
_Static_assert(sizeof(struct packed_vote) == 16, "there may be a million");

/* Of the question with number i the votes begin at first[i], and the next one that is read goes to next[i]. */
struct held_votes {
    struct store *store;
    int64_t last;
    bool with_annotators;
    int64_t newest;      /* question */
    int64_t n_questions; /* from number 1 on, that are counted and have room */
    bool are_counted, are_read;
    int64_t ballot_id; /* whose vote was read last */
    uint32_t *first, *next;
    uint32_t n; /* votes that there is room for */
    struct packed_vote *votes;
    uint32_t *annotator_ids; /* likewise; NULL: not asked for */
};

bool held_votes_open(struct held_votes **out, struct store *store, int64_t last, bool with_annotators,
                     struct err *err)
{
    struct progress progress;
    if (!store_get_progress(store, &progress, err))
        return false;
    struct held_votes *held = memory_get_zeroed(1, sizeof *held);
    *held = (struct held_votes){.store = store, .last = last, .with_annotators = with_annotators};
    held->are_read = last >= 1 << ANSWER_BITS; /* then none is held */
    held->newest = progress.last_question;
    held->first = memory_get_zeroed((size_t)held->newest + 2, sizeof *held->first);
    held->next = memory_get_zeroed((size_t)held->newest + 2, sizeof *held->next);
    *out = held;
    return true;
}

void held_votes_close(struct held_votes *held)
{
    if (held == NULL)
        return;
    free(held->first);
    free(held->next);
    free(held->votes);
    free(held->annotator_ids);
    free(held);
}

/* --- Counting ------------------------------------------------------------- */

/* Behind the last one that is counted. */
static void make_room(struct held_votes *held)
{
    held->are_counted = true;
    held->first[held->n_questions + 1] = held->n;
    held->votes = memory_get_zeroed(held->n + 1, sizeof *held->votes);
    if (held->with_annotators)
        held->annotator_ids = memory_get_zeroed(held->n + 1, sizeof *held->annotator_ids);
}

/* The votes of the questions up to this one, which have not been counted yet, begin behind those that were. */
static void count_up_to(struct held_votes *held, int64_t question_id)
{
    while (held->n_questions < question_id) {
        held->n_questions++;
        held->first[held->n_questions] = held->next[held->n_questions] = held->n;
    }
}

static bool count_questions(struct held_votes *held, struct err *err)
{
    const int64_t before = held->n_questions;
    const int64_t end = before + QUESTIONS_AT_ONCE < held->newest ? before + QUESTIONS_AT_ONCE : held->newest;
    struct arena arena = {0};
    struct query query = query_start(held->store->db, STATEMENT_QUESTION_BEGUN_LIST);
    query_bind_integer(&query, 1, before + 1);
    query_bind_integer(&query, 2, end);
    while (!held->are_counted && query_next(&query)) {
        const struct begun_question row = read_begun_question(&query, &arena);
        const int64_t question_id = row.name.question_id;
        if (row.votes > VOTES_MOST - (int64_t)held->n) {
            count_up_to(held, question_id - 1);
            make_room(held);
        } else {
            count_up_to(held, question_id);
            held->n += (uint32_t)row.votes;
        }
    }
    arena_release(&arena);
    if (!held->are_counted)
        count_up_to(held, end);
    if (end == held->newest && !held->are_counted)
        make_room(held);
    return query_end(&query, err);
}

/* --- Reading -------------------------------------------------------------- */

/* Votes that are read together. */
struct dealt_votes {
    struct dealt_vote votes[VOTES_AT_ONCE];
    struct choice choices[VOTES_AT_ONCE];
    size_t n;
};

static bool read_dealt_votes(struct held_votes *held, struct dealt_votes *dealt, struct err *err)
{
    struct query query = query_start(held->store->db, STATEMENT_DEALT_VOTE_AFTER);
    query_bind_integer(&query, 1, held->ballot_id);
    query_bind_integer(&query, 2, held->last);
    query_bind_integer(&query, 3, VOTES_AT_ONCE);
    while (dealt->n < VOTES_AT_ONCE && query_next(&query)) {
        dealt->votes[dealt->n] = read_dealt_vote(&query);
        dealt->choices[dealt->n++] = (struct choice){.position = VOTE_NONE};
    }
    return query_end(&query, err);
}

static bool read_slots(struct held_votes *held, struct dealt_votes *dealt, struct err *err)
{
    size_t at = 0;
    struct query query = query_start(held->store->db, STATEMENT_SLOT_IN_ORDER_LIST);
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
    }
    return query_end(&query, err);
}

/* False: it can't be held. */
static bool hold_vote(struct held_votes *held, const struct dealt_vote *vote, const struct choice *choice)
{
    if (vote->question_id > held->n_questions || is_left_out(held->store, vote->annotator_id))
        return true;
    const uint32_t place = held->next[vote->question_id];
    if (place == held->first[vote->question_id + 1])
        return false;
    struct packed_vote *packed = &held->votes[place];
    packed->answer_id = (unsigned)vote->answer_id & ((1U << ANSWER_BITS) - 1);
    packed->position = (unsigned)choice->position & 3;
    for (size_t slot = 0; slot < choice->n_slots; slot++) {
        packed->candidate_ids[slot] = (uint32_t)choice->document_ids[slot];
        if (packed->candidate_ids[slot] != choice->document_ids[slot])
            return false;
    }
    if (held->with_annotators) /* who weighs them has seen that their numbers fit (standing.c) */
        held->annotator_ids[place] = (uint32_t)vote->annotator_id;
    held->next[vote->question_id]++;
    return true;
}

static bool hold_next(struct held_votes *held, struct err *err)
{
    struct dealt_votes dealt = {0};
    if (!read_dealt_votes(held, &dealt, err) || (dealt.n > 0 && !read_slots(held, &dealt, err)))
        return false;
    for (size_t i = 0; i < dealt.n; i++)
        if (!hold_vote(held, &dealt.votes[i], &dealt.choices[i]))
            held->n_questions = 0;
    if (dealt.n > 0)
        held->ballot_id = dealt.votes[dealt.n - 1].ballot_id;
    held->are_read = dealt.n < VOTES_AT_ONCE || held->n_questions == 0;
    return true;
}

bool held_votes_read(struct held_votes *held, bool *are_read, struct err *err)
{
    bool worked = true;
    if (!held->are_read) {
        if (!store_begin_reading(held->store, err))
            return false;
        worked = held->are_counted ? hold_next(held, err) : count_questions(held, err);
        store_end_reading(held->store);
    }
    *are_read = held->are_read;
    return worked;
}

/* --- What is held --------------------------------------------------------- */

bool held_votes_reach(const struct held_votes *held, int64_t question_id)
{
    return held->are_read && question_id <= held->n_questions;
}

size_t held_votes_count(const struct held_votes *held, int64_t question_id)
{
    return held->next[question_id] - held->first[question_id];
}

struct held_vote held_votes_get(const struct held_votes *held, int64_t question_id, size_t i)
{
    const size_t place = held->first[question_id] + i;
    const struct packed_vote *packed = &held->votes[place];
    struct held_vote vote = {.answer_id = packed->answer_id, .choice.position = (int)packed->position};
    for (size_t slot = 0; slot < BALLOT_SIZE_MAX && packed->candidate_ids[slot] != 0; slot++)
        vote.choice.document_ids[vote.choice.n_slots++] = packed->candidate_ids[slot];
    if (held->annotator_ids != NULL)
        vote.annotator_id = held->annotator_ids[place];
    return vote;
}
