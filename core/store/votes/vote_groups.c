#include "core/store/votes/vote_groups.h"

#include "core/base/memory.h"
#include "core/judge/relevance.h"
#include "core/store/content/fill.h"
#include "core/store/content/questions.h"
#include "core/store/store.h"
#include "core/store/content/twins.h"
#include "core/store/votes/votes.h"

/* A level of 0 would say that a document is not relevant, which nobody has said. */
enum { LEVEL_BESIDE = 1, LEVEL_CHOSEN };

/* A question's groups while they are made. */
struct group_making {
    struct qrels_question *question;
    struct tally *tallies; /* of its candidates and their twins; none where there are no twins */
    size_t n_tallies;
};

/* A document that is no candidate any more has no label, and is passed over. */
static void add_document(const struct group_making *making, struct bytes docid, struct bytes group, int level)
{
    const struct qrels_question *question = making->question;
    const struct judgment *judgment = qrels_question_find(question, docid);
    if (judgment != NULL)
        judgment_groups_add(question->groups, (size_t)(judgment - question->judgments), group,
                            (struct bytes){0}, level);
}

/* What a vote said of a candidate it said of its twins. */
static void add_candidate(const struct group_making *making, struct bytes docid, struct bytes group,
                          int level)
{
    size_t at = 0;
    const struct tally *tallies = making->tallies;
    add_document(making, docid, group, level);
    while (at < making->n_tallies && !bytes_equal(tallies[at].docid, docid))
        at++;
    for (size_t i = 0; at < making->n_tallies && i < making->n_tallies; i++)
        if (tallies[i].is_twin && tallies[i].document_id == tallies[at].document_id)
            add_document(making, tallies[i].docid, group, level);
}

/* `slots` of one vote; one for none prefers nothing. */
static void add_vote(const struct group_making *making, const struct choice_row *slots, size_t n,
                     struct arena *arena)
{
    bool is_choice = false;
    struct bytes group = bytes_of(arena_format(arena, "%lld", (long long)slots[0].answer_id));
    for (size_t i = 0; i < n; i++)
        is_choice |= slots[i].is_chosen;
    for (size_t i = 0; is_choice && i < n; i++)
        add_candidate(making, slots[i].docid, group, slots[i].is_chosen ? LEVEL_CHOSEN : LEVEL_BESIDE);
}

static bool list_twins(struct store *store, int64_t question_id, struct arena *arena,
                       struct group_making *making, struct err *err)
{
    bool any;
    return twins_find_any(store, &any, err) &&
           (!any ||
            store_list_candidates(store, question_id, arena, &making->tallies, &making->n_tallies, err));
}

/* `memory`: the names of groups, which stay. */
static bool add_votes(struct store *store, struct qrels_question *question, int64_t question_id,
                      struct arena *memory, struct err *err)
{
    struct arena arena = {0};
    struct group_making making = {.question = question};
    struct choice_row *slots;
    size_t n;
    question->groups = memory_get_zeroed(1, sizeof *question->groups);
    bool listed = list_twins(store, question_id, &arena, &making, err) &&
                  store_list_choices(store, question_id, INT64_MAX, &arena, &slots, &n, err);
    for (size_t i = 0, size; listed && i < n; i += size) {
        for (size = 1; i + size < n && slots[i + size].answer_id == slots[i].answer_id; size++) {
        }
        add_vote(&making, &slots[i], size, memory);
    }
    arena_release(&arena);
    if (listed)
        (void)judgment_groups_sort(question->groups);
    return listed;
}

/* Those of the questions from number `begin` on that are read together. */
static bool add_votes_from(struct store *store, struct qrels *qrels, size_t begin, struct err *err)
{
    int64_t question_ids[QUESTIONS_FORESEEN];
    const size_t rest = qrels->n_questions - begin, n = rest < QUESTIONS_FORESEEN ? rest : QUESTIONS_FORESEEN;
    bool read = true, any_twins = false;
    for (size_t i = 0; i < n; i++)
        store_foresee_question_number(store, qrels->questions[begin + i].qid);
    for (size_t i = 0; read && i < n; i++)
        read = store_find_question(store, qrels->questions[begin + i].qid, &question_ids[i], err);
    read = read && twins_find_any(store, &any_twins, err) &&
           (!any_twins || store_foresee_candidates_of(store, question_ids, n, err));
    for (size_t i = 0; read && i < n; i++)
        store_foresee_choices(store, question_ids[i]);
    for (size_t i = 0; read && i < n; i++)
        read = add_votes(store, &qrels->questions[begin + i], question_ids[i], &qrels->memory, err);
    store_forget_foreseen(store);
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
