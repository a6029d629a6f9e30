#include "core/metric/scoreboard.h"

#include "core/base/arena.h"
#include "core/base/bug.h"
#include "core/base/map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * A sum in twice the precision of a double (Neumaier, ZAMM 1974), so that terms can be taken
 * out and put in for hours, and an undo brings the old mean back.
 */
struct sum {
    double high;
    double low;
};

/* A run and its scores. */
struct row {
    struct run run;
    double *values; /* a row of n_measures for each question of `labels`; zeros where it takes no part */
    size_t capacity;
    struct sum *sums; /* n_measures: of the values over the questions */
    double *before;   /* n_measures: the means before the last change */
};

struct scoreboard {
    struct measure *measures;
    size_t n_measures;
    enum ties ties;
    struct row *rows;
    size_t n_rows, rows_capacity;
    struct qrels labels; /* a question that lost its labels stays, without judgments */
    size_t n_labelled;   /* questions with labels */
    struct ranking ranking;
    /* Labels change with each vote, but ids stay the same: each is copied once. */
    struct arena ids;
    struct map id_numbers;
    struct bytes *id_copies; /* by number */
    size_t id_capacity;
};

void scoreboard_open(struct scoreboard **out, const struct measure *measures, size_t n_measures,
                     enum ties ties)
{
    struct scoreboard *scoreboard = memory_get_zeroed(1, sizeof *scoreboard);
    scoreboard->measures = memory_get_zeroed(n_measures, sizeof *measures);
    if (n_measures > 0)
        memcpy(scoreboard->measures, measures, n_measures * sizeof *measures);
    scoreboard->n_measures = n_measures;
    scoreboard->ties = ties;
    *out = scoreboard;
}

static void row_release(struct row *row)
{
    run_release(&row->run);
    free(row->values);
    free(row->sums);
    free(row->before);
    *row = (struct row){0};
}

void scoreboard_close(struct scoreboard *scoreboard)
{
    if (scoreboard == NULL)
        return;
    for (size_t i = 0; i < scoreboard->n_rows; i++)
        row_release(&scoreboard->rows[i]);
    free(scoreboard->rows);
    free(scoreboard->measures);
    qrels_release(&scoreboard->labels);
    ranking_release(&scoreboard->ranking);
    map_release(&scoreboard->id_numbers);
    arena_release(&scoreboard->ids);
    free(scoreboard->id_copies);
    free(scoreboard);
}

/* --- Scores --------------------------------------------------------------- */

/* Makes room for the values of all questions; new ones are 0. */
static void make_room(const struct scoreboard *scoreboard, struct row *row)
{
    size_t needed = scoreboard->labels.n_questions * scoreboard->n_measures;
    size_t had = row->capacity;
    row->values = memory_grow(row->values, &row->capacity, needed, sizeof *row->values);
    if (row->capacity > had)
        memset(row->values + had, 0, (row->capacity - had) * sizeof *row->values);
}

static void sum_add(struct sum *sum, double term)
{
    double total = sum->high + term;
    double lost = fabs(sum->high) >= fabs(term) ? (sum->high - total) + term : (term - total) + sum->high;
    sum->high = total;
    sum->low += lost;
}

static void set_value(struct row *row, size_t index, size_t measure, double value)
{
    if (row->values[index] == value)
        return;
    sum_add(&row->sums[measure], -row->values[index]);
    sum_add(&row->sums[measure], value);
    row->values[index] = value;
}

static void score_question(struct scoreboard *scoreboard, struct row *row, size_t question)
{
    const struct qrels_question *truth = &scoreboard->labels.questions[question];
    bool takes_part = truth->n_judgments > 0;
    if (takes_part)
        ranking_set(&scoreboard->ranking, run_find(&row->run, truth->qid), truth, scoreboard->ties);
    for (size_t m = 0; m < scoreboard->n_measures; m++) {
        double value = takes_part ? measure_value(&scoreboard->measures[m], &scoreboard->ranking) : 0;
        set_value(row, question * scoreboard->n_measures + m, m, value);
    }
}

