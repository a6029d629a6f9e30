/*
 * The statistics are computed while all standing answers are read (standing.c): first the times in the order of
 * answering, then the choices question by question, in the order of the ballots. Comparisons are within a question, so
 * the choices of one question are held at a time, not a million. Meanwhile the rows are ordered by annotator_id, for
 * binary search; the last step sorts them by name.
 */
#include "core/store/votes/annotators.h"

#include "core/base/memory.h"
#include "core/base/search.h"
#include "core/store/labelling/gold.h"
#include "core/store/content/questions.h"
#include "core/store/votes/reliability.h"
#include "core/store/rows.h"
#include "core/store/settings.h"
#include "core/store/votes/shared_ballots.h"
#include "core/store/upkeep/kept.h"
#include "core/store/votes/standing.h"
#include "core/store/store_private.h"

#include <stdlib.h>
#include <string.h>

static struct query find_name(struct store *store, struct bytes name)
{
    struct query find = query_start(store->db, STATEMENT_ANNOTATOR_FIND);
    query_bind_bytes(&find, 1, name);
    return find;
}

/* *annotator_id = 0: there is none. */
static bool find_annotator(struct store *store, struct bytes name, int64_t *annotator_id, struct err *err)
{
    struct query find = find_name(store, name);
    return query_one_integer(&find, 0, annotator_id, err);
}

/* Adds the annotator if the name is new. An invalid name is not added; find_entered reports it. */
static bool post_annotator(struct store *store, struct bytes name, struct err *err)
{
    struct err unused;
    if (!name_check("an annotator", name, &unused))
        return true;
    struct query add = query_start(store->db, STATEMENT_ANNOTATOR_ADD);
    query_bind_bytes(&add, 1, name);
    return query_post(&add, err);
}

/* An annotator whose name would be refused today is found nevertheless. */
static bool find_entered(struct store *store, struct bytes name, int64_t *annotator_id, struct err *err)
{
    return find_annotator(store, name, annotator_id, err) &&
           (*annotator_id != 0 ||
            (name_check("an annotator", name, err) && name_fail_is_model(store, "the annotator", name, err)));
}

bool annotator_enter(struct store *store, struct bytes name, int64_t *annotator_id, struct err *err)
{
    return post_annotator(store, name, err) && find_entered(store, name, annotator_id, err);
}

static void prefetch_names(struct store *store, const struct bytes *names, size_t n,
                           const int64_t *annotator_ids)
{
    for (size_t i = 0; i < n; i++) {
        if (annotator_ids[i] != 0)
            continue;
        struct query find = find_name(store, names[i]);
        query_prefetch(&find);
    }
}

/* Finds the existing annotators; 0 for the others. */
static bool find_names(struct store *store, const struct bytes *names, size_t n, int64_t *annotator_ids,
                       struct err *err)
{
    bool worked = true;
    memset(annotator_ids, 0, n * sizeof *annotator_ids);
    prefetch_names(store, names, n, annotator_ids);
    for (size_t i = 0; worked && i < n; i++)
        worked = find_annotator(store, names[i], &annotator_ids[i], err);
    return worked;
}

bool store_put_annotators(struct store *store, const struct bytes *names, size_t n, int64_t *annotator_ids,
                          size_t *n_put, struct err *err)
{
    bool worked = find_names(store, names, n, annotator_ids, err);
    *n_put = 0;
    for (size_t i = 0; worked && i < n; i++)
        worked = annotator_ids[i] != 0 || post_annotator(store, names[i], err);
    if (worked)
        prefetch_names(store, names, n, annotator_ids);
    while (worked && *n_put < n) {
        worked =
            annotator_ids[*n_put] != 0 || find_entered(store, names[*n_put], &annotator_ids[*n_put], err);
        *n_put += worked;
    }
    db_drop_prefetched(store->db);
    return worked;
}

static bool list_names(struct store *store, struct arena *arena, struct annotator_row **rows, size_t *n,
                       struct err *err)
{
    *rows = NULL;
    *n = 0;
    struct query query = query_start(store->db, STATEMENT_ANNOTATOR_LIST);
    while (query_next(&query)) {
        struct annotator_row row = read_annotator_row(&query, arena);
        row.is_set_aside = is_uncounted(store, row.annotator_id);
        if (!is_left_out(store, row.annotator_id))
            ARENA_PUSH(arena, *rows, *n) = row;
    }
    return query_end(&query, err);
}

