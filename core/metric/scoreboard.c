/*
 * Each run has a row: a value for every question and measure, and for every measure the sum of its values. When the
 * labels of a question change, its values are computed again, and the sums change by the differences. A mean is a
 * sum divided by the number of questions that count.
 *
 * Invariant: a question that does not count has the value 0 everywhere, so it adds nothing to the sums. Labels are
 * not stored, so a new run has the values of its predecessor until all labels are set again.
 *
 * Intervals and comparisons read all questions, and a screen asks for them at each key. So the last ones are kept
 * until labels change.
 */
#include "core/metric/scoreboard.h"

#include "core/base/arena.h"
#include "core/base/map.h"
#include "core/base/memory.h"
#include "core/metric/scoring.h"
#include "core/metric/slices.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * A sum in twice the precision of a double (Neumaier, ZAMM 1974). Terms can be subtracted and added for hours, and
 * an undo restores the old mean.
 */
struct sum {
    double high;
    double low;
};

/* What was computed from the values of all questions with this version of the labels. */
struct known_estimate {
    uint64_t version;
    struct estimate estimate;
};

struct known_comparison {
    uint64_t version;
    size_t run, other, measure;
    struct duel duel;
    struct estimate difference;
};

/* A run and its scores. */
struct scored_row {
    struct bytes name;
    struct ranked_run run;
    bool is_read;   /* the run was read */
    bool is_scored; /* on all labels */
    bool is_old;
    double *values; /* a row of n_measures for each question; zeros if it does not count */
    size_t n_values, capacity;
    struct sum *sums;                 /* n_measures: sums of the values over the questions */
    double *changes;                  /* n_measures: how much the last change of labels changed the means */
    struct known_estimate *estimates; /* n_measures */
};

struct scoreboard {
    struct measure *measures;
    size_t n_measures;
    struct scored_row *rows;
    size_t n_rows, rows_capacity;
    struct map questions; /* qid → number; a question that has lost its labels stays */
    bool *takes_part;     /* for each question */
    size_t capacity;
    size_t n_labelled;                   /* questions that count */
    uint64_t version;                    /* from 1; changes whenever labels or rows change */
    struct known_comparison *comparison; /* the last comparison */
    struct loading loading;
    struct arena ids; /* names and qids */
    struct scorer scorer;
    double *values; /* n_measures: working space */
};

void scoreboard_open(struct scoreboard **out, const struct measure *measures, size_t n_measures)
{
    struct scoreboard *scoreboard = memory_get_zeroed(1, sizeof *scoreboard);
    scoreboard->measures = memory_get_zeroed(n_measures, sizeof *measures);
    if (n_measures > 0)
        memcpy(scoreboard->measures, measures, n_measures * sizeof *measures);
    scoreboard->n_measures = n_measures;
    scoreboard->scorer = (struct scorer){.measures = scoreboard->measures, .n_measures = n_measures};
    scoreboard->values = memory_get_zeroed(n_measures, sizeof *scoreboard->values);
    scoreboard->version = 1;
    scoreboard->comparison = memory_get_zeroed(1, sizeof *scoreboard->comparison);
    *out = scoreboard;
}

static void row_release(struct scored_row *row)
{
    ranked_run_release(&row->run);
    free(row->values);
    free(row->sums);
    free(row->changes);
    free(row->estimates);
    *row = (struct scored_row){0};
}

void scoreboard_close(struct scoreboard *scoreboard)
{
    if (scoreboard == NULL)
        return;
    for (size_t i = 0; i < scoreboard->n_rows; i++)
        row_release(&scoreboard->rows[i]);
    free(scoreboard->rows);
    free(scoreboard->measures);
    map_release(&scoreboard->questions);
    free(scoreboard->takes_part);
    scorer_release(&scoreboard->scorer);
    free(scoreboard->values);
    free(scoreboard->comparison);
    arena_release(&scoreboard->ids);
    free(scoreboard);
}

/* --- Scores --------------------------------------------------------------- */

/* Makes room for the values of all questions; new values are 0. Unused memory is not touched, so it costs nothing. */
static void make_room_for_values(const struct scoreboard *scoreboard, struct scored_row *row)
{
    size_t needed = scoreboard->questions.size * scoreboard->n_measures;
    if (needed == row->n_values)
        return;
    row->values = memory_grow(row->values, &row->capacity, needed, sizeof *row->values);
    memset(row->values + row->n_values, 0, (needed - row->n_values) * sizeof *row->values);
    row->n_values = needed;
}