static double mean(const struct scoreboard *scoreboard, const struct row *row, size_t measure)
{
    double sum = row->sums[measure].high + row->sums[measure].low;
    bool divide = !scoreboard->measures[measure].row->is_sum && scoreboard->n_labelled > 0;
    return divide ? sum / (double)scoreboard->n_labelled : sum;
}

static void settle(const struct scoreboard *scoreboard, struct row *row)
{
    for (size_t m = 0; m < scoreboard->n_measures; m++)
        row->before[m] = mean(scoreboard, row, m);
}

/* --- Runs ----------------------------------------------------------------- */

static struct row row_of(struct scoreboard *scoreboard, struct run *run)
{
    struct row row = {
        .run = *run,
        .sums = memory_get_zeroed(scoreboard->n_measures, sizeof *row.sums),
        .before = memory_get_zeroed(scoreboard->n_measures, sizeof *row.before),
    };
    *run = (struct run){0};
    make_room(scoreboard, &row);
    for (size_t q = 0; q < scoreboard->labels.n_questions; q++)
        score_question(scoreboard, &row, q);
    settle(scoreboard, &row);
    return row;
}

size_t scoreboard_add_run(struct scoreboard *scoreboard, struct run *run)
{
    scoreboard->rows = memory_grow(scoreboard->rows, &scoreboard->rows_capacity, scoreboard->n_rows + 1,
                                   sizeof *scoreboard->rows);
    scoreboard->rows[scoreboard->n_rows] = row_of(scoreboard, run);
    return scoreboard->n_rows++;
}

void scoreboard_replace_run(struct scoreboard *scoreboard, size_t index, struct run *run)
{
    row_release(&scoreboard->rows[index]);
    scoreboard->rows[index] = row_of(scoreboard, run);
}

/* --- Labels --------------------------------------------------------------- */

/* The scoreboard's own copy of an id. */
static struct bytes own_id(struct scoreboard *scoreboard, struct bytes id)
{
    int64_t number = map_find(&scoreboard->id_numbers, id);
    if (number != MAP_ABSENT)
        return scoreboard->id_copies[number];
    struct bytes copy = arena_copy(&scoreboard->ids, id);
    number = map_put(&scoreboard->id_numbers, copy, NULL);
    scoreboard->id_copies = memory_grow(scoreboard->id_copies, &scoreboard->id_capacity,
                                        scoreboard->id_numbers.size, sizeof *scoreboard->id_copies);
    return scoreboard->id_copies[number] = copy;
}

/* Returns the question's number. */
static size_t replace_labels(struct scoreboard *scoreboard, struct bytes qid,
                             const struct judgment *judgments, size_t n)
{
    struct qrels_question *question = qrels_question(&scoreboard->labels, own_id(scoreboard, qid));
    scoreboard->n_labelled -= question->n_judgments > 0;
    qrels_question_clear(question);
    for (size_t i = 0; i < n; i++)
        BUG_UNLESS(qrels_question_add(question, own_id(scoreboard, judgments[i].docid), judgments[i].grade));
    scoreboard->n_labelled += question->n_judgments > 0;
    return (size_t)(question - scoreboard->labels.questions);
}

void scoreboard_set_labels(struct scoreboard *scoreboard, struct bytes qid, const struct judgment *judgments,
                           size_t n)
{
    scoreboard_settle(scoreboard);
    size_t question = replace_labels(scoreboard, qid, judgments, n);
    for (size_t i = 0; i < scoreboard->n_rows; i++) {
        make_room(scoreboard, &scoreboard->rows[i]);
        score_question(scoreboard, &scoreboard->rows[i], question);
    }
}

void scoreboard_settle(struct scoreboard *scoreboard)
{
    for (size_t i = 0; i < scoreboard->n_rows; i++)
        settle(scoreboard, &scoreboard->rows[i]);
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

const struct run *scoreboard_run(const struct scoreboard *scoreboard, size_t run)
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
    return scoreboard_mean(scoreboard, run, measure) - scoreboard->rows[run].before[measure];
}
