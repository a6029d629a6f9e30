#include "core/store/store_private.h"

#include "core/base/bug.h"

#include <stdlib.h>

static bool list_names(struct store *store, struct arena *arena, struct annotator_row **rows, size_t *n,
                       struct err *err)
{
    *rows = NULL;
    struct query query = query_start(store->db, STATEMENT_ANNOTATOR_LIST);
    for (*n = 0; query_next(&query); ++*n) {
        *rows = arena_make_room(arena, *rows, *n, sizeof **rows);
        (*rows)[*n] = (struct annotator_row){.annotator_id = query_integer(&query, 0),
                                             .name = arena_copy(arena, query_bytes(&query, 1))};
    }
    return query_end(&query, err);
}

static bool read_pace(struct store *store, struct annotator_row *row, struct err *err)
{
    struct arena arena = {0};
    int64_t *times = NULL;
    size_t n = 0;
    struct query votes = query_start(store->db, STATEMENT_ANNOTATOR_VOTE_LIST);
    query_bind_integer(&votes, 1, row->annotator_id);
    while (query_next(&votes)) {
        int64_t elapsed_ms = query_integer(&votes, 1);
        pace_add(&row->pace, query_integer(&votes, 0), elapsed_ms);
        times = arena_make_room(&arena, times, n, sizeof *times);
        times[n++] = elapsed_ms;
        row->none_votes += query_integer(&votes, 2);
    }
    row->median_ms = median_of(times, n);
    arena_release(&arena);
    return query_end(&votes, err);
}

static bool read_skips(struct store *store, struct annotator_row *row, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_ANNOTATOR_SKIP_COUNT);
    query_bind_integer(&query, 1, row->annotator_id);
    return query_one_integer(&query, 0, &row->skips, err);
}

/* --- Choices --------------------------------------------------------------------------------- */

/* The votes of one annotator on one question: what is compared with each other. */
struct choice_group {
    int64_t question_id, annotator_id, ballot_id; /* of the last choice */
    struct choice *choices;
    size_t n, capacity;
};

static struct annotator_row *find_row(struct annotator_row *rows, size_t n, int64_t annotator_id)
{
    for (size_t i = 0; i < n; i++) {
        if (rows[i].annotator_id == annotator_id)
            return &rows[i];
    }
    BUG("there is no annotator %lld", (long long)annotator_id);
}

static void finish_group(struct choice_group *group, struct annotator_row *rows, size_t n)
{
    if (group->n == 0)
        return;
    struct annotator_row *row = find_row(rows, n, group->annotator_id);
    for (size_t i = 0; i < group->n; i++)
        slot_wins_add(&row->slots, group->choices[i].n_slots, group->choices[i].position);
    repeats_add(&row->repeats, group->choices, group->n);
    group->n = 0;
}

/* A row of choice_list is a slot. */
static void add_slot(struct choice_group *group, struct query *query)
{
    int64_t ballot_id = query_integer(query, 2);
    if (ballot_id != group->ballot_id) {
        group->ballot_id = ballot_id;
        group->choices = memory_grow(group->choices, &group->capacity, group->n + 1, sizeof *group->choices);
        group->choices[group->n++] = (struct choice){
            .position = query_is_null(query, 3) ? VOTE_NONE : (int)query_integer(query, 3)};
    }
    struct choice *choice = &group->choices[group->n - 1];
    BUG_UNLESS(choice->n_slots < BALLOT_SIZE_MAX);
    choice->document_ids[choice->n_slots++] = query_integer(query, 4);
}

static bool read_choices(struct store *store, struct annotator_row *rows, size_t n, struct err *err)
{
    struct choice_group group = {0};
    struct query query = query_start(store->db, STATEMENT_CHOICE_LIST);
    while (query_next(&query)) {
        int64_t question_id = query_integer(&query, 0), annotator_id = query_integer(&query, 1);
        if (question_id != group.question_id || annotator_id != group.annotator_id)
            finish_group(&group, rows, n);
        group.question_id = question_id;
        group.annotator_id = annotator_id;
        add_slot(&group, &query);
    }
    finish_group(&group, rows, n);
    free(group.choices);
    return query_end(&query, err);
}

bool annotators_read(struct store *store, struct arena *arena, struct annotator_row **rows, size_t *n,
                     struct err *err)
{
    bool worked = list_names(store, arena, rows, n, err);
    for (size_t i = 0; worked && i < *n; i++)
        worked = read_pace(store, &(*rows)[i], err) && read_skips(store, &(*rows)[i], err);
    return worked && read_choices(store, *rows, *n, err);
}

bool store_list_annotators(struct store *store, struct arena *arena, struct annotator_row **rows, size_t *n,
                           struct err *err)
{
    if (!store_begin_reading(store, err))
        return false;
    bool worked = annotators_read(store, arena, rows, n, err);
    store_end_reading(store);
    return worked;
}