static void sum_add(struct sum *sum, double term)
{
    double total = sum->high + term;
    double lost = fabs(sum->high) >= fabs(term) ? (sum->high - total) + term : (term - total) + sum->high;
    sum->high = total;
    sum->low += lost;
}

static void set_value(struct scored_row *row, size_t index, size_t measure, double value)
{
    if (row->values[index] == value)
        return;
    sum_add(&row->sums[measure], -row->values[index]);
    sum_add(&row->sums[measure], value);
    row->values[index] = value;
}

/* Scores a question of the row by the labels in the scorer. */
static void score_row(struct scoreboard *scoreboard, struct scored_row *row, size_t question)
{
    bool takes_part = scoreboard->takes_part[question];
    if (takes_part)
        scorer_score(&scoreboard->scorer, &row->run, scoreboard->values);
    for (size_t m = 0; m < scoreboard->n_measures; m++)
        set_value(row, question * scoreboard->n_measures + m, m, takes_part ? scoreboard->values[m] : 0);
}

static double mean(const struct scoreboard *scoreboard, const struct scored_row *row, size_t measure)
{
    double sum = row->sums[measure].high + row->sums[measure].low;
    return measure_total(scoreboard->measures[measure].row, sum, (double)scoreboard->n_labelled);
}

/* --- Runs ----------------------------------------------------------------- */

size_t scoreboard_add_run(struct scoreboard *scoreboard, struct bytes name)
{
    VECTOR_PUSH(scoreboard->rows, scoreboard->n_rows, scoreboard->rows_capacity) = (struct scored_row){
        .name = arena_copy(&scoreboard->ids, name),
        .sums = memory_get_zeroed(scoreboard->n_measures, sizeof(struct sum)),
        .changes = memory_get_zeroed(scoreboard->n_measures, sizeof(double)),
        .estimates = memory_get_zeroed(scoreboard->n_measures, sizeof(struct known_estimate)),
    };
    return scoreboard->n_rows - 1;
}

void scoreboard_put_run(struct scoreboard *scoreboard, size_t index, struct ranked_run *run)
{
    struct scored_row *row = &scoreboard->rows[index];
    ranked_run_release(&row->run);
    row->run = *run;
    *run = (struct ranked_run){0};
    row->is_read = true;
    row->is_scored = row->is_old = false;
}

void scoreboard_remove_run(struct scoreboard *scoreboard, size_t index)
{
    row_release(&scoreboard->rows[index]);
    scoreboard->n_rows--;
    scoreboard->version++;
    for (size_t i = index; i < scoreboard->n_rows; i++)
        scoreboard->rows[i] = scoreboard->rows[i + 1];
}

void scoreboard_set_old(struct scoreboard *scoreboard, size_t index, bool is_old)
{
    scoreboard->rows[index].is_old = is_old;
}

/* --- Labels --------------------------------------------------------------- */

/* Returns the question's number; a new question gets the next one. */
static size_t number_question(struct scoreboard *scoreboard, struct bytes qid)
{
    int64_t number = map_find(&scoreboard->questions, qid);
    if (number == MAP_ABSENT) {
        number = map_put(&scoreboard->questions, arena_copy(&scoreboard->ids, qid), NULL);
        scoreboard->takes_part = memory_grow(scoreboard->takes_part, &scoreboard->capacity,
                                             scoreboard->questions.size, sizeof *scoreboard->takes_part);
        scoreboard->takes_part[number] = false;
    }
    return (size_t)number;
}

void scoreboard_set_labels(struct scoreboard *scoreboard, struct bytes qid, const struct judgment *judgments,
                           size_t n)
{
    size_t question = number_question(scoreboard, qid);
    scoreboard->version++;
    scoreboard->n_labelled -= scoreboard->takes_part[question];
    scoreboard->takes_part[question] = n > 0;
    scoreboard->n_labelled += scoreboard->takes_part[question];
    scorer_set_labels(&scoreboard->scorer, qid, judgments, n);
    for (size_t i = 0; i < scoreboard->n_rows; i++) {
        make_room_for_values(scoreboard, &scoreboard->rows[i]);
        score_row(scoreboard, &scoreboard->rows[i], question);
    }
}

