/*
 * A question's counts are the few cells of its contingency table that are not empty, and the pairs, which follow from
 * the cells. Most of many questions have the same counts as another one, so these are stored once: questions with the
 * same cells are of one kind. A resample draws how often each kind counts and adds the counts up; it does not read the
 * judgments again.
 */
#include "core/metric/statistics/paired_judgments.h"

#include "core/base/bug.h"
#include "core/base/memory.h"
#include "core/base/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- Pairing --------------------------------------------------------------------------------- */

/* The grades seen so far, ascending. Each has a number, by the order in which they were first seen. */
struct seen_grades {
    double grades[PAIRED_GRADES_MAX + 1];
    uint8_t numbers[PAIRED_GRADES_MAX + 1];
    size_t n;
};

static uint8_t insert_grade(struct seen_grades *seen, size_t place, double grade)
{
    const uint8_t number = (uint8_t)seen->n;
    const size_t n_behind = seen->n++ - place;
    memmove(seen->grades + place + 1, seen->grades + place, n_behind * sizeof *seen->grades);
    memmove(seen->numbers + place + 1, seen->numbers + place, n_behind * sizeof *seen->numbers);
    seen->grades[place] = grade;
    seen->numbers[place] = number;
    return number;
}

/* A grade beyond the maximum gets no number of its own. */
static uint8_t number_of_grade(struct seen_grades *seen, double grade)
{
    size_t place;
    LOWER_BOUND(place, seen->n, seen->grades[place] < grade);
    if (place < seen->n && seen->grades[place] <= grade)
        return seen->numbers[place];
    return seen->n <= PAIRED_GRADES_MAX ? insert_grade(seen, place, grade) : 0;
}

/* Replaces the numbers of the grades in the judgments by their indices, which are known only after all were seen. */
static void keep_grades(struct paired_judgments *out, const struct seen_grades *seen)
{
    uint8_t places[PAIRED_GRADES_MAX + 1];
    out->grades = memory_get(seen->n * sizeof *out->grades);
    out->n_grades = seen->n;
    for (size_t i = 0; i < seen->n; i++) {
        out->grades[i] = seen->grades[i];
        places[seen->numbers[i]] = (uint8_t)i;
    }
    for (size_t i = 0; i < out->n_judgments; i++) {
        struct paired_judgment *judgment = &out->judgments[i];
        *judgment = (struct paired_judgment){places[judgment->first], places[judgment->second]};
    }
}

static void add_judgment(struct paired_judgments *out, double first, double second, struct seen_grades *seen)
{
    VECTOR_PUSH(out->judgments, out->n_judgments, out->judgments_capacity) =
        (struct paired_judgment){number_of_grade(seen, first), number_of_grade(seen, second)};
}

/* Adds a question with the judgments from `begin` on; a question without judgments is left out. */
static void add_question(struct paired_judgments *out, struct bytes qid, size_t begin)
{
    if (out->n_judgments > begin)
        VECTOR_PUSH(out->questions, out->n_questions, out->questions_capacity) =
            (struct paired_question){.qid = qid, .begin = begin, .end = out->n_judgments};
}

static int compare_qids(const void *left, const void *right)
{
    const struct paired_question *a = left, *b = right;
    return bytes_compare(a->qid, b->qid);
}

/* Sorts the questions, so that resampling draws the same ones whatever the order of reading. */
static void finish(struct paired_judgments *out, const struct seen_grades *seen)
{
    keep_grades(out, seen);
    if (out->n_questions > 0)
        qsort(out->questions, out->n_questions, sizeof *out->questions, compare_qids);
}

static void pair_question(struct paired_judgments *out, const struct qrels_question *first,
                          const struct qrels_question *second, struct seen_grades *seen)
{
    const size_t begin = out->n_judgments;
    for (size_t i = 0; i < first->n_judgments; i++) {
        const struct judgment *judgment = &first->judgments[i];
        const struct judgment *other = qrels_question_find(second, judgment->docid);
        if (other != NULL)
            add_judgment(out, judgment->grade, other->grade, seen);
    }
    add_question(out, first->qid, begin);
}

void paired_judgments_make(struct paired_judgments *out, const struct qrels *first,
                           const struct qrels *second)
{
    struct seen_grades seen = {.n = 0};
    *out = (struct paired_judgments){0};
    for (size_t q = 0; q < first->n_questions; q++) {
        const struct qrels_question *other = qrels_find(second, first->questions[q].qid);
        if (other != NULL)
            pair_question(out, &first->questions[q], other, &seen);
    }
    finish(out, &seen);
}

