#include "core/store/votes/held_votes.h"

#include "core/base/memory.h"

#include <stdlib.h>

enum {
    VOTES_MOST = 1024 * 1024,
    ANSWER_BITS = 30,
    ANNOTATOR_BITS = 29,
};

/* 20 bytes, because there may be a million. */
struct packed_vote {
    unsigned answer_id : ANSWER_BITS;
    unsigned position : 2; /* of the chosen candidate, or VOTE_NONE */
    unsigned annotator_id : ANNOTATOR_BITS;
    unsigned second : 3;                     /* the second choice, less SECOND_NONE */
    uint32_t candidate_ids[BALLOT_SIZE_MAX]; /* 0: no more slots */
};

_Static_assert(BALLOT_SIZE_MAX < 4, "a position has two bits");
_Static_assert(sizeof(struct packed_vote) == 20, "there may be a million");

struct held_votes *held_votes_open(int64_t newest)
{
    struct held_votes *held = memory_get_zeroed(1, sizeof *held);
    held->newest = newest;
    held->first = memory_get_zeroed((size_t)newest + 2, sizeof *held->first);
    held->next = memory_get_zeroed((size_t)newest + 2, sizeof *held->next);
    held->are_old = memory_get_zeroed((size_t)newest + 2, sizeof *held->are_old);
    return held;
}

void held_votes_let_go(struct held_votes **held)
{
    if (*held == NULL)
        return;
    free((*held)->first);
    free((*held)->next);
    free((*held)->are_old);
    free((*held)->votes);
    free(*held);
    *held = NULL;
}

bool held_votes_make_room(struct held_votes *held, int64_t votes)
{
    if (votes > VOTES_MOST - (int64_t)held->n)
        return false;
    held->n_questions++;
    held->first[held->n_questions] = held->next[held->n_questions] = held->n;
    held->n += (uint32_t)votes;
    return true;
}

void held_votes_begin(struct held_votes *held)
{
    held->first[held->n_questions + 1] = held->n;
    held->votes = memory_get_zeroed(held->n + 1, sizeof *held->votes);
}

bool held_votes_add(struct held_votes *held, int64_t question_id, const struct cast_vote *vote)
{
    if (question_id > held->n_questions)
        return true;
    const uint32_t place = held->next[question_id];
    if (place == held->first[question_id + 1] || vote->answer_id >= 1 << ANSWER_BITS ||
        vote->annotator_id >= 1 << ANNOTATOR_BITS)
        return false;
    struct packed_vote *packed = &held->votes[place];
    packed->answer_id = (unsigned)vote->answer_id & ((1U << ANSWER_BITS) - 1);
    packed->annotator_id = (unsigned)vote->annotator_id & ((1U << ANNOTATOR_BITS) - 1);
    packed->second = (unsigned)(vote->choice.second - SECOND_NONE) & 7;
    packed->position = (unsigned)vote->choice.position & 3;
    for (size_t slot = 0; slot < vote->choice.n_slots; slot++) {
        packed->candidate_ids[slot] = (uint32_t)vote->choice.document_ids[slot];
        if (packed->candidate_ids[slot] != vote->choice.document_ids[slot])
            return false;
    }
    held->next[question_id]++;
    return true;
}

void held_votes_change(struct held_votes *held, int64_t question_id)
{
    if (question_id <= held->newest)
        held->are_old[question_id] = true;
}

bool held_votes_reach(const struct held_votes *held, int64_t question_id)
{
    return held != NULL && held->are_read && question_id <= held->n_questions && !held->are_old[question_id];
}

size_t held_votes_count(const struct held_votes *held, int64_t question_id)
{
    return held->next[question_id] - held->first[question_id];
}

struct cast_vote held_votes_get(const struct held_votes *held, int64_t question_id, size_t i)
{
    const struct packed_vote *packed = &held->votes[held->first[question_id] + i];
    struct cast_vote vote = {.answer_id = packed->answer_id,
                             .annotator_id = packed->annotator_id,
                             .choice = {.position = (int)packed->position,
                                        .second = (int)packed->second + SECOND_NONE}};
    for (size_t slot = 0; slot < BALLOT_SIZE_MAX && packed->candidate_ids[slot] != 0; slot++)
        vote.choice.document_ids[vote.choice.n_slots++] = packed->candidate_ids[slot];
    return vote;
}