static int compare_names(const void *left, const void *right)
{
    const struct annotator_row *a = left, *b = right;
    return bytes_compare(a->name, b->name);
}

/* --- Times ------------------------------------------------------------------------------------- */

struct times {
    int64_t *ms; /* from shown to answered */
    size_t n, capacity;
};

/* Returns the median of the times of all annotators. */
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

static double newest_vote_time(const struct times *times)
{
    int64_t newest[PACE_ANSWERS];
    const size_t n = times->n < PACE_ANSWERS ? times->n : PACE_ANSWERS;
    for (size_t i = 0; i < n; i++)
        newest[i] = times->ms[times->n - n + i];
    return vote_time_of(newest, n);
}

static void take_times(struct times *times, struct annotator_row *rows, size_t n)
{
    const int64_t all_median_ms = median_of_all(times, n);
    for (size_t i = 0; i < n; i++) {
        rows[i].quick_votes = count_below(&times[i], QUICK_VOTE_MS);
        rows[i].fast_votes = count_below(&times[i], FAST_SHARE * (double)all_median_ms);
        rows[i].vote_ms = newest_vote_time(&times[i]);
        rows[i].median_ms = median_of(times[i].ms, times[i].n);
        rows[i].haste = haste_of(rows[i].median_ms, (int64_t)times[i].n, all_median_ms);
        free(times[i].ms);
    }
}

/* --- Choices ----------------------------------------------------------------------------------- */

struct choice_list {
    struct choice *choices;
    size_t n, capacity;
};

/* The choices of one annotator on the question that is read, by enum control: votes, then answers to controls. */
struct choice_group {
    struct choice_list lists[N_CONTROLS];
    bool is_present; /* the annotator has answered something */
};

/* The comparisons of each annotator's answers to controls. */
struct control_reading {
    struct shared_reading repeats,
        gold; /* annotator 1 is the answer to the control, 0 the answer it is compared with */
};

struct choice_reading {
    struct store *store;
    struct annotator_row *rows;
    struct times *times;         /* of each row */
    struct choice_group *groups; /* of each row */
    size_t n;
    size_t *present; /* rows of those who answered something on the question, in any order */
    size_t n_present, present_capacity;
    int64_t question_id; /* of the last vote */
    struct shared_reading *sharing;
    struct control_reading *controls; /* of each row */
    struct gold gold;                 /* the source of right answers */
};

/* Finds the row of an annotator; the rows are still ordered by annotator_id. */
static bool find_row(const struct choice_reading *reading, int64_t annotator_id, size_t *place,
                     struct err *err)
{
    LOWER_BOUND(*place, reading->n, reading->rows[*place].annotator_id < annotator_id);
    return (*place < reading->n && reading->rows[*place].annotator_id == annotator_id) ||
           db_fail_damaged(reading->store->db, "the annotator of an answer is missing", err);
}

/* --- Answers by their times -------------------------------------------------------------------- */

static bool see_answer(void *context, const struct standing_answer *answer, struct err *err)
{
    struct choice_reading *reading = context;
    size_t place;
    if (is_left_out(reading->store, answer->annotator_id))
        return true;
    if (!find_row(reading, answer->annotator_id, &place, err))
        return false;
    struct annotator_row *row = &reading->rows[place];
    struct times *times = &reading->times[place];
    row->skips += !answer->is_vote;
    if (!answer->is_vote || answer->control.size > 0)
        return true;
    if (answer->elapsed_ms > 0)
        VECTOR_PUSH(times->ms, times->n, times->capacity) = answer->elapsed_ms;
    pace_add(&row->pace, answer->given_at, answer->elapsed_ms);
    return true;
}

/* --- Controls ---------------------------------------------------------------------------------- */

static struct annotator_choices choices_of(size_t annotator, const struct choice_list *list)
{
    return (struct annotator_choices){annotator, list->choices, list->n};
}