void paired_judgments_release(struct paired_judgments *pairs)
{
    free(pairs->questions);
    free(pairs->judgments);
    free(pairs->grades);
    *pairs = (struct paired_judgments){0};
}

/* --- Pairing raters -------------------------------------------------------------------------- */

/* Returns where a question of a rater begins. */
static size_t begin_of(const struct rater_grades *rater, size_t question)
{
    return question > 0 ? rater->questions[question - 1].end : 0;
}

/* Pairs the grades of a question that both raters have, at these indices. */
static void pair_rated_question(struct paired_judgments *out, const struct rater_grades *first, size_t a,
                                const struct rater_grades *second, size_t b, struct seen_grades *seen)
{
    size_t i = begin_of(first, a), k = begin_of(second, b);
    while (i < first->questions[a].end && k < second->questions[b].end) {
        const uint32_t one = first->documents[i], other = second->documents[k];
        if (one == other)
            add_judgment(out, first->grades[i], second->grades[k], seen);
        i += one <= other;
        k += other <= one;
    }
}

void paired_judgments_of_raters(struct paired_judgments *out, const struct rated_ids *ids,
                                const struct rater_grades *first, const struct rater_grades *second)
{
    struct seen_grades seen = {.n = 0};
    size_t a = 0, b = 0;
    *out = (struct paired_judgments){0};
    while (a < first->n_questions && b < second->n_questions) {
        const uint32_t one = first->questions[a].number, other = second->questions[b].number;
        const size_t begin = out->n_judgments;
        if (one == other) {
            pair_rated_question(out, first, a, second, b, &seen);
            add_question(out, map_key(&ids->qids, one), begin);
        }
        a += one <= other;
        b += other <= one;
    }
    finish(out, &seen);
}

/* --- Counts ---------------------------------------------------------------------------------- */

struct filled_cell {
    uint32_t place;
    uint32_t n;
};

/* The counts of each question of a kind. */
struct kind_counts {
    size_t begin, end; /* of its cells */
    struct pair_agreement pairs;
};

struct agreement_counts {
    const struct paired_judgments *judgments;
    struct map known; /* the cells of each kind, copied to the arena */
    struct arena arena;
    uint32_t *kinds;            /* of each question */
    struct kind_counts *counts; /* of each kind */
    size_t n_kinds, kinds_capacity;
    struct filled_cell *cells;
    size_t n_cells, cells_capacity;
    struct relevant_grades relevant;
    double *table; /* working space for the cells of a sum … */
    struct ratings ratings;
    struct pair_agreement pairs; /* … and the other sums */
};

/* Moves the cells of the table to the end of the list of cells. */
static void list_cells(struct agreement_counts *counts)
{
    const size_t k = counts->judgments->n_grades;
    for (size_t i = 0; i < k * k; i++) {
        if (counts->table[i] > 0)
            VECTOR_PUSH(counts->cells, counts->n_cells, counts->cells_capacity) =
                (struct filled_cell){(uint32_t)i, (uint32_t)counts->table[i]};
        counts->table[i] = 0;
    }
}

/* Returns the kind of the question whose counts are in the table, which is empty afterwards. */
static uint32_t take_kind(struct agreement_counts *counts)
{
    const struct contingency table = {counts->judgments->grades, counts->judgments->n_grades, counts->table};
    struct kind_counts kind = {.begin = counts->n_cells};
    pair_agreement_add(&kind.pairs, &table);
    list_cells(counts);
    kind.end = counts->n_cells;
    const struct bytes cells = {(const char *)(counts->cells + kind.begin),
                                (kind.end - kind.begin) * sizeof *counts->cells};
    const int64_t known = map_find(&counts->known, cells);
    if (known != MAP_ABSENT) {
        counts->n_cells = kind.begin;
        return (uint32_t)known;
    }
    VECTOR_PUSH(counts->counts, counts->n_kinds, counts->kinds_capacity) = kind;
    return (uint32_t)map_put(&counts->known, arena_copy(&counts->arena, cells), NULL);
}

