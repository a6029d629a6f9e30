#include "core/store/votes/shared_ballots.h"

#include "core/base/memory.h"
#include "core/judge/deal_request.h"

#include <stdlib.h>
#include <string.h>

/* A vote, with its documents as a set. */
struct set_choice {
    struct slot_set set;
    size_t annotator;
    size_t nth; /* its place among the annotator's votes */
    int chosen; /* the chosen place in the set, from 1; 0: none */
    bool is_tie;
};

static struct set_choice set_choice_of(const struct choice *choice, size_t annotator, size_t nth)
{
    struct set_choice made = {.set = slot_set_of(choice->document_ids, choice->n_slots),
                              .annotator = annotator,
                              .nth = nth,
                              .is_tie = choice_tied(choice) > 0};
    for (size_t i = 0; choice->position != VOTE_NONE && i < choice->n_slots; i++) {
        if (made.set.document_ids[i] == choice->document_ids[choice->position - 1])
            made.chosen = (int)i + 1;
    }
    return made;
}

static int compare_sets(const void *left, const void *right)
{
    const struct set_choice *a = left, *b = right;
    for (size_t i = 0; i < BALLOT_SIZE_MAX; i++) {
        if (a->set.document_ids[i] != b->set.document_ids[i])
            return a->set.document_ids[i] < b->set.document_ids[i] ? -1 : 1;
    }
    if (a->annotator != b->annotator)
        return a->annotator < b->annotator ? -1 : 1;
    return (a->nth > b->nth) - (a->nth < b->nth);
}

static void add_ballot(struct shared_reading *reading, int64_t question_id, const struct set_choice *choices,
                       size_t n)
{
    struct shared_ballots *shared = &reading->shared;
    size_t last = shared->n_questions;
    if (last == 0 || reading->question_ids[last - 1] != question_id)
        ARENA_PUSH(reading->arena, reading->question_ids, shared->n_questions) = question_id;
    struct shared_choice *kept = arena_get_array(reading->arena, n, sizeof *kept);
    for (size_t i = 0; i < n; i++)
        kept[i] = (struct shared_choice){choices[i].annotator, choices[i].chosen};
    ARENA_PUSH(reading->arena, shared->ballots, shared->n_ballots) = (struct shared_ballot){
        .question = shared->n_questions - 1,
        .n_documents = slot_set_size(&choices[0].set),
        .choices = kept,
        .n_choices = n,
    };
}

/* Keeps an annotator's first answer to a set: received votes may contain the same set twice. */
static size_t keep_first_answers(struct set_choice *choices, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (kept == 0 || choices[kept - 1].annotator != choices[i].annotator)
            choices[kept++] = choices[i];
    }
    return kept;
}

/* Ties are counted, and are no choices. */
static size_t leave_out_ties(struct shared_reading *reading, struct set_choice *choices, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (choices[i].is_tie)
            reading->n_ties++;
        else
            choices[kept++] = choices[i];
    }
    return kept;
}

/* `choices` are of one question, sorted by set. */
static void add_sets(struct shared_reading *reading, int64_t question_id, struct set_choice *choices,
                     size_t n)
{
    for (size_t begin = 0, end; begin < n; begin = end) {
        for (end = begin + 1; end < n && slot_set_equal(&choices[begin].set, &choices[end].set); end++) {
        }
        size_t kept = keep_first_answers(choices + begin, end - begin);
        if (kept > 1)
            kept = leave_out_ties(reading, choices + begin, kept);
        if (kept > 1)
            add_ballot(reading, question_id, choices + begin, kept);
    }
}

void shared_ballots_add(struct shared_reading *reading, int64_t question_id,
                        const struct annotator_choices *by_annotator, size_t n_annotators)
{
    size_t n = 0, n_voters = 0;
    for (size_t i = 0; i < n_annotators; i++) {
        n += by_annotator[i].n;
        n_voters += by_annotator[i].n > 0;
    }
    if (n_voters < 2)
        return;
    struct set_choice *choices = memory_get_zeroed(n, sizeof *choices);
    n = 0;
    for (size_t i = 0; i < n_annotators; i++) {
        for (size_t nth = 0; nth < by_annotator[i].n; nth++)
            choices[n++] = set_choice_of(&by_annotator[i].choices[nth], by_annotator[i].annotator, nth);
    }
    qsort(choices, n, sizeof *choices, compare_sets);
    add_sets(reading, question_id, choices, n);
    free(choices);
}

void shared_ballots_renumber(struct shared_ballots *shared, const size_t *numbers)
{
    for (size_t i = 0; i < shared->n_ballots; i++) {
        for (size_t c = 0; c < shared->ballots[i].n_choices; c++)
            shared->ballots[i].choices[c].annotator = numbers[shared->ballots[i].choices[c].annotator];
    }
}