/*
 * Returns the right answer to a ballot by the judgments. VOTE_ABSENT: a document is not judged, or no document is best.
 */
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

/* Makes choices from the answers that the source would have given to the gold ballots. */
static bool judge_gold(struct choice_reading *reading, const struct choice_list *golds,
                       struct choice_list *right, struct err *err)
{
    struct arena arena = {0};
    struct graded_candidate *judged;
    size_t n;
    bool read =
        gold_list_judged(reading->store, &reading->gold, reading->question_id, &arena, &judged, &n, err);
    for (size_t i = 0; read && i < golds->n; i++) {
        struct choice choice = golds->choices[i];
        choice.position = right_position(&choice, judged, n);
        if (choice.position != VOTE_ABSENT)
            VECTOR_PUSH(right->choices, right->n, right->capacity) = choice;
    }
    arena_release(&arena);
    return read;
}

/* Returns the lists of an annotator; NULL: there is no such annotator. */
static struct choice_list *find_group(struct choice_reading *reading, int64_t annotator_id)
{
    size_t place;
    LOWER_BOUND(place, reading->n, reading->rows[place].annotator_id < annotator_id);
    return place < reading->n && reading->rows[place].annotator_id == annotator_id
               ? reading->groups[place].lists
               : NULL;
}

static bool finish_gold(struct choice_reading *reading, size_t annotator, struct err *err)
{
    const struct choice_list *golds = &reading->groups[annotator].lists[CONTROL_GOLD];
    struct choice_list right = {0};
    const struct choice_list *known = &right;
    bool worked = true;
    if (golds->n == 0 || reading->gold.kind == GOLD_ABSENT)
        return true;
    if (reading->gold.kind == GOLD_JUDGMENTS)
        worked = judge_gold(reading, golds, &right, err);
    else
        known = find_group(reading, reading->gold.id);
    if (known != NULL) {
        const struct annotator_choices both[] = {choices_of(0, known), choices_of(1, golds)};
        shared_ballots_add(&reading->controls[annotator].gold, reading->question_id, both, 2);
    }
    free(right.choices);
    return worked;
}

static void finish_repeats(struct choice_reading *reading, size_t annotator)
{
    const struct choice_group *group = &reading->groups[annotator];
    const struct annotator_choices both[] = {choices_of(0, &group->lists[CONTROL_ABSENT]),
                                             choices_of(1, &group->lists[CONTROL_REPEAT])};
    shared_ballots_add(&reading->controls[annotator].repeats, reading->question_id, both, 2);
}

/* Finds out whether any votes on the question show the candidate, and whether any choose it. */
static void find_in_votes(const struct choice_reading *reading, int64_t document_id, bool *is_shown,
                          bool *is_chosen)
{
    *is_shown = *is_chosen = false;
    for (size_t i = 0; i < reading->n_present; i++) {
        const struct choice_list *votes = &reading->groups[reading->present[i]].lists[CONTROL_ABSENT];
        for (size_t v = 0; v < votes->n; v++) {
            const struct choice *choice = &votes->choices[v];
            for (size_t slot = 0; slot < choice->n_slots; slot++) {
                const bool is_it = choice->document_ids[slot] == document_id;
                *is_shown = *is_shown || is_it;
                *is_chosen = *is_chosen || (is_it && choice_wins(choice, (int)slot + 1) > 0);
            }
        }
    }
}

static void finish_glances(struct choice_reading *reading, size_t annotator)
{
    const struct choice_list *glances = &reading->groups[annotator].lists[CONTROL_GLANCE];
    struct glances_told *told = &reading->rows[annotator].glances;
    for (size_t i = 0; i < glances->n; i++) {
        bool is_shown, is_chosen;
        if (glances->choices[i].position != VOTE_NONE) {
            told->kept++;
            continue;
        }
        find_in_votes(reading, glances->choices[i].document_ids[0], &is_shown, &is_chosen);
        told->dropped++;
        told->dropped_shown += is_shown;
        told->dropped_chosen += is_chosen;
    }
}

/* --- Votes by their questions ------------------------------------------------------------------ */