static void counts_open(struct agreement_counts *counts, const struct paired_judgments *judgments,
                        struct relevant_grades relevant)
{
    const size_t k = judgments->n_grades;
    *counts = (struct agreement_counts){.judgments = judgments, .relevant = relevant};
    counts->kinds = memory_get_zeroed(judgments->n_questions, sizeof *counts->kinds);
    counts->table = memory_get_zeroed(k * k, sizeof *counts->table);
    counts->ratings = (struct ratings){
        .grades = judgments->grades,
        .n_grades = k,
        .coincidences = memory_get_zeroed(k * k, sizeof(double)),
        .shares = memory_get_zeroed(k, sizeof(double)),
    };
    for (size_t q = 0; q < judgments->n_questions; q++) {
        const struct paired_question *question = &judgments->questions[q];
        for (size_t i = question->begin; i < question->end; i++)
            counts->table[judgments->judgments[i].first * k + judgments->judgments[i].second]++;
        counts->kinds[q] = take_kind(counts);
    }
}

static void counts_close(struct agreement_counts *counts)
{
    map_release(&counts->known);
    arena_release(&counts->arena);
    free(counts->kinds);
    free(counts->counts);
    free(counts->cells);
    free(counts->table);
    free(counts->ratings.coincidences);
    free(counts->ratings.shares);
}

/* Sums the counts of the kinds, each as often as it was drawn. */
static void counts_sum(struct agreement_counts *counts, const uint32_t *drawn)
{
    const size_t k = counts->judgments->n_grades;
    memset(counts->table, 0, k * k * sizeof *counts->table);
    counts->pairs = (struct pair_agreement){0};
    for (size_t kind = 0; kind < counts->n_kinds; kind++) {
        const struct kind_counts *one = &counts->counts[kind];
        for (size_t i = one->begin; drawn[kind] > 0 && i < one->end; i++)
            counts->table[counts->cells[i].place] += (double)drawn[kind] * counts->cells[i].n;
        counts->pairs.agree += drawn[kind] * one->pairs.agree;
        counts->pairs.tie += drawn[kind] * one->pairs.tie;
        counts->pairs.against += drawn[kind] * one->pairs.against;
    }
    memset(counts->ratings.coincidences, 0, k * k * sizeof(double));
    memset(counts->ratings.shares, 0, k * sizeof(double));
    counts->ratings.n_items = counts->ratings.n_paired = counts->ratings.agreeing = 0;
    ratings_add_contingency(&counts->ratings,
                            &(struct contingency){counts->judgments->grades, k, counts->table});
}

/* --- Coefficients ---------------------------------------------------------------------------- */

const struct coefficient_row coefficient_rows[N_COEFFICIENTS] = {
    [COEFFICIENT_RAW] = {"agreement", "share of documents with the same grade from both"},
    [COEFFICIENT_KAPPA] = {"kappa", "Cohen's kappa: agreement beyond chance"},
    [COEFFICIENT_KAPPA_QUADRATIC] = {"kappa_quadratic",
                                     "Cohen's weighted kappa: larger differences of grades weigh more"},
    [COEFFICIENT_KAPPA_RELEVANT] = {"kappa_relevant", "Cohen's kappa of relevant or not relevant"},
    [COEFFICIENT_ALPHA] = {"alpha", "Krippendorff's alpha, nominal"},
    [COEFFICIENT_ALPHA_ORDINAL] = {"alpha_ordinal",
                                   "Krippendorff's alpha, ordinal: larger differences weigh more"},
    [COEFFICIENT_AC1] = {"AC1", "Gwet's AC1: agreement beyond chance, robust if a grade is rare"},
    [COEFFICIENT_AUC] = {"AUC", "probability that B ranks a document relevant to A above one that is not"},
    [COEFFICIENT_PAIRS_AGREE] = {"pairs_agree",
                                 "pairs with two grades from A: share that B orders the same way"},
    [COEFFICIENT_PAIRS_TIE] = {"pairs_tie", "share to which B gives one grade"},
    [COEFFICIENT_PAIRS_AGAINST] = {"pairs_against", "share that B orders the other way round"},
    [COEFFICIENT_OVER_RATING] = {"over_rating", "share of documents with a higher grade from B"},
    [COEFFICIENT_UNDER_RATING] = {"under_rating", "share of documents with a lower grade from B"},
};

