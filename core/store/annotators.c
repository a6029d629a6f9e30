/*
 * How annotators vote is worked out in two passes over all votes: their times in the order of answering, then their choices
 * question by question, in the order of the ballots. What is compared is of one question and one annotator, so the choices of
 * one question are held at a time, not a million. While the rows are filled they are in the order of their numbers, to be
 * found by bisection; only the last step sorts them by name.
 *
 * All of it is one reading, as of one moment. A vote without its annotator, or for a slot that is not there, is a damaged
 * file, and is said to be one.
 */
#include "core/store/annotators.h"

#include "core/base/memory.h"
#include "core/base/search.h"
#include "core/base/unicode.h"
#include "core/store/check.h"
#include "core/store/questions.h"
#include "core/store/rows.h"
#include "core/store/shared_ballots.h"
#include "core/store/store_private.h"

#include <stdlib.h>

bool name_check(const char *whose, struct bytes name, struct err *err)
{
    if (name.size == 0)
        return err_set(err, ERR_INPUT, "the name of %s is empty; give one", whose);
    return !unicode_has_control(name) ||
           err_set(err, ERR_INPUT,
                   "the name '%.*s' of %s has a control character, which could steer terminals; take it out",
                   BYTES_FORMAT(name), whose);
}

bool name_check_is_no_model(struct store *store, const char *whose, struct bytes name, struct err *err)
{
    int64_t is_model;
    struct query query = query_start(store->db, STATEMENT_NAME_IS_MODEL);
    query_bind_bytes(&query, 1, name);
    return query_one_integer(&query, 0, &is_model, err) &&
           (is_model == 0 || err_set(err, ERR_INPUT, "%s: '%.*s' is a model; give %s another name",
                                     store_path(store), BYTES_FORMAT(name), whose));
}

bool store_put_annotator(struct store *store, struct bytes name, int64_t *annotator_id, struct err *err)
{
    struct query find = query_start(store->db, STATEMENT_ANNOTATOR_FIND);
    query_bind_bytes(&find, 1, name);
    if (!query_one_integer(&find, 0, annotator_id, err))
        return false;
    if (*annotator_id != 0)
        return true;
    if (!name_check("an annotator", name, err) || !name_check_is_no_model(store, "the annotator", name, err))
        return false;
    struct query add = query_start(store->db, STATEMENT_ANNOTATOR_ADD);
    query_bind_bytes(&add, 1, name);
    if (!query_run(&add, err))
        return false;
    *annotator_id = db_last_id(store->db);
    return true;
}

static bool list_names(struct store *store, struct arena *arena, struct annotator_row **rows, size_t *n,
                       struct err *err)
{
    *rows = NULL;
    *n = 0;
    struct query query = query_start(store->db, STATEMENT_ANNOTATOR_LIST);
    while (query_next(&query)) {
        struct annotator_row row = read_annotator_row(&query, arena);
        if (!is_left_out(store, row.annotator_id))
            ARENA_PUSH(arena, *rows, *n) = row;
    }
    return query_end(&query, err);
}

static int compare_ids(const void *left, const void *right)
{
    const struct annotator_row *a = left, *b = right;
    return (a->annotator_id > b->annotator_id) - (a->annotator_id < b->annotator_id);
}

static int compare_names(const void *left, const void *right)
{
    const struct annotator_row *a = left, *b = right;
    return bytes_compare(a->name, b->name);
}

/* While they are filled, the rows are in the order of their numbers. */
static struct annotator_row *find_row(struct query *query, struct annotator_row *rows, size_t n,
                                      int64_t annotator_id)
{
    struct annotator_row wanted = {.annotator_id = annotator_id};
    struct annotator_row *row = n > 0 ? bsearch(&wanted, rows, n, sizeof *rows, compare_ids) : NULL;
    query_require(query, row != NULL, "the annotator of a vote is missing");
    return row;
}

/* --- Times ----------------------------------------------------------------------------------- */

struct times {
    int64_t *ms; /* from shown to answered */
    size_t n, capacity;
};

