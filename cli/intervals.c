#include "cli/intervals.h"

#include "cli/output.h"
#include "cli/vote_noise.h"

#include <math.h>

struct estimate_plan intervals_plan(const struct world *world)
{
    return (struct estimate_plan){
        .interval = INTERVAL_BOOTSTRAP,
        .confidence = 0.95,
        .resamples = ESTIMATE_RESAMPLES,
        .seed = 1,
        .workforce = {.n_threads = world->n_processors, .interrupted = world->interrupted},
    };
}

struct interval_report {
    struct scores *scores;
    struct estimate_plan plan;
    bool with_votes;
    struct vote_noise noise; /* where the truth is labels from votes */
};

static void add_columns(const struct interval_report *report, struct table *table)
{
    table_add_column(table, "run", ALIGN_LEFT);
    if (report->scores->by != NULL)
        table_add_column(table, "slice", ALIGN_LEFT);
    table_add_column(table, "measure", ALIGN_LEFT);
    table_add_column(table, "value", ALIGN_RIGHT);
    table_add_column(table, "low", ALIGN_RIGHT);
    table_add_column(table, "high", ALIGN_RIGHT);
    if (report->with_votes) {
        table_add_column(table, "votes_low", ALIGN_RIGHT);
        table_add_column(table, "votes_high", ALIGN_RIGHT);
    }
    table_add_column(table, "questions", ALIGN_RIGHT);
}

/* What a run scores on all questions, or on those of a slice. */
struct scored_part {
    size_t run, slice;
    size_t n;
    const struct qrels_question **questions;
    const double **rows; /* of each question the values, measure after measure */
    double *shares;      /* what each question weighs, 1 in the mean; NULL: all weigh the same */
    const double *means; /* NULL: no question takes part */
    bool is_enough;      /* for an interval */
};

static void add_interval(const struct interval_report *report, const struct measure_row *measure,
                         struct estimate estimate, struct table *table)
{
    if (measure->range == RANGE_UNIT)
        estimate_clip(&estimate, 0, 1);
    const bool has_interval = !measure->is_sum && !measure->is_geometric;
    table_add_real(table, has_interval ? estimate.low : NAN, report->scores->precision);
    table_add_real(table, has_interval ? estimate.high : NAN, report->scores->precision);
}

/* Those of the slice, or all. */
static void gather_questions(struct scored_part *part, const struct scores *scores, struct arena *arena)
{
    const struct evaluation *evaluation = &scores->runs[part->run].evaluation;
    part->questions = arena_get_array(arena, evaluation->n_questions, sizeof *part->questions);
    part->rows = arena_get_array(arena, evaluation->n_questions, sizeof *part->rows);
    if (evaluation->weights != NULL)
        part->shares = arena_get_array(arena, evaluation->n_questions, sizeof *part->shares);
    for (size_t q = 0; q < evaluation->n_questions; q++) {
        const size_t question = (size_t)(evaluation->questions[q] - scores->truth.qrels.questions);
        if (part->slice != scores_whole && scores->slices.of_question[question] != part->slice)
            continue;
        if (part->shares != NULL)
            part->shares[part->n] = evaluation->weights[q];
        part->questions[part->n] = evaluation->questions[q];
        part->rows[part->n++] = evaluation->values + q * evaluation->n_measures;
    }
}

/* Where all weigh nothing each counts the same. */
static void make_shares(struct scored_part *part)
{
    double weight = 0;
    for (size_t q = 0; part->shares != NULL && q < part->n; q++)
        weight += part->shares[q];
    for (size_t q = 0; part->shares != NULL && q < part->n; q++)
        part->shares[q] = weight > 0 ? part->shares[q] * (double)part->n / weight : 1;
}

static struct scored_part make_part(const struct scores *scores, size_t run, size_t slice,
                                    struct arena *arena)
{
    const struct scored_run *scored = &scores->runs[run];
    struct scored_part part = {.run = run, .slice = slice};
    gather_questions(&part, scores, arena);
    make_shares(&part);
    part.is_enough = slice == scores_whole || part.n >= SLICE_LEAST;
    part.means = slice == scores_whole              ? scored->evaluation.means
                 : scored->slices[slice].weight > 0 ? scored->slices[slice].means
                                                    : NULL;
    return part;
}

