/*
 * Each question has its own counts, those of core/metric/statistics/agreement.h. A resample adds them up, each
 * question as often as it was drawn, and does not read the ballots again.
 */
#include "core/metric/statistics/choice_agreement.h"

#include "core/base/memory.h"
#include "core/base/search.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { ANSWERS_MAX = CHOICE_DOCUMENTS_MAX + 1, N_NUMBERS = ANSWERS_MAX * ANSWERS_MAX + ANSWERS_MAX + 4 };

const struct choice_scope choice_scope_all = {CHOICE_ANYBODY, CHOICE_ANYBODY, CHOICE_ANYWHERE};

/* None, and the documents in some order. */
static const double answers[ANSWERS_MAX] = {0, 1, 2, 3};

/* The counts of one question or of a resample, as numbers that can be added. */
struct choice_counts {
    double numbers[N_NUMBERS];
};

enum { NUMBER_SHARES = ANSWERS_MAX * ANSWERS_MAX, NUMBER_ITEMS = NUMBER_SHARES + ANSWERS_MAX };

struct choice_estimation {
    struct choice_counts *questions; /* the questions with at least one answer in scope */
    size_t n_questions, capacity;
    size_t last;      /* the number of the last one of these among all questions */
    size_t n_answers; /* like that of the index */
};

static struct ratings ratings_of(struct choice_counts *counts, size_t n_answers)
{
    return (struct ratings){
        .grades = answers,
        .n_grades = n_answers,
        .coincidences = counts->numbers,
        .shares = counts->numbers + NUMBER_SHARES,
        .n_items = counts->numbers[NUMBER_ITEMS],
        .n_paired = counts->numbers[NUMBER_ITEMS + 1],
        .agreeing = counts->numbers[NUMBER_ITEMS + 2],
        .own_pairs = counts->numbers[NUMBER_ITEMS + 3],
    };
}

static void add_times(struct choice_counts *sum, const struct choice_counts *counts, double times)
{
    for (size_t i = 0; i < N_NUMBERS; i++)
        sum->numbers[i] += times * counts->numbers[i];
}

/* --- A ballot ------------------------------------------------------------------------------------ */

/* Adds the answers with the documents in one order. */
static void add_in_order(struct choice_counts *sum, const size_t *chosen, const size_t *order, size_t n,
                         size_t n_answers, double weight)
{
    struct choice_counts one = {{0}};
    struct ratings ratings = ratings_of(&one, n_answers);
    size_t counts[ANSWERS_MAX] = {chosen[0]};
    for (size_t i = 0; i < n; i++)
        counts[order[i]] = chosen[i + 1];
    ratings_add_item(&ratings, counts);
    one.numbers[NUMBER_ITEMS] = ratings.n_items;
    one.numbers[NUMBER_ITEMS + 1] = ratings.n_paired;
    one.numbers[NUMBER_ITEMS + 2] = ratings.agreeing;
    add_times(sum, &one, weight);
}

/*
 * Returns the correction of the expected disagreement for pairs of answers to the same ballot. They differ in all
 * orders or in none, which the mean of the counts over all orders does not show.
 */
static double own_pairs(const size_t *chosen, size_t n)
{
    double documents = 0, squares = 0;
    for (size_t i = 1; i <= n; i++) {
        documents += (double)chosen[i];
        squares += (double)(chosen[i] * chosen[i]);
    }
    return (documents * documents / (double)n - squares) / 2;
}

/*
 * Adds the answers as the mean over all orders of the documents. `chosen` says how many chose none, the first
 * document, …
 */
static void add_ballot(struct choice_counts *sum, const size_t *chosen, size_t n, size_t n_answers)
{
    static const size_t orders[][CHOICE_DOCUMENTS_MAX] = {{1, 2, 3}, {2, 1, 3}, {1, 3, 2},
                                                          {2, 3, 1}, {3, 1, 2}, {3, 2, 1}};
    static const size_t n_orders[] = {1, 1, 2,
                                      6}; /* by the number of documents: how many of these orders are used */
    for (size_t i = 0; i < n_orders[n]; i++)
        add_in_order(sum, chosen, orders[i], n, n_answers, 1.0 / (double)n_orders[n]);
    sum->numbers[NUMBER_ITEMS + 3] += own_pairs(chosen, n);
}

/* Returns whether the annotator is in scope. */
static bool is_in_scope(const struct choice_scope *scope, size_t annotator)
{
    return scope->other == CHOICE_ANYBODY || annotator == scope->annotator || annotator == scope->other;
}

