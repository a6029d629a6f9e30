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

static void add_interval(const struct interval_report *report, const struct measure_row *measure,
                         struct estimate estimate, struct table *table)
{
    if (measure->range == RANGE_UNIT)
        estimate_clip(&estimate, 0, 1);
    const bool has_interval = !measure->is_sum && !measure->is_geometric;
    table_add_real(table, has_interval ? estimate.low : NAN, report->scores->precision);
    table_add_real(table, has_interval ? estimate.high : NAN, report->scores->precision);
}

/* What each question weighs, 1 in the mean; NULL: all weigh the same. */
static double *shares_of(const struct evaluation *evaluation, struct arena *arena)
{
    double weight = 0;
    if (evaluation->weights == NULL)
        return NULL;
    double *shares = arena_get_array(arena, evaluation->n_questions, sizeof *shares);
    for (size_t q = 0; q < evaluation->n_questions; q++)
        weight += evaluation->weights[q];
    for (size_t q = 0; q < evaluation->n_questions; q++)
        shares[q] = weight > 0 ? evaluation->weights[q] * (double)evaluation->n_questions / weight : 1;
    return shares;
}

/*
 * The values of the measures asked for. Where they are weighted, values whose plain mean is the weighted one, and as
 * uncertain: a weighted mean is a ratio of two, and this is its linear form (Cochran, Sampling Techniques, 1977, section 6.3).
 */
static double *linear_values(const struct evaluation *evaluation, const double *shares, size_t n_asked,
                             struct arena *arena)
{
    double *values = arena_get_array(arena, evaluation->n_questions * n_asked, sizeof *values);
    for (size_t q = 0; q < evaluation->n_questions; q++) {
        for (size_t m = 0; m < n_asked; m++) {
            double value = evaluation->values[q * evaluation->n_measures + m];
            double mean = evaluation->means[m];
            values[q * n_asked + m] = shares != NULL ? mean + shares[q] * (value - mean) : value;
        }
    }
    return values;
}

static void add_row(const struct interval_report *report, size_t run, size_t measure,
                    const struct estimate *estimate, const double *shares, struct table *table)
{
    struct scores *scores = report->scores;
    const struct evaluation *evaluation = &scores->runs[run].evaluation;
    const struct measure_row *row = scores->measures.items[measure].row;
    table_add_text(table, scores->runs[run].name);
    table_add_text(table, bytes_of(scores_measure_name(scores, measure)));
    if (row->is_sum)
        table_add_integer(table, (int64_t)evaluation->means[measure]);
    else
        table_add_real(table, evaluation->means[measure], scores->precision);
    add_interval(report, row, *estimate, table);
    if (report->with_votes)
        add_interval(report, row,
                     vote_noise_interval(&report->noise, report->noise.values, scores,
                                         &(struct vote_mean){
                                             .questions = evaluation->questions,
                                             .n_questions = evaluation->n_questions,
                                             .shares = shares,
                                             .run = run,
                                             .measure = measure,
                                             .value = evaluation->means[measure],
                                         }),
                     table);
    table_add_integer(table, (int64_t)evaluation->n_questions);
}

static bool add_run(const struct interval_report *report, size_t run, struct table *table, struct err *err)
{
    const struct evaluation *evaluation = &report->scores->runs[run].evaluation;
    struct arena arena = {0};
    const size_t n_asked = report->scores->n_asked;
    const double *shares = shares_of(evaluation, &arena);
    const double *values = linear_values(evaluation, shares, n_asked, &arena);
    struct estimate *estimates = arena_get_array(&arena, n_asked, sizeof *estimates);
    bool done = estimate_means(estimates, values, evaluation->n_questions, n_asked, &report->plan);
    for (size_t measure = 0; done && measure < n_asked; measure++)
        add_row(report, run, measure, &estimates[measure], shares, table);
    arena_release(&arena);
    return done || err_set(err, ERR_INTERRUPTED, "stopped before all intervals were made");
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
