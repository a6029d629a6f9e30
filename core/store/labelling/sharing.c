#include "core/store/labelling/sharing.h"

#include "core/store/rows.h"
#include "core/store/settings.h"
#include "core/store/store_private.h"

static struct query start_asked(struct store *store, const struct shared_with *with, int64_t question_id,
                                int64_t except)
{
    struct query query = query_start(store->db, STATEMENT_SLOT_ASKED_LIST);
    query_bind_integer(&query, 1, question_id);
    query_bind_integer(&query, 2, with->annotator_id);
    query_bind_integer(&query, 3, with->now);
    query_bind_integer(&query, 4, except);
    return query;
}

struct query sharing_ask(struct store *store, const struct shared_with *with, int64_t question_id,
                         int64_t except)
{
    struct query query = start_asked(store, with, question_id, except);
    query_ask(&query);
    return query;
}

void sharing_foresee(struct store *store, const struct shared_with *with, int64_t question_id, int64_t except)
{
    struct query query = start_asked(store, with, question_id, except);
    query_foresee(&query);
}

/* `own`: a ballot that is to be put among them, NULL: none is. Its annotator is not asked its set, wherever it stands. */
static bool take_asked(struct query *query, const struct asked_ballot *own, struct arena *arena,
                       struct overlap_request *request, struct err *err)
{
    struct asked_ballot *ballots = NULL;
    size_t n = 0;
    int64_t deal = 0;
    while (query_next(query)) {
        struct asked_slot slot = read_asked_slot(query);
        if (slot.deal != deal) {
            ARENA_PUSH(arena, ballots, n) = (struct asked_ballot){
                .deal = slot.deal,
                .annotator_id = slot.annotator_id,
                .is_vote = slot.is_vote,
                .is_held = slot.is_held,
            };
            deal = slot.deal;
        }
        query_add_slot(query, &ballots[n - 1].set, slot.document_id);
    }
    if (own != NULL)
        ARENA_PUSH(arena, ballots, n) = *own;
    request->ballots = ballots;
    request->n_ballots = n;
    return query_end(query, err);
}

bool sharing_take(struct query *asked, const struct asked_ballot *own, const struct overlap_request *request,
                  struct slot_set *set, struct err *err)
{
    struct arena arena = {0};
    struct overlap_request whole = *request;
    *set = (struct slot_set){{0}};
    bool worked = take_asked(asked, own, &arena, &whole, err);
    const struct slot_set *chosen = worked ? overlap_choose(&whole) : NULL;
    if (chosen != NULL)
        *set = *chosen;
    arena_release(&arena);
    return worked;
}

bool sharing_find_overlap(struct store *store, struct bytes kept, struct overlap *overlap, struct err *err)
{
    *overlap = (struct overlap){0};
    return kept.size == 0 || overlap_parse(kept, overlap) || setting_get_overlap(store, overlap, err);
}

struct wanting_reading sharing_wants_ask(struct store *store, const struct shared_with *with,
                                         int64_t question_id, int64_t ballot_id)
{
    struct wanting_reading reading = {
        .overlap = query_start(store->db, STATEMENT_OVERLAP_GET),
        .asked = sharing_ask(store, with, question_id, ballot_id),
    };
    query_ask(&reading.overlap);
    return reading;
}

void sharing_wants_foresee(struct store *store, const struct shared_with *with, int64_t question_id,
                           int64_t ballot_id)
{
    struct query overlap = query_start(store->db, STATEMENT_OVERLAP_GET);
    query_foresee(&overlap);
    sharing_foresee(store, with, question_id, ballot_id);
}

void sharing_wants_drop(struct wanting_reading *reading)
{
    query_drop(&reading->overlap);
    query_drop(&reading->asked);
}

static bool take_overlap(struct store *store, struct query *query, struct overlap *overlap, struct err *err)
{
    bool worked = true;
    *overlap = (struct overlap){0};
    if (query_next(query))
        worked = sharing_find_overlap(store, query_only_bytes(query), overlap, err);
    return query_end_visit(query, worked, err);
}

bool sharing_wants_take(struct store *store, struct wanting_reading *reading, const struct shared_with *with,
                        int64_t question_id, const struct slot_set *set, bool *wants, struct err *err)
{
    struct arena arena = {0};
    struct overlap_request request = {.question_id = question_id, .annotator_id = with->annotator_id};
    *wants = false;
    bool worked = take_overlap(store, &reading->overlap, &request.overlap, err);
    if (!worked || request.overlap.share <= 0) {
        query_drop(&reading->asked);
        return worked;
    }
    worked = take_asked(&reading->asked, NULL, &arena, &request, err);
    if (worked)
        *wants = overlap_wants(&request, set);
    arena_release(&arena);
    return worked;
}

enum { PAGE_QUESTIONS = 1000 };

static struct query start_page(struct store *store, int64_t behind)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_DEALS_LIST);
    query_bind_integer(&query, 1, behind);
    query_bind_integer(&query, 2, PAGE_QUESTIONS);
    return query;
}

void sharing_foresee_questions(struct store *store)
{
    struct query query = start_page(store, 0);
    if (query_is_at_hand(&query))
        query_drop(&query);
    else
        query_foresee(&query);
}

struct shared_questions sharing_start_questions(struct store *store)
{
    return (struct shared_questions){.store = store, .page = start_page(store, 0)};
}

/* Whether there was a next one, on this page or at the beginning of another. */
static bool read_next_question(struct shared_questions *questions, struct question_deals *question)
{
    bool is_there = query_next(&questions->page);
    if (!is_there && questions->n == PAGE_QUESTIONS) {
        query_drop(&questions->page);
        questions->page = start_page(questions->store, questions->last);
        questions->n = 0;
        is_there = query_next(&questions->page);
    }
    if (!is_there)
        return false;
    *question = read_question_deals(&questions->page);
    questions->last = question->question_id;
    questions->n++;
    return true;
}

bool sharing_next_question(struct shared_questions *questions, const struct overlap *overlap,
                           int64_t *question_id)
{
    struct question_deals question;
    while (read_next_question(questions, &question)) {
        *question_id = question.question_id;
        if (overlap_has_any(overlap, question.question_id, question.deals))
            return true;
    }
    return false;
}

bool sharing_end_questions(struct shared_questions *questions, bool visited, struct err *err)
{
    return query_end_visit(&questions->page, visited, err);
}