void scoreboard_change_labels(struct scoreboard *scoreboard, struct bytes qid,
                              const struct judgment *judgments, size_t n)
{
    for (size_t i = 0; i < scoreboard->n_rows; i++)
        for (size_t m = 0; m < scoreboard->n_measures; m++)
            scoreboard->rows[i].changes[m] = -mean(scoreboard, &scoreboard->rows[i], m);
    scoreboard_set_labels(scoreboard, qid, judgments, n);
    for (size_t i = 0; i < scoreboard->n_rows; i++)
        for (size_t m = 0; m < scoreboard->n_measures; m++)
            scoreboard->rows[i].changes[m] += mean(scoreboard, &scoreboard->rows[i], m);
}

void scoreboard_finish(struct scoreboard *scoreboard)
{
    for (size_t i = 0; i < scoreboard->n_rows; i++)
        scoreboard->rows[i].is_scored = scoreboard->rows[i].is_read;
    scoreboard_clear_changes(scoreboard);
}

void scoreboard_clear_changes(struct scoreboard *scoreboard)
{
    for (size_t i = 0; i < scoreboard->n_rows; i++)
        for (size_t m = 0; m < scoreboard->n_measures; m++)
            scoreboard->rows[i].changes[m] = 0;
}

/* --- Reading -------------------------------------------------------------- */

size_t scoreboard_run_count(const struct scoreboard *scoreboard)
{
    return scoreboard->n_rows;
}

size_t scoreboard_measure_count(const struct scoreboard *scoreboard)
{
    return scoreboard->n_measures;
}

size_t scoreboard_question_count(const struct scoreboard *scoreboard)
{
    return scoreboard->n_labelled;
}

struct bytes scoreboard_run_name(const struct scoreboard *scoreboard, size_t run)
{
    return scoreboard->rows[run].name;
}

enum standing scoreboard_standing(const struct scoreboard *scoreboard, size_t run)
{
    const struct scored_row *row = &scoreboard->rows[run];
    if (!row->is_read)
        return row->is_old ? STANDING_UNREADABLE : STANDING_LOADING;
    if (!row->is_scored)
        return STANDING_LOADING;
    return row->is_old ? STANDING_OLD : STANDING_LIVE;
}

const char *scoreboard_standing_remark(const struct scoreboard *scoreboard, size_t run)
{
    static const char *const texts[] = {
        [STANDING_LOADING] = "",
        [STANDING_LIVE] = "",
        [STANDING_OLD] = " (old)",
        [STANDING_UNREADABLE] = " (unreadable)",
    };
    return texts[scoreboard_standing(scoreboard, run)];
}

bool scoreboard_has_scores(const struct scoreboard *scoreboard, size_t run)
{
    const enum standing standing = scoreboard_standing(scoreboard, run);
    return (standing == STANDING_LIVE || standing == STANDING_OLD) &&
           scoreboard_question_count(scoreboard) > 0;
}

const struct ranked_run *scoreboard_run(const struct scoreboard *scoreboard, size_t run)
{
    return &scoreboard->rows[run].run;
}

const struct measure *scoreboard_measure(const struct scoreboard *scoreboard, size_t measure)
{
    return &scoreboard->measures[measure];
}

double scoreboard_mean(const struct scoreboard *scoreboard, size_t run, size_t measure)
{
    return mean(scoreboard, &scoreboard->rows[run], measure);
}

double scoreboard_change(const struct scoreboard *scoreboard, size_t run, size_t measure)
{
    return scoreboard->rows[run].changes[measure];
}

/* Returns 0 if the run has not been read yet. */
static double value_at(const struct scoreboard *scoreboard, size_t run, size_t question, size_t measure)
{
    const struct scored_row *row = &scoreboard->rows[run];
    size_t index = question * scoreboard->n_measures + measure;
    return index < row->n_values ? row->values[index] : 0;
}

bool scoreboard_value(const struct scoreboard *scoreboard, size_t run, size_t measure, struct bytes qid,
                      double *value)
{
    int64_t question = map_find(&scoreboard->questions, qid);
    if (question == MAP_ABSENT || !scoreboard->takes_part[question])
        return false;
    *value = value_at(scoreboard, run, (size_t)question, measure);
    return true;
}

/* Returns the values of the questions that count, minus those of run *other if it is not NULL. */
static double *column_of(const struct scoreboard *scoreboard, size_t run, const size_t *other, size_t measure)
{
    double *column = memory_get(scoreboard->n_labelled * sizeof *column);
    size_t n = 0;
    for (size_t question = 0; question < scoreboard->questions.size; question++) {
        if (scoreboard->takes_part[question])
            column[n++] = value_at(scoreboard, run, question, measure) -
                          (other != NULL ? value_at(scoreboard, *other, question, measure) : 0);
    }
    return column;
}