static bool read_times(struct store *store, struct annotator_row *rows, size_t n, int64_t *n_votes,
                       struct err *err)
{
    struct times *times = memory_get_zeroed(n, sizeof *times);
    struct query votes = query_start(store->db, STATEMENT_VOTE_TIME_LIST);
    while (query_next(&votes)) {
        struct vote_time vote = read_vote_time(&votes);
        if (is_left_out(store, vote.annotator_id))
            continue;
        struct annotator_row *row = find_row(&votes, rows, n, vote.annotator_id);
        if (row == NULL)
            break;
        struct times *own = &times[row - rows];
        if (vote.elapsed_ms > 0)
            VECTOR_PUSH(own->ms, own->n, own->capacity) = vote.elapsed_ms;
        ++*n_votes;
        pace_add(&row->pace, vote.given_at, vote.elapsed_ms);
    }
    for (size_t i = 0; i < n; i++) {
        rows[i].median_ms = median_of(times[i].ms, times[i].n);
        free(times[i].ms);
    }
    free(times);
    return query_end(&votes, err);
}

static bool read_skips(struct store *store, struct annotator_row *row, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_ANNOTATOR_SKIP_COUNT);
    query_bind_integer(&query, 1, row->annotator_id);
    return query_one_integer(&query, 0, &row->skips, err);
}

/* --- Choices --------------------------------------------------------------------------------- */

/* The votes of one annotator on the question that is read: what is compared with each other. */
struct choice_group {
    struct choice *choices;
    size_t n, capacity;
};

struct choice_reading {
    struct annotator_row *rows;
    struct choice_group *groups; /* of each row */
    size_t n;
    int64_t question_id, ballot_id; /* of the last slot … */
    struct choice_group *last;      /* … and the group of its ballot */
    int64_t n_choices;              /* so far */
    struct shared_reading *sharing;
};

static bool choices_are_possible(const struct choice_group *group)
{
    for (size_t i = 0; i < group->n; i++) {
        if (group->choices[i].position < VOTE_NONE ||
            group->choices[i].position > (int)group->choices[i].n_slots)
            return false;
    }
    return true;
}

static void finish_group(struct choice_group *group, struct query *query, struct annotator_row *row)
{
    if (query_require(query, choices_are_possible(group), "a vote is for a slot that its ballot has not")) {
        for (size_t i = 0; i < group->n; i++) {
            slot_wins_add(&row->slots, group->choices[i].n_slots, group->choices[i].position);
            row->none_votes += group->choices[i].position == VOTE_NONE;
        }
        repeats_add(&row->repeats, group->choices, group->n);
    }
}

static void finish_question(struct choice_reading *reading, struct query *query)
{
    struct annotator_choices *choices = memory_get_zeroed(reading->n, sizeof *choices);
    for (size_t i = 0; i < reading->n; i++) {
        struct choice_group *group = &reading->groups[i];
        if (group->n > 0)
            finish_group(group, query, &reading->rows[i]);
        choices[i] = (struct annotator_choices){group->choices, group->n};
        group->n = 0;
    }
    if (query->damage == NULL)
        shared_ballots_add(reading->sharing, reading->question_id, choices, reading->n);
    free(choices);
}

/* The group that the next ballot's choice is added to; NULL: the file is damaged. */
static struct choice_group *begin_choice(struct choice_reading *reading, struct query *query,
                                         const struct choice_slot *slot)
{
    const struct annotator_row *row = find_row(query, reading->rows, reading->n, slot->annotator_id);
    if (row == NULL)
        return NULL;
    struct choice_group *group = &reading->groups[row - reading->rows];
    VECTOR_PUSH(group->choices, group->n, group->capacity) = (struct choice){.position = (int)slot->position};
    reading->n_choices++;
    return group;
}

static void add_choice_slot(struct choice_reading *reading, struct query *query,
                            const struct choice_slot *slot)
{
    if (reading->last == NULL || slot->ballot_id != reading->ballot_id)
        reading->last = begin_choice(reading, query, slot);
    reading->ballot_id = slot->ballot_id;
    if (reading->last == NULL)
        return;
    struct choice *choice = &reading->last->choices[reading->last->n - 1];
    for (size_t i = 0; i < choice->n_slots; i++)
        query_require(query, choice->document_ids[i] != slot->document_id,
                      "a document stands on a ballot twice");
    if (query_require(query, choice->n_slots < BALLOT_SIZE_MAX, "a ballot has too many slots, or two votes"))
        choice->document_ids[choice->n_slots++] = slot->document_id;
}