/*
 * For one annotator and all others, each of their pairs counts as a ballot of its own; pairs among the others do
 * not count. All others with the same answer make the same pair.
 */
static bool add_pairs(struct choice_counts *sum, const struct shared_ballot *ballot, size_t annotator,
                      size_t n_answers)
{
    const struct shared_choice *own = NULL;
    size_t others[ANSWERS_MAX] = {0};
    for (size_t i = 0; i < ballot->n_choices; i++) {
        if (ballot->choices[i].annotator == annotator)
            own = &ballot->choices[i];
        others[ballot->choices[i].chosen]++;
    }
    if (own == NULL)
        return false;
    others[own->chosen]--;
    for (size_t answer = 0; answer < ANSWERS_MAX; answer++) {
        struct choice_counts pair = {{0}};
        size_t chosen[ANSWERS_MAX] = {0};
        if (others[answer] == 0)
            continue;
        chosen[own->chosen]++;
        chosen[answer]++;
        add_ballot(&pair, chosen, ballot->n_documents, n_answers);
        add_times(sum, &pair, (double)others[answer]);
    }
    return true;
}

/* Returns false if the ballot has no answers in scope. */
static bool count_ballot(struct choice_counts *sum, const struct shared_ballot *ballot,
                         const struct choice_scope *scope, size_t n_answers)
{
    size_t chosen[ANSWERS_MAX] = {0}, n = 0;
    if (scope->annotator != CHOICE_ANYBODY && scope->other == CHOICE_ANYBODY)
        return add_pairs(sum, ballot, scope->annotator, n_answers);
    for (size_t i = 0; i < ballot->n_choices; i++) {
        if (is_in_scope(scope, ballot->choices[i].annotator)) {
            chosen[ballot->choices[i].chosen]++;
            n++;
        }
    }
    if (n >= 2)
        add_ballot(sum, chosen, ballot->n_documents, n_answers);
    return n >= 2;
}

/* --- Who answered what --------------------------------------------------------------------------- */

static void measure_ballots(struct choice_index *index)
{
    index->n_answers = 2;
    for (size_t i = 0; i < index->shared.n_ballots; i++) {
        const struct shared_ballot *ballot = &index->shared.ballots[i];
        if (ballot->n_documents >= index->n_answers)
            index->n_answers = ballot->n_documents + 1;
        for (size_t c = 0; c < ballot->n_choices; c++) {
            if (ballot->choices[c].annotator >= index->n_annotators)
                index->n_annotators = ballot->choices[c].annotator + 1;
        }
    }
}

/* Computes where the ballots of each annotator begin. */
static void count_ballots(struct choice_index *index)
{
    for (size_t i = 0; i < index->shared.n_ballots; i++) {
        const struct shared_ballot *ballot = &index->shared.ballots[i];
        for (size_t c = 0; c < ballot->n_choices; c++)
            index->begin[ballot->choices[c].annotator + 1]++;
    }
    for (size_t a = 0; a < index->n_annotators; a++)
        index->begin[a + 1] += index->begin[a];
}

struct choice_index choice_index_of(const struct shared_ballots *shared, struct arena *arena)
{
    struct choice_index index = {.shared = *shared};
    measure_ballots(&index);
    index.begin = arena_get_array(arena, index.n_annotators + 1, sizeof *index.begin);
    count_ballots(&index);
    index.ballots = arena_get_array(arena, index.begin[index.n_annotators], sizeof *index.ballots);
    size_t *n = memory_get_zeroed(index.n_annotators, sizeof *n);
    for (size_t i = 0; i < shared->n_ballots; i++) {
        const struct shared_ballot *ballot = &shared->ballots[i];
        for (size_t c = 0; c < ballot->n_choices; c++) {
            const size_t annotator = ballot->choices[c].annotator;
            index.ballots[index.begin[annotator] + n[annotator]++] = ballot;
        }
    }
    free(n);
    return index;
}

static int compare_numbers(const void *left, const void *right)
{
    const size_t a = *(const size_t *)left, b = *(const size_t *)right;
    return (a > b) - (a < b);
}

