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
#include "core/store/controls.h"
#include "core/store/questions.h"
#include "core/store/rows.h"
#include "core/store/settings.h"
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

/* The middle one of the times of all annotators. */
static int64_t median_of_all(const struct times *times, size_t n)
{
    int64_t *all = NULL;
    size_t n_all = 0, capacity = 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t t = 0; t < times[i].n; t++)
            VECTOR_PUSH(all, n_all, capacity) = times[i].ms[t];
    }
    int64_t median = median_of(all, n_all);
    free(all);
    return median;
}

static int64_t count_below(const struct times *times, double limit)
{
    int64_t n = 0;
    for (size_t t = 0; t < times->n; t++)
        n += (double)times->ms[t] < limit;
    return n;
}

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
    const double fast_ms = FAST_SHARE * (double)median_of_all(times, n);
    for (size_t i = 0; i < n; i++) {
        rows[i].fast_votes = count_below(&times[i], fast_ms);
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

struct choice_list {
    struct choice *choices;
    size_t n, capacity;
};

/* What one annotator said on the question that is read, by enum control: votes, then answers to controls. */
struct choice_group {
    struct choice_list lists[N_CONTROLS];
};

/* What was found of each annotator's answers to controls. */
struct control_reading {
    struct shared_reading repeats,
        gold; /* annotator 1 is the answer to the control, 0 what it is compared with */
};

struct choice_reading {
    struct annotator_row *rows;
    struct choice_group *groups; /* of each row */
    size_t n;
    int64_t question_id, ballot_id; /* of the last slot … */
    struct choice_list *last;       /* … and the list of its ballot */
    int64_t n_choices;              /* so far */
    struct shared_reading *sharing;
    struct control_reading *controls; /* of each row */
    struct store *store;
    struct rater gold; /* who knows the right answers … */
    bool has_gold;     /* … if anybody does */
    bool has_failed;   /* with the error set */
    struct err *err;
};

static bool choices_are_possible(const struct choice_list *group)
{
    for (size_t i = 0; i < group->n; i++) {
        if (group->choices[i].position < VOTE_NONE ||
            group->choices[i].position > (int)group->choices[i].n_slots)
            return false;
    }
    return true;
}

static bool all_are_possible(const struct choice_group *group)
{
    bool possible = true;
    for (size_t control = 0; control < N_CONTROLS; control++)
        possible &= choices_are_possible(&group->lists[control]);
    return possible;
}

static void finish_group(const struct choice_list *votes, struct annotator_row *row)
{
    for (size_t i = 0; i < votes->n; i++) {
        slot_wins_add(&row->slots, votes->choices[i].n_slots, votes->choices[i].position);
        row->none_votes += votes->choices[i].position == VOTE_NONE;
    }
    repeats_add(&row->repeats, votes->choices, votes->n);
}

/* --- Controls ------------------------------------------------------------------------------------ */

static struct annotator_choices choices_of(const struct choice_list *list)
{
    return (struct annotator_choices){list->choices, list->n};
}

/* The right answer to the ballot of a choice by what is judged; VOTE_ABSENT: nothing is known of a document, or no one is best. */
static int right_position(const struct choice *choice, const struct graded_candidate *judged, size_t n)
{
    struct graded_candidate shown[BALLOT_SIZE_MAX];
    for (size_t slot = 0; slot < choice->n_slots; slot++) {
        size_t i = 0;
        while (i < n && judged[i].document_id != choice->document_ids[slot])
            i++;
        if (i == n)
            return VOTE_ABSENT;
        shown[slot] = judged[i];
    }
    return gold_answer(shown, choice->n_slots);
}

/* What the source would have said to the gold ballots, as choices. */
static bool judge_gold(struct choice_reading *reading, const struct choice_list *golds,
                       struct choice_list *right)
{
    struct arena arena = {0};
    struct graded_candidate *judged;
    size_t n;
    bool read = controls_list_judged(reading->store, &reading->gold, reading->question_id, &arena, &judged,
                                     &n, reading->err);
    for (size_t i = 0; read && i < golds->n; i++) {
        struct choice choice = golds->choices[i];
        choice.position = right_position(&choice, judged, n);
        if (choice.position != VOTE_ABSENT)
            VECTOR_PUSH(right->choices, right->n, right->capacity) = choice;
    }
    arena_release(&arena);
    return read;
}

static struct choice_list *find_group(struct choice_reading *reading, int64_t annotator_id)
{
    size_t i = 0;
    while (i < reading->n && reading->rows[i].annotator_id != annotator_id)
        i++;
    return i < reading->n ? reading->groups[i].lists : NULL;
}

static void finish_gold(struct choice_reading *reading, size_t annotator)
{
    const struct choice_list *golds = &reading->groups[annotator].lists[CONTROL_GOLD];
    struct choice_list right = {0};
    const struct choice_list *known = &right;
    if (golds->n == 0 || !reading->has_gold)
        return;
    if (reading->gold.kind == RATER_JUDGMENTS)
        reading->has_failed |= !judge_gold(reading, golds, &right);
    else
        known = find_group(reading, reading->gold.rater_id);
    if (known != NULL) {
        const struct annotator_choices both[] = {choices_of(known), choices_of(golds)};
        shared_ballots_add(&reading->controls[annotator].gold, reading->question_id, both, 2);
    }
    free(right.choices);
}

static void finish_repeats(struct choice_reading *reading, size_t annotator)
{
    const struct choice_group *group = &reading->groups[annotator];
    const struct annotator_choices both[] = {choices_of(&group->lists[CONTROL_ABSENT]),
                                             choices_of(&group->lists[CONTROL_REPEAT])};
    shared_ballots_add(&reading->controls[annotator].repeats, reading->question_id, both, 2);
}

/* --- A question ---------------------------------------------------------------------------------- */

static void finish_question(struct choice_reading *reading, struct query *query)
{
    struct annotator_choices *choices = memory_get_zeroed(reading->n, sizeof *choices);
    for (size_t i = 0; i < reading->n; i++)
        query_require(query, all_are_possible(&reading->groups[i]),
                      "a vote is for a slot that its ballot has not");
    for (size_t i = 0; query->damage == NULL && i < reading->n; i++) {
        finish_group(&reading->groups[i].lists[CONTROL_ABSENT], &reading->rows[i]);
        finish_repeats(reading, i);
        finish_gold(reading, i);
        choices[i] = choices_of(&reading->groups[i].lists[CONTROL_ABSENT]);
    }
    if (query->damage == NULL)
        shared_ballots_add(reading->sharing, reading->question_id, choices, reading->n);
    for (size_t i = 0; i < reading->n * N_CONTROLS; i++)
        reading->groups[i / N_CONTROLS].lists[i % N_CONTROLS].n = 0;
    free(choices);
}

/* The list that the next ballot's choice is added to; NULL: the file is damaged. */
static struct choice_list *begin_choice(struct choice_reading *reading, struct query *query,
                                        const struct choice_slot *slot)
{
    size_t control;
    const struct annotator_row *row = find_row(query, reading->rows, reading->n, slot->annotator_id);
    if (row == NULL ||
        !query_require(query, words_find(&control_words, slot->control, &control), "a control is of no kind"))
        return NULL;
    struct choice_list *list = &reading->groups[row - reading->rows].lists[control];
    VECTOR_PUSH(list->choices, list->n, list->capacity) = (struct choice){.position = (int)slot->position};
    reading->n_choices += control == CONTROL_ABSENT;
    return list;
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
static bool read_all_choices(struct choice_reading *reading, int64_t n_votes, struct err *err)
{
    struct query query = query_start(reading->store->db, STATEMENT_CHOICE_LIST);
    while (!reading->has_failed && query_next(&query)) {
        struct choice_slot slot = read_choice_slot(&query);
        if (is_left_out(reading->store, slot.annotator_id))
            continue;
        if (slot.question_id != reading->question_id)
            finish_question(reading, &query);
        reading->question_id = slot.question_id;
        add_choice_slot(reading, &query, &slot);
    }
    finish_question(reading, &query);
    query_require(&query, reading->has_failed || reading->n_choices == n_votes, "a vote has no slots");
    return query_end_visit(&query, !reading->has_failed, err);
}

static void take_figures(struct choice_reading *reading)
{
    for (size_t i = 0; i < reading->n; i++) {
        struct control_reading *controls = &reading->controls[i];
        choice_agreement_estimate(&controls->repeats.shared, &choice_scope_all, NULL,
                                  &reading->rows[i].with_self);
        choice_agreement_estimate(&controls->gold.shared, &choice_scope_all, NULL,
                                  &reading->rows[i].with_gold);
    }
}

static bool find_gold(struct choice_reading *reading, struct arena *arena, struct err *err)
{
    struct bytes name;
    return setting_get(reading->store, SETTING_GOLD, arena, &name, err) &&
           controls_find_gold(reading->store, name, arena, &reading->gold, &reading->has_gold, err);
}

static bool read_choices(struct store *store, struct annotator_row *rows, size_t n, int64_t n_votes,
                         struct shared_reading *sharing, struct err *err)
{
    struct arena arena = {0};
    struct choice_reading reading = {.rows = rows, .n = n, .sharing = sharing, .store = store, .err = err};
    reading.groups = memory_get_zeroed(n, sizeof *reading.groups);
    reading.controls = memory_get_zeroed(n, sizeof *reading.controls);
    for (size_t i = 0; i < n; i++)
        reading.controls[i].repeats.arena = reading.controls[i].gold.arena = &arena;
    bool read = find_gold(&reading, &arena, err) && read_all_choices(&reading, n_votes, err);
    take_figures(&reading);
    for (size_t i = 0; i < n * N_CONTROLS; i++)
        free(reading.groups[i / N_CONTROLS].lists[i % N_CONTROLS].choices);
    free(reading.groups);
    free(reading.controls);
    arena_release(&arena);
    return read;
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

bool store_count_votes_of(struct store *store, int64_t annotator_id, int64_t *votes, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_ANNOTATOR_VOTE_COUNT);
    query_bind_integer(&query, 1, annotator_id);
    return query_one_integer(&query, 0, votes, err);
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
