#include "core/store/votes/vote_groups.h"

#include "core/base/memory.h"
#include "core/judge/relevance.h"
#include "core/store/content/fill.h"
#include "core/store/content/questions.h"
#include "core/store/store.h"
#include "core/store/content/twins.h"
#include "core/store/votes/votes.h"

/* Level 0 would mean "not relevant", which a vote does not say. */
enum { LEVEL_BESIDE = 1, LEVEL_CHOSEN };

/* The groups of a question while they are made. */
struct group_making {
    struct qrels_question *question;
    const struct tally *tallies; /* of its candidates and their twins */
    size_t n_tallies;
};

/*
 * A vote on a candidate also holds for its twins. A document that is no candidate any more has no label, and is
 * skipped.
 */
static void add_candidate(const struct group_making *making, int64_t candidate_id, struct bytes group,
                          int level)
{
    const struct qrels_question *question = making->question;
    for (size_t i = 0; i < making->n_tallies; i++) {
        const struct judgment *judgment = making->tallies[i].document_id == candidate_id
                                              ? qrels_question_find(question, making->tallies[i].docid)
                                              : NULL;
        if (judgment != NULL)
            judgment_groups_add(question->groups, (size_t)(judgment - question->judgments), group,
                                (struct bytes){0}, level);
    }
}

/* A vote for none expresses no preference. */
static void add_vote(const struct group_making *making, const struct cast_vote *vote, struct arena *memory)
{
    const struct choice *choice = &vote->choice;
    if (choice->position == VOTE_NONE)
        return;
    struct bytes group = bytes_of(arena_format(memory, "%lld", (long long)vote->answer_id));
    for (size_t i = 0; i < choice->n_slots; i++)
        add_candidate(making, choice->document_ids[i], group,
                      choice_wins(choice, (int)i + 1) > 0 ? LEVEL_CHOSEN : LEVEL_BESIDE);
}

/* `memory` holds the names of the groups, which stay valid. */
static bool add_votes(struct store *store, struct qrels_question *question, int64_t question_id,
                      struct arena *memory, struct err *err)
{
    struct arena arena = {0};
    struct tally *tallies;
    struct cast_vote *votes;
    size_t n, n_votes;
    question->groups = memory_get_zeroed(1, sizeof *question->groups);
    bool listed = store_list_pool(store, question_id, &arena, &tallies, &n, err) &&
                  store_list_votes(store, question_id, &arena, &votes, &n_votes, err);
    if (listed) {
        const struct group_making making = {.question = question, .tallies = tallies, .n_tallies = n};
        votes_sort_by_time(votes, n_votes);
        for (size_t i = 0; i < n_votes; i++)
            add_vote(&making, &votes[i], memory);
        (void)judgment_groups_sort(question->groups);
    }
    arena_release(&arena);
    return listed;
}

/* Adds the votes of a batch of questions, from index `begin` on, which are read together. */
static bool add_votes_from(struct store *store, struct qrels *qrels, size_t begin, struct err *err)
{
    int64_t question_ids[QUESTIONS_FORESEEN];
    const size_t rest = qrels->n_questions - begin, n = rest < QUESTIONS_FORESEEN ? rest : QUESTIONS_FORESEEN;
    bool read = true;
    for (size_t i = 0; i < n; i++)
        store_prefetch_question_number(store, qrels->questions[begin + i].qid);
    for (size_t i = 0; read && i < n; i++)
        read = store_find_question(store, qrels->questions[begin + i].qid, &question_ids[i], err);
    for (size_t i = 0; read && i < n; i++) {
        store_prefetch_pool(store, question_ids[i]);
        store_prefetch_votes(store, question_ids[i]);
    }
    for (size_t i = 0; read && i < n; i++)
        read = add_votes(store, &qrels->questions[begin + i], question_ids[i], &qrels->memory, err);
    store_drop_prefetched(store);
    return read;
}

bool store_read_vote_groups(struct store *store, struct qrels *qrels, struct err *err)
{
    if (!store_begin_reading(store, err))
        return false;
    bool read = true;
    for (size_t begin = 0; read && begin < qrels->n_questions; begin += QUESTIONS_FORESEEN)
        read = add_votes_from(store, qrels, begin, err);
    store_end_reading(store);
    return read;
}