static bool finish_annotator(struct choice_reading *reading, size_t annotator, struct err *err)
{
    const struct choice_list *votes = &reading->groups[annotator].lists[CONTROL_ABSENT];
    repeats_add(&reading->rows[annotator].repeats, votes->choices, votes->n);
    finish_repeats(reading, annotator);
    finish_glances(reading, annotator);
    return finish_gold(reading, annotator, err);
}

static void forget_question(struct choice_reading *reading)
{
    for (size_t i = 0; i < reading->n_present; i++) {
        struct choice_group *group = &reading->groups[reading->present[i]];
        for (size_t control = 0; control < N_CONTROLS; control++)
            group->lists[control].n = 0;
        group->is_present = false;
    }
    reading->n_present = 0;
}

static bool finish_question(struct choice_reading *reading, struct err *err)
{
    const size_t n = reading->n_present;
    struct annotator_choices *choices = memory_get_zeroed(n, sizeof *choices);
    bool worked = true;
    for (size_t i = 0; worked && i < n; i++) {
        const size_t annotator = reading->present[i];
        worked = finish_annotator(reading, annotator, err);
        choices[i] = choices_of(annotator, &reading->groups[annotator].lists[CONTROL_ABSENT]);
    }
    if (worked)
        shared_ballots_add(reading->sharing, reading->question_id, choices, n);
    forget_question(reading);
    free(choices);
    return worked;
}

/* Returns the list of the annotator's choices of this kind on the question. */
static struct choice_list *list_of(struct choice_reading *reading, size_t annotator, enum control control)
{
    struct choice_group *group = &reading->groups[annotator];
    if (!group->is_present)
        VECTOR_PUSH(reading->present, reading->n_present, reading->present_capacity) = annotator;
    group->is_present = true;
    return &group->lists[control];
}

/* Counts the slots as they were shown. A tie says nothing about a preference for a slot. */
static void take_position(struct annotator_row *row, const struct choice *choice)
{
    if (choice_tied(choice) == 0)
        slot_wins_add(&row->slots, choice->n_slots, choice->position);
    row->none_votes += choice->position == VOTE_NONE;
}

static bool see_vote(void *context, const struct standing_vote *vote, struct err *err)
{
    struct choice_reading *reading = context;
    size_t place;
    if (is_uncounted(reading->store, vote->annotator_id))
        return true;
    if (!find_row(reading, vote->annotator_id, &place, err) ||
        (vote->question_id != reading->question_id && !finish_question(reading, err)))
        return false;
    struct choice_list *list = list_of(reading, place, vote->control);
    if (vote->control == CONTROL_ABSENT)
        take_position(&reading->rows[place], &vote->choice);
    VECTOR_PUSH(list->choices, list->n, list->capacity) = vote->counted;
    reading->question_id = vote->question_id;
    return true;
}

/* --- All of it --------------------------------------------------------------------------------- */

static void estimate_controls(const struct shared_reading *controls, struct choice_agreement *out)
{
    const struct choice_index index = choice_index_of(&controls->shared, controls->arena);
    choice_agreement_estimate(&index, &choice_scope_all, NULL, out);
}

static void take_figures(struct choice_reading *reading)
{
    for (size_t i = 0; i < reading->n; i++) {
        estimate_controls(&reading->controls[i].repeats, &reading->rows[i].with_self);
        estimate_controls(&reading->controls[i].gold, &reading->rows[i].with_gold);
    }
}

static bool find_gold(struct choice_reading *reading, struct arena *arena, struct err *err)
{
    struct bytes name;
    return setting_get(reading->store, SETTING_GOLD, arena, &name, err) &&
           gold_find(reading->store, name, &reading->gold, err);
}

static bool read_choices(struct choice_reading *reading, standing_reading *visit, struct err *err)
{
    const struct standing_visitor visitor = {.context = reading,
                                             .see_answer = see_answer,
                                             .see_vote = see_vote};
    struct arena arena = {0};
    const size_t n = reading->n;
    reading->times = memory_get_zeroed(n, sizeof *reading->times);
    reading->groups = memory_get_zeroed(n, sizeof *reading->groups);
    reading->controls = memory_get_zeroed(n, sizeof *reading->controls);
    for (size_t i = 0; i < n; i++)
        reading->controls[i].repeats.arena = reading->controls[i].gold.arena = &arena;
    bool read = find_gold(reading, &arena, err) && visit(reading->store, &visitor, err) &&
                finish_question(reading, err);
    take_times(reading->times, reading->rows, n);
    take_figures(reading);
    for (size_t i = 0; i < n * N_CONTROLS; i++)
        free(reading->groups[i / N_CONTROLS].lists[i % N_CONTROLS].choices);
    free(reading->times);
    free(reading->groups);
    free(reading->present);
    free(reading->controls);
    arena_release(&arena);
    return read;
}