/*
 * The values of the measures asked for. Where they are weighted, values whose plain mean is the weighted one, and as
 * uncertain: a weighted mean is a ratio of two, and this is its linear form (Cochran, Sampling Techniques, 1977, section 6.3).
 */
static double *linear_values(const struct scored_part *part, size_t n_asked, struct arena *arena)
{
    double *values = arena_get_array(arena, part->n * n_asked, sizeof *values);
    for (size_t i = 0; i < part->n * n_asked; i++) {
        const double value = part->rows[i / n_asked][i % n_asked];
        const double mean = part->means[i % n_asked];
        values[i] = part->shares != NULL ? mean + part->shares[i / n_asked] * (value - mean) : value;
    }
    return values;
}

/* Of too few questions there is no interval, and of none no mean. */
static void add_estimates(const struct interval_report *report, const struct scored_part *part,
                          size_t measure, const struct estimate *estimate, struct table *table)
{
    const struct scores *scores = report->scores;
    const struct measure_row *row = scores->measures.items[measure].row;
    const struct vote_mean mean = {part->questions, part->n, part->shares,
                                   part->run,       measure, part->means[measure]};
    if (row->is_sum)
        table_add_integer(table, (int64_t)part->means[measure]);
    else
        table_add_real(table, part->means[measure], scores->precision);
    add_interval(report, row, part->is_enough ? *estimate : (struct estimate){.low = NAN, .high = NAN},
                 table);
    if (report->with_votes)
        add_interval(report, row, vote_noise_interval(&report->noise, report->noise.values, scores, &mean),
                     table);
}

static void add_row(const struct interval_report *report, const struct scored_part *part, size_t measure,
                    const struct estimate *estimate, struct table *table)
{
    struct scores *scores = report->scores;
    table_add_text(table, scores->runs[part->run].name);
    if (scores->by != NULL)
        table_add_text(table, scores_slice_name(scores, part->slice));
    table_add_text(table, bytes_of(scores_measure_name(scores, measure)));
    if (part->means != NULL)
        add_estimates(report, part, measure, estimate, table);
    for (size_t i = 0; part->means == NULL && i < (report->with_votes ? 5U : 3U); i++)
        table_add_empty(table);
    table_add_integer(table, (int64_t)part->n);
}

static bool add_part(const struct interval_report *report, size_t run, size_t slice, struct table *table)
{
    struct arena arena = {0};
    const size_t n_asked = report->scores->n_asked;
    const struct scored_part part = make_part(report->scores, run, slice, &arena);
    struct estimate *estimates = arena_get_array(&arena, n_asked, sizeof *estimates);
    bool done = part.means == NULL || estimate_means(estimates, linear_values(&part, n_asked, &arena), part.n,
                                                     n_asked, &report->plan);
    for (size_t measure = 0; done && measure < n_asked; measure++)
        add_row(report, &part, measure, &estimates[measure], table);
    arena_release(&arena);
    return done;
}

/* Slice after slice, then all questions. */
static bool add_run(const struct interval_report *report, size_t run, struct table *table, struct err *err)
{
    bool done = true;
    for (size_t slice = 0; done && slice < report->scores->slices.n; slice++)
        done = add_part(report, run, slice, table);
    return (done && add_part(report, run, scores_whole, table)) ||
           err_set(err, ERR_INTERRUPTED, "stopped before all intervals were made");
}

bool intervals_print(struct scores *scores, size_t format, struct world *world, struct err *err)
{
    struct interval_report report = {
        .scores = scores,
        .plan = intervals_plan(world),
        .with_votes = scores->truth.base.tallies != NULL,
    };
    struct table table = {0};
    bool done =
        !report.with_votes || vote_noise_make(&report.noise, scores,
                                              &(struct vote_noise_plan){.n_measures = scores->n_asked,
                                                                        .seed = report.plan.seed,
                                                                        .workforce = report.plan.workforce},
                                              err);
    add_columns(&report, &table);
    for (size_t run = 0; done && run < scores->n_runs; run++)
        done = add_run(&report, run, &table, err);
    if (done)
        output_table(&table, format, world);
    table_release(&table);
    vote_noise_release(&report.noise);
    return done;
}
