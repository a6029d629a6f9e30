#include "core/store/vote_groups.h"

#include "core/base/memory.h"
#include "core/store/votes.h"

/* A level of 0 would say that a document is not relevant, which nobody has said. */
enum { LEVEL_BESIDE = 1, LEVEL_CHOSEN };

static bool is_preference(const struct answer_row *answer)
{
    return !answer->is_withdrawn && answer->skip.size == 0 && answer->control.size == 0 &&
           answer->position != VOTE_NONE;
}

/* A document that is no candidate any more has no label, and is passed over. */
static void add_vote(struct qrels_question *question, struct bytes group, const struct answer_row *answer)
{
    for (size_t i = 0; i < answer->n_slots; i++) {
        const struct judgment *judgment = qrels_question_find(question, answer->docids[i]);
        if (judgment != NULL)
            judgment_groups_add(question->groups, (size_t)(judgment - question->judgments), group,
                                (struct bytes){0},
                                (int64_t)i + 1 == answer->position ? LEVEL_CHOSEN : LEVEL_BESIDE);
    }
}

static bool visit_answer(void *context, const struct answer_row *answer, struct err *err)
{
    (void)err;
    struct qrels *qrels = context;
    const struct qrels_question *question = qrels_find(qrels, answer->qid);
    if (question != NULL && is_preference(answer))
        add_vote(&qrels->questions[question - qrels->questions],
                 bytes_of(arena_format(&qrels->memory, "%lld", (long long)answer->answer_id)), answer);
    return true;
}

bool store_read_vote_groups(struct store *store, struct qrels *qrels, struct err *err)
{
    for (size_t q = 0; q < qrels->n_questions; q++)
        qrels->questions[q].groups = memory_get_zeroed(1, sizeof *qrels->questions[q].groups);
    if (!store_visit_answers(store, visit_answer, qrels, err))
        return false;
    for (size_t q = 0; q < qrels->n_questions; q++)
        (void)judgment_groups_sort(qrels->questions[q].groups);
    return true;
}