/* Sorts the rows by name, and renumbers the annotators of shared ballots. */
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

static bool take_reliability(struct store *store, struct annotator_row *rows, size_t n, struct err *err)
{
    const struct annotator_reliability *reliability;
    if (!reliability_read(store, &reliability, err))
        return false;
    for (size_t i = 0; i < n; i++) {
        const struct luce_rater *rater = annotator_reliability_of(reliability, rows[i].annotator_id);
        rows[i].has_reliability = rater != NULL;
        if (rater != NULL)
            rows[i].reliability = *rater;
    }
    return true;
}

bool annotators_read(struct store *store, standing_reading *visit, struct arena *arena,
                     struct annotator_row **rows, size_t *n, struct shared_reading *sharing, struct err *err)
{
    *sharing = (struct shared_reading){.arena = arena};
    if (!list_names(store, arena, rows, n, err))
        return false;
    struct choice_reading reading = {.store = store, .rows = *rows, .n = *n, .sharing = sharing};
    if (!read_choices(&reading, visit, err))
        return false;
    if (!take_reliability(store, *rows, *n, err))
        return false;
    sort_by_name(*rows, *n, &sharing->shared);
    sharing->index = choice_index_of(&sharing->shared, arena);
    for (size_t i = 0; i < *n; i++) {
        const struct choice_scope scope = {i, CHOICE_ANYBODY, CHOICE_ANYWHERE};
        choice_agreement_estimate(&sharing->index, &scope, NULL, &(*rows)[i].with_others);
    }
    return true;
}

struct query votes_of_ask(struct store *store, int64_t annotator_id)
{
    struct query query = query_start(store->db, STATEMENT_ANNOTATOR_VOTE_COUNT);
    query_bind_integer(&query, 1, annotator_id);
    query_ask(&query);
    return query;
}

bool store_count_votes_of(struct store *store, int64_t annotator_id, int64_t *votes, struct err *err)
{
    struct query query = votes_of_ask(store, annotator_id);
    return query_one_integer(&query, 0, votes, err);
}

bool store_list_recent_votes(struct store *store, int64_t since, struct arena *arena,
                             struct recent_votes_row **rows, size_t *n, struct err *err)
{
    struct query query = query_start(store->db, STATEMENT_RECENT_VOTES_LIST);
    query_bind_integer(&query, 1, since);
    *rows = NULL;
    *n = 0;
    while (query_next(&query)) {
        const struct recent_votes row = read_recent_votes(&query);
        if (!is_left_out(store, row.annotator_id))
            ARENA_PUSH(arena, *rows, *n) =
                (struct recent_votes_row){.annotator_id = row.annotator_id, .votes = row.votes};
    }
    return query_end(&query, err);
}

bool store_list_annotators(struct store *store, struct arena *arena, struct annotator_row **rows, size_t *n,
                           struct err *err)
{
    struct shared_reading sharing;
    if (!store_begin_reading(store, err))
        return false;
    bool worked = annotators_read(store, standing_visit, arena, rows, n, &sharing, err);
    store_end_reading(store);
    return worked;
}

/* --- Shared ballots ---------------------------------------------------------------------------- */

/* Reads the qids of questions in ascending order of their numbers. */
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
    if (!store_begin_reading(store, err))
        return false;
    bool worked = annotators_read(store, kept_visit, arena, &agreement->rows, &agreement->n, &sharing, err) &&
                  read_qids(store, &sharing, arena, &agreement->qids, err);
    agreement->shared = sharing.index;
    agreement->n_ties = sharing.n_ties;
    store_end_reading(store);
    return worked;
}