static void set_coefficients(const struct agreement_counts *counts, double *values)
{
    const struct contingency table = {counts->judgments->grades, counts->judgments->n_grades, counts->table};
    const struct pair_agreement *pairs = &counts->pairs;
    const double n_pairs = pairs->agree + pairs->tie + pairs->against;
    values[COEFFICIENT_RAW] = agreement_raw(&table);
    values[COEFFICIENT_KAPPA] = agreement_kappa(&table);
    values[COEFFICIENT_KAPPA_QUADRATIC] = agreement_kappa_quadratic(&table);
    values[COEFFICIENT_KAPPA_RELEVANT] = agreement_kappa_binary(&table, counts->relevant);
    values[COEFFICIENT_ALPHA] = ratings_alpha(&counts->ratings, SCALE_NOMINAL);
    values[COEFFICIENT_ALPHA_ORDINAL] = ratings_alpha(&counts->ratings, SCALE_ORDINAL);
    values[COEFFICIENT_AC1] = ratings_ac1(&counts->ratings);
    values[COEFFICIENT_AUC] = agreement_auc(&table, counts->relevant.first);
    values[COEFFICIENT_PAIRS_AGREE] = n_pairs > 0 ? pairs->agree / n_pairs : NAN;
    values[COEFFICIENT_PAIRS_TIE] = n_pairs > 0 ? pairs->tie / n_pairs : NAN;
    values[COEFFICIENT_PAIRS_AGAINST] = n_pairs > 0 ? pairs->against / n_pairs : NAN;
    values[COEFFICIENT_OVER_RATING] = agreement_above(&table);
    values[COEFFICIENT_UNDER_RATING] = agreement_below(&table);
}

/* --- Estimates ------------------------------------------------------------------------------- */

static void resample_coefficients(void *context, const uint32_t *drawn, double *values)
{
    counts_sum(context, drawn);
    set_coefficients(context, values);
}

void paired_judgments_estimate(const struct paired_judgments *pairs, struct relevant_grades relevant,
                               const struct resampling *resampling,
                               struct resampled_estimate out[N_COEFFICIENTS])
{
    struct agreement_counts counts;
    BUG_UNLESS(pairs->n_grades <= PAIRED_GRADES_MAX);
    counts_open(&counts, pairs, relevant);
    const struct resampled_questions questions = {pairs->n_questions, counts.n_kinds, counts.kinds};
    resample(resample_coefficients, &counts, &questions, N_COEFFICIENTS, resampling, out);
    counts_close(&counts);
}

/* --- Orders of runs -------------------------------------------------------------------------- */

enum { ORDER_TAU, ORDER_RANK_CHANGE, N_ORDER_VALUES };

struct order_room {
    const struct paired_values *values;
    double *first, *second; /* the means of a resample */
};

/* Sums are means times the same number, so they have the same order. */
static void sum_runs(const struct paired_values *values, const double *of_rater, const uint32_t *drawn,
                     double *sums)
{
    for (size_t run = 0; run < values->n_runs; run++) {
        const double *row = of_rater + run * values->n_questions;
        sums[run] = 0;
        for (size_t q = 0; q < values->n_questions; q++)
            sums[run] += drawn[q] * row[q];
    }
}

static void resample_order(void *context, const uint32_t *drawn, double *out)
{
    struct order_room *room = context;
    sum_runs(room->values, room->values->first, drawn, room->first);
    sum_runs(room->values, room->values->second, drawn, room->second);
    out[ORDER_TAU] = kendall_tau(room->first, room->second, room->values->n_runs);
    out[ORDER_RANK_CHANGE] = largest_rank_change(room->first, room->second, room->values->n_runs);
}

void paired_values_estimate(const struct paired_values *values, const struct resampling *resampling,
                            struct resampled_estimate *tau, struct resampled_estimate *rank_change)
{
    struct resampled_estimate both[N_ORDER_VALUES];
    struct order_room room = {
        .values = values,
        .first = memory_get_zeroed(values->n_runs, sizeof(double)),
        .second = memory_get_zeroed(values->n_runs, sizeof(double)),
    };
    const struct resampled_questions questions = {.n = values->n_questions, .n_kinds = values->n_questions};
    resample(resample_order, &room, &questions, N_ORDER_VALUES, resampling, both);
    *tau = both[ORDER_TAU];
    *rank_change = both[ORDER_RANK_CHANGE];
    free(room.first);
    free(room.second);
}