static struct estimate estimate_run(const struct scoreboard *scoreboard, size_t run, size_t measure)
{
    double *column = column_of(scoreboard, run, NULL, measure);
    const struct estimate_kind kind =
        estimate_kind_of(false, scoreboard->measures[measure].row->range == RANGE_UNIT);
    struct estimate estimate = estimate_make(column, scoreboard->n_labelled, 1, &kind);
    free(column);
    return estimate;
}

/* All questions are read only once after each change, however often the screen is drawn. */
struct estimate scoreboard_estimate(const struct scoreboard *scoreboard, size_t run, size_t measure)
{
    struct known_estimate *known = &scoreboard->rows[run].estimates[measure];
    if (known->version != scoreboard->version)
        *known = (struct known_estimate){.version = scoreboard->version,
                                         .estimate = estimate_run(scoreboard, run, measure)};
    return known->estimate;
}

static struct duel count_duel(const struct scoreboard *scoreboard, size_t run, size_t other, size_t measure)
{
    struct duel duel = {0};
    double sum = 0;
    double sum_of_squares = 0;
    for (size_t question = 0; question < scoreboard->questions.size; question++) {
        if (!scoreboard->takes_part[question])
            continue;
        double left = value_at(scoreboard, run, question, measure);
        double right = value_at(scoreboard, other, question, measure);
        duel.better += left > right;
        duel.worse += left < right;
        duel.even += left == right;
        sum += left - right;
        sum_of_squares += (left - right) * (left - right);
    }
    const double n = (double)scoreboard->n_labelled;
    duel.deviation = n < 2 ? NAN : sqrt(fmax(0, sum_of_squares - sum * sum / n) / (n - 1));
    return duel;
}

static struct estimate estimate_difference(const struct scoreboard *scoreboard, size_t run, size_t other,
                                           size_t measure)
{
    double *column = column_of(scoreboard, run, &other, measure);
    const struct estimate_kind kind =
        estimate_kind_of(true, scoreboard->measures[measure].row->range == RANGE_UNIT);
    struct estimate estimate = estimate_make(column, scoreboard->n_labelled, 1, &kind);
    free(column);
    return estimate;
}

static const struct known_comparison *compare_runs(const struct scoreboard *scoreboard, size_t run,
                                                   size_t other, size_t measure)
{
    struct known_comparison *known = scoreboard->comparison;
    if (known->version != scoreboard->version || known->run != run || known->other != other ||
        known->measure != measure)
        *known = (struct known_comparison){
            .version = scoreboard->version,
            .run = run,
            .other = other,
            .measure = measure,
            .duel = count_duel(scoreboard, run, other, measure),
            .difference = estimate_difference(scoreboard, run, other, measure),
        };
    return known;
}

struct duel scoreboard_duel(const struct scoreboard *scoreboard, size_t run, size_t other, size_t measure)
{
    return compare_runs(scoreboard, run, other, measure)->duel;
}

struct estimate scoreboard_estimate_difference(const struct scoreboard *scoreboard, size_t run, size_t other,
                                               size_t measure)
{
    return compare_runs(scoreboard, run, other, measure)->difference;
}

uint64_t scoreboard_version(const struct scoreboard *scoreboard)
{
    return scoreboard->version;
}

struct scoreboard_verdict scoreboard_judge(const struct scoreboard *scoreboard, size_t run, size_t other,
                                           size_t measure, double margin, size_t looks)
{
    struct gate_sample sample = {
        .n = scoreboard->n_labelled,
        .stride = 1,
        .kind = estimate_kind_of(true, scoreboard->measures[measure].row->range == RANGE_UNIT),
    };
    double *column = column_of(scoreboard, run, &other, measure);
    struct scoreboard_verdict judged;
    sample.differences = column;
    sample.kind.confidence = 1 - 0.05 / (double)looks;
    judged = (struct scoreboard_verdict){
        .difference = estimate_make(column, sample.n, 1, &sample.kind),
        .confidence = sample.kind.confidence,
        .is_bounded = sample.kind.is_bounded,
        .is_too_few = sample.n < SLICE_LEAST,
    };
    judged.verdict = gate_decide(&judged.difference, margin);
    if (judged.verdict == GATE_UNDECIDED)
        judged.n_more = gate_questions_more(&sample, margin);
    free(column);
    return judged;
}

void scoreboard_set_loading(struct scoreboard *scoreboard, struct loading loading)
{
    scoreboard->loading = loading;
}

struct loading scoreboard_loading(const struct scoreboard *scoreboard)
{
    return scoreboard->loading;
}
