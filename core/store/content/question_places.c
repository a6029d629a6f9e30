#include "core/store/content/question_places.h"

#include "core/base/memory.h"
#include "core/judge/question_order.h"
#include "core/store/content/unsettled.h"
#include "core/store/rows.h"
#include "core/store/settings.h"
#include "core/store/store_private.h"

#include <stdlib.h>

struct order_settings {
    size_t order; /* enum question_order */
    struct bytes strata;
    int64_t sample, seed;
};

static bool read_order_settings(struct store *store, struct arena *arena, struct order_settings *settings,
                                struct err *err)
{
    return setting_get_choice(store, SETTING_ORDER, &settings->order, err) &&
           setting_get(store, SETTING_STRATA, arena, &settings->strata, err) &&
           setting_get_sample(store, &settings->sample, err) &&
           setting_get_integer(store, SETTING_SEED, &settings->seed, err);
}

struct ordered_questions {
    struct misplaced_question *items; /* all of them, in the order of import */
    struct drawn_question *drawn;     /* those with a pool, in the same order */
    size_t *numbers;                  /* of each drawn question among the items */
    size_t n_items, items_capacity, n_drawn, drawn_capacity, n_numbers, numbers_capacity;
};

static bool list_questions(struct store *store, struct bytes strata, struct arena *arena,
                           struct ordered_questions *questions, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_QUESTION_ORDER_LIST);
    if (strata.size > 0)
        query_bind_bytes(&query, 1, strata);
    else
        query_bind_null(&query, 1);
    while (query_next(&query)) {
        struct question_in_order question = read_question_in_order(&query, arena);
        if (question.has_pool) {
            VECTOR_PUSH(questions->numbers, questions->n_numbers, questions->numbers_capacity) =
                questions->n_items;
            VECTOR_PUSH(questions->drawn, questions->n_drawn, questions->drawn_capacity) =
                (struct drawn_question){.qid = question.qid, .stratum = question.stratum};
        }
        VECTOR_PUSH(questions->items, questions->n_items, questions->items_capacity) =
            (struct misplaced_question){.question_id = question.question_id,
                                        .qid = question.qid,
                                        .kept = question.place};
    }
    return query_end(&query, err);
}

/* Gives the questions with a pool their places. */
static void place(const struct order_settings *settings, struct ordered_questions *questions)
{
    size_t *order = memory_get_zeroed(questions->n_drawn + 1, sizeof *order);
    question_order_draw((enum question_order)settings->order, (uint64_t)settings->seed, questions->drawn,
                        questions->n_drawn, order);
    for (size_t i = 0; i < questions->n_drawn && (int64_t)i < settings->sample; i++)
        questions->items[questions->numbers[order[i]]].place = (int64_t)i + 1;
    free(order);
}

bool question_places_compare(struct store *store, struct arena *arena, struct misplaced_question **misplaced,
                             size_t *n, struct err *err)
{
    struct order_settings settings;
    struct ordered_questions questions = {0};
    *misplaced = NULL;
    *n = 0;
    bool read = read_order_settings(store, arena, &settings, err) &&
                list_questions(store, settings.strata, arena, &questions, err);
    if (read)
        place(&settings, &questions);
    for (size_t i = 0; read && i < questions.n_items; i++) {
        if (questions.items[i].place != questions.items[i].kept)
            ARENA_PUSH(arena, *misplaced, *n) = questions.items[i];
    }
    free(questions.items);
    free(questions.drawn);
    free(questions.numbers);
    return read;
}

/* The ballots left change for a question that enters or leaves the sample. */
static bool is_settled_anew(const struct misplaced_question *question)
{
    return (question->place == 0) != (question->kept == 0);
}

bool question_places_refresh(struct store *store, struct err *err)
{
    enum { AT_ONCE = 2000 };
    struct arena arena = {0};
    struct misplaced_question *misplaced;
    size_t n;
    bool worked = question_places_compare(store, &arena, &misplaced, &n, err);
    for (size_t i = 0; worked && i < n; i++) {
        const int64_t place[] = {misplaced[i].question_id, misplaced[i].place};
        if (is_settled_anew(&misplaced[i]))
            question_note_unsettled(store, misplaced[i].question_id);
        worked = ((i + 1) % AT_ONCE == 0 ? db_run : db_post)(store->db, STATEMENT_QUESTION_SET_PLACE, place,
                                                             2, err);
    }
    arena_release(&arena);
    return worked;
}