size_t choice_index_list_met(const struct choice_index *index, size_t annotator, struct arena *arena,
                             struct met_annotator **met)
{
    size_t *others = NULL, n = 0, capacity = 0, n_met = 0;
    *met = NULL;
    for (size_t i = index->begin[annotator]; i < index->begin[annotator + 1]; i++) {
        const struct shared_ballot *ballot = index->ballots[i];
        for (size_t c = 0; c < ballot->n_choices; c++) {
            if (ballot->choices[c].annotator > annotator)
                VECTOR_PUSH(others, n, capacity) = ballot->choices[c].annotator;
        }
    }
    if (n > 0)
        qsort(others, n, sizeof *others, compare_numbers);
    for (size_t i = 0; i < n; i++) {
        if (n_met == 0 || (*met)[n_met - 1].annotator != others[i])
            ARENA_PUSH(arena, *met, n_met) = (struct met_annotator){.annotator = others[i]};
        (*met)[n_met - 1].n_ballots++;
    }
    free(others);
    return n_met;
}

/* --- Estimates ----------------------------------------------------------------------------------- */

enum { VALUE_RAW, VALUE_ALPHA, VALUE_AC1, N_VALUES };

static void compute_values(void *context, const uint32_t *drawn, double *values)
{
    const struct choice_estimation *estimation = context;
    struct choice_counts sum = {{0}};
    for (size_t q = 0; q < estimation->n_questions; q++) {
        if (drawn[q] > 0)
            add_times(&sum, &estimation->questions[q], drawn[q]);
    }
    const struct ratings ratings = ratings_of(&sum, estimation->n_answers);
    values[VALUE_RAW] = ratings_raw(&ratings);
    values[VALUE_ALPHA] = ratings_alpha(&ratings, SCALE_NOMINAL);
    values[VALUE_AC1] = ratings_ac1(&ratings);
}

/*
 * Ballots are in the order of their questions. If no ballot of a question counts, the question is dropped, so that
 * it is never drawn.
 */
static bool look_at_ballot(struct choice_estimation *estimation, const struct shared_ballot *ballot,
                           const struct choice_scope *scope)
{
    const bool is_next = estimation->n_questions == 0 || estimation->last != ballot->question;
    if (is_next)
        VECTOR_PUSH(estimation->questions, estimation->n_questions, estimation->capacity) =
            (struct choice_counts){{0}};
    struct choice_counts *counts = &estimation->questions[estimation->n_questions - 1];
    const bool is_counted = count_ballot(counts, ballot, scope, estimation->n_answers);
    if (is_counted)
        estimation->last = ballot->question;
    else
        estimation->n_questions -= is_next;
    return is_counted;
}

/* Reads the ballots of the scope's annotator. */
static size_t look_at_own(struct choice_estimation *estimation, const struct choice_index *index,
                          const struct choice_scope *scope)
{
    size_t n = 0;
    if (scope->annotator >= index->n_annotators)
        return 0;
    for (size_t i = index->begin[scope->annotator]; i < index->begin[scope->annotator + 1]; i++) {
        if (scope->question == CHOICE_ANYWHERE || index->ballots[i]->question == scope->question)
            n += look_at_ballot(estimation, index->ballots[i], scope);
    }
    return n;
}

/* Reads the ballots of one question or of all. */
static size_t look_at_all(struct choice_estimation *estimation, const struct shared_ballots *shared,
                          const struct choice_scope *scope)
{
    const bool is_anywhere = scope->question == CHOICE_ANYWHERE;
    size_t i, n = 0;
    LOWER_BOUND(i, shared->n_ballots, !is_anywhere && shared->ballots[i].question < scope->question);
    for (; i < shared->n_ballots && (is_anywhere || shared->ballots[i].question == scope->question); i++)
        n += look_at_ballot(estimation, &shared->ballots[i], scope);
    return n;
}

void choice_agreement_estimate(const struct choice_index *index, const struct choice_scope *scope,
                               const struct resampling *resampling, struct choice_agreement *out)
{
    struct resampled_estimate values[N_VALUES];
    struct choice_estimation estimation = {.n_answers = index->n_answers};
    *out = (struct choice_agreement){0};
    out->n_ballots = scope->annotator == CHOICE_ANYBODY ? look_at_all(&estimation, &index->shared, scope)
                                                        : look_at_own(&estimation, index, scope);
    const struct resampled_questions questions = {.n = estimation.n_questions,
                                                  .n_kinds = estimation.n_questions};
    resample(compute_values, &estimation, &questions, N_VALUES, resampling, values);
    out->raw = values[VALUE_RAW];
    out->alpha = values[VALUE_ALPHA];
    out->ac1 = values[VALUE_AC1];
    free(estimation.questions);
}