/* Each of the votes must have been a choice between something. */
static bool read_choices(struct store *store, struct annotator_row *rows, size_t n, int64_t n_votes,
                         struct shared_reading *sharing, struct err *err)
{
    struct choice_reading reading = {.rows = rows, .n = n, .sharing = sharing};
    reading.groups = memory_get_zeroed(n, sizeof *reading.groups);
    struct query query = query_start(store->db, STATEMENT_CHOICE_LIST);
    while (query_next(&query)) {
        struct choice_slot slot = read_choice_slot(&query);
        if (is_left_out(store, slot.annotator_id))
            continue;
        if (slot.question_id != reading.question_id)
            finish_question(&reading, &query);
        reading.question_id = slot.question_id;
        add_choice_slot(&reading, &query, &slot);
    }
    finish_question(&reading, &query);
    for (size_t i = 0; i < n; i++)
        free(reading.groups[i].choices);
    free(reading.groups);
    query_require(&query, reading.n_choices == n_votes, "a vote has no slots");
    return query_end(&query, err);
}

/* The rows go into the order of their names; what is shared goes along. */
static void sort_by_name(struct annotator_row *rows, size_t n, struct shared_ballots *shared)
{
    size_t *numbers = memory_get_zeroed(n, sizeof *numbers);
    int64_t *ids = memory_get_zeroed(n, sizeof *ids);
    for (size_t i = 0; i < n; i++)
        ids[i] = rows[i].annotator_id;
    if (n > 0)
        qsort(rows, n, sizeof *rows, compare_names);
    for (size_t i = 0; i < n; i++) {
        size_t before;
        LOWER_BOUND(before, n, ids[before] < rows[i].annotator_id);
        numbers[before] = i;
    }
    shared_ballots_renumber(shared, numbers);
    free(numbers);
    free(ids);
}

bool annotators_read(struct store *store, struct arena *arena, struct annotator_row **rows, size_t *n,
                     struct shared_reading *sharing, struct err *err)
{
    int64_t n_votes = 0;
    *sharing = (struct shared_reading){.arena = arena};
    if (!list_names(store, arena, rows, n, err) || !read_times(store, *rows, *n, &n_votes, err) ||
        !read_choices(store, *rows, *n, n_votes, sharing, err))
        return false;
    for (size_t i = 0; i < *n; i++) {
        if (!read_skips(store, &(*rows)[i], err))
            return false;
    }
    sort_by_name(*rows, *n, &sharing->shared);
    for (size_t i = 0; i < *n; i++) {
        const struct choice_scope scope = {i, CHOICE_ANYBODY, CHOICE_ANYWHERE};
        choice_agreement_estimate(&sharing->shared, &scope, NULL, &(*rows)[i].with_others);
    }
    return true;
}

bool store_list_annotators(struct store *store, struct arena *arena, struct annotator_row **rows, size_t *n,
                           struct err *err)
{
    struct shared_reading sharing;
    if (!store_begin_reading(store, err))
        return false;
    bool worked = annotators_read(store, arena, rows, n, &sharing, err);
    store_end_reading(store);
    return worked;
}

/* --- What they share ----------------------------------------------------------------------------- */

/* The qids of questions by their ascending numbers. */
static bool read_qids(struct store *store, const struct shared_reading *sharing, struct arena *arena,
                      struct bytes **qids, struct err *err)
{
    struct arena room = {0};
    struct question_row *rows = NULL;
    size_t n = 0, found = 0;
    bool worked = store_list_questions(store, &room, &rows, &n, err);
    *qids = arena_get_array(arena, sharing->shared.n_questions, sizeof **qids);
    for (size_t i = 0; worked && i < n && found < sharing->shared.n_questions; i++) {
        if (rows[i].question_id == sharing->question_ids[found])
            (*qids)[found++] = arena_copy(arena, rows[i].qid);
    }
    if (worked && found < sharing->shared.n_questions)
        worked = db_fail_damaged(store->db, "the question of a ballot is missing", err);
    arena_release(&room);
    return worked;
}

bool store_read_agreement(struct store *store, struct arena *arena, struct annotators_agreement *agreement,
                          struct err *err)
{
    struct shared_reading sharing;
    *agreement = (struct annotators_agreement){0};
    if (!store_begin_reading_sums(store, err))
        return false;
    bool worked = annotators_read(store, arena, &agreement->rows, &agreement->n, &sharing, err) &&
                  read_qids(store, &sharing, arena, &agreement->qids, err);
    agreement->shared = sharing.shared;
    store_end_reading(store);
    return worked;
}
