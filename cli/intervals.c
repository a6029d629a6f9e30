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
    table_add_column(table, "std", ALIGN_RIGHT);
    table_add_column(table, "questions", ALIGN_RIGHT);
}

/* What a run scores on all questions, or on those of a slice. */
struct scored_part {
    size_t run, slice;
    size_t n;
    const double *means;         /* NULL: no question takes part */
    bool is_enough;              /* for an interval */
    struct estimate *estimates;  /* by measure; … */
    struct estimate *from_votes; /* … as far as the interval is the votes'; NULL: there are none */
};

/* Its questions, while it is estimated. */
struct part_questions {
    const struct qrels_question **questions;
    const double **rows; /* of each question the values, measure after measure */
    double *shares;      /* what each question weighs, 1 in the mean; NULL: all weigh the same */
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

/* --- Estimating ------------------------------------------------------------ */

/* Those of the slice, or all. */
static struct part_questions gather_questions(struct scored_part *part, const struct scores *scores,
                                              struct arena *arena)
{
    const struct evaluation *evaluation = &scores->runs[part->run].evaluation;
    struct part_questions out = {
        .questions = arena_get_array(arena, evaluation->n_questions, sizeof *out.questions),
        .rows = arena_get_array(arena, evaluation->n_questions, sizeof *out.rows),
    };
    if (evaluation->weights != NULL)
        out.shares = arena_get_array(arena, evaluation->n_questions, sizeof *out.shares);
    for (size_t q = 0; q < evaluation->n_questions; q++) {
        const size_t question = (size_t)(evaluation->questions[q] - scores->truth.qrels.questions);
        if (part->slice != scores_whole && scores->slices.of_question[question] != part->slice)
            continue;
        if (out.shares != NULL)
            out.shares[part->n] = evaluation->weights[q];
        out.questions[part->n] = evaluation->questions[q];
        out.rows[part->n++] = evaluation->values + q * evaluation->n_measures;
    }
    return out;
}

/* Where all weigh nothing each counts the same. */
static void make_shares(const struct part_questions *asked, size_t n)
{
    double weight = 0;
    for (size_t q = 0; asked->shares != NULL && q < n; q++)
        weight += asked->shares[q];
    for (size_t q = 0; asked->shares != NULL && q < n; q++)
        asked->shares[q] = weight > 0 ? asked->shares[q] * (double)n / weight : 1;
}

static struct part_questions make_part(struct scored_part *out, const struct scores *scores, size_t run,
                                       size_t slice, struct arena *arena)
{
    const struct scored_run *scored = &scores->runs[run];
    *out = (struct scored_part){.run = run, .slice = slice};
    struct part_questions asked = gather_questions(out, scores, arena);
    make_shares(&asked, out->n);
    out->is_enough = slice == scores_whole || out->n >= SLICE_LEAST;
    out->means = slice == scores_whole              ? scored->evaluation.means
                 : scored->slices[slice].weight > 0 ? scored->slices[slice].means
                                                    : NULL;
    return asked;
}

/* The values of the measures asked for, in rows of `width`; where they are weighted, those whose plain mean is the weighted one. */
static void add_linear_values(const struct scored_part *part, const struct part_questions *asked,
                              size_t n_asked, double *values, size_t width)
{
    for (size_t i = 0; i < part->n; i++) {
        for (size_t m = 0; m < n_asked; m++)
            values[i * width + m] = asked->rows[i][m] * (asked->shares != NULL ? asked->shares[i] : 1);
    }
    estimate_linearise(values, asked->shares, part->n, n_asked, width);
}

static void estimate_votes(const struct interval_report *report, struct scored_part *part,
                           const struct part_questions *asked)
{
    for (size_t measure = 0; measure < report->scores->n_asked; measure++) {
        const struct vote_mean mean = {asked->questions, part->n, asked->shares,
                                       part->run,        measure, part->means[measure]};
        part->from_votes[measure] =
            vote_noise_interval(&report->noise, report->noise.values, report->scores, &mean);
    }
}

/* From `run` on those that are scored on as many questions, as far as their values fit into one table. */
static size_t count_alike(const struct scored_part *parts, size_t n_runs, size_t run, size_t n_asked)
{
    enum { COLUMNS_MAX = 128 };
    size_t n = 1;
    while (run + n < n_runs && parts[run + n].means != NULL && parts[run + n].n == parts[run].n &&
           (n + 1) * n_asked <= COLUMNS_MAX)
        n++;
    return n;
}

/* Runs of as many questions see the same resamples, which are drawn once for all of them. */
static bool estimate_runs(const struct interval_report *report, struct scored_part *parts,
                          const struct part_questions *asked, struct arena *arena)
{
    const size_t n_asked = report->scores->n_asked;
    size_t n_alike;
    for (size_t run = 0; run < report->scores->n_runs; run += n_alike) {
        n_alike = parts[run].means == NULL ? 1 : count_alike(parts, report->scores->n_runs, run, n_asked);
        if (parts[run].means == NULL)
            continue;
        const size_t width = n_alike * n_asked;
        double *values = arena_get_array(arena, parts[run].n * width, sizeof *values);
        for (size_t i = 0; i < n_alike; i++)
            add_linear_values(&parts[run + i], &asked[run + i], n_asked, values + i * n_asked, width);
        if (!estimate_means(parts[run].estimates, values, parts[run].n, width, &report->plan))
            return false;
    }
    return true;
}

/* The part of each run in a slice; the estimates of one run after the other. */
static bool estimate_slice(const struct interval_report *report, size_t slice, struct scored_part *parts)
{
    struct scores *scores = report->scores;
    struct arena arena = {0};
    struct part_questions *asked = arena_get_array(&arena, scores->n_runs, sizeof *asked);
    const size_t n = scores->n_runs * scores->n_asked;
    struct estimate *estimates = arena_get_array(&scores->arena, n, sizeof *estimates);
    struct estimate *from_votes =
        report->with_votes ? arena_get_array(&scores->arena, n, sizeof *from_votes) : NULL;
    for (size_t run = 0; run < scores->n_runs; run++) {
        asked[run] = make_part(&parts[run], scores, run, slice, &arena);
        parts[run].estimates = estimates + run * scores->n_asked;
        parts[run].from_votes = report->with_votes ? from_votes + run * scores->n_asked : NULL;
        if (report->with_votes && parts[run].means != NULL)
            estimate_votes(report, &parts[run], &asked[run]);
    }
    bool done = estimate_runs(report, parts, asked, &arena);
    arena_release(&arena);
    return done;
}

/* --- The table ------------------------------------------------------------- */

/* Of too few questions there is no interval, and of none no mean. */
static void add_estimates(const struct interval_report *report, const struct scored_part *part,
                          size_t measure, struct table *table)
{
    static const struct estimate no_estimate = {.low = NAN, .high = NAN};
    const struct scores *scores = report->scores;
    const struct measure_row *row = scores->measures.items[measure].row;
    if (row->is_sum)
        table_add_integer(table, (int64_t)part->means[measure]);
    else
        table_add_real(table, part->means[measure], scores->precision);
    add_interval(report, row, part->is_enough ? part->estimates[measure] : no_estimate, table);
    if (report->with_votes)
        add_interval(report, row, part->from_votes[measure], table);
    table_add_real(table, part->estimates[measure].deviation, scores->precision);
}

static void add_row(const struct interval_report *report, const struct scored_part *part, size_t measure,
                    struct table *table)
{
    struct scores *scores = report->scores;
    table_add_text(table, scores->runs[part->run].name);
    if (scores->by != NULL)
        table_add_text(table, scores_slice_name(scores, part->slice));
    table_add_text(table, bytes_of(scores_measure_name(scores, measure)));
    if (part->means != NULL)
        add_estimates(report, part, measure, table);
    for (size_t i = 0; part->means == NULL && i < (report->with_votes ? 6U : 4U); i++)
        table_add_empty(table);
    table_add_integer(table, (int64_t)part->n);
}

/* Of each run slice after slice, then all questions. */
static bool add_rows(const struct interval_report *report, struct table *table)
{
    struct scores *scores = report->scores;
    const size_t n_parts = scores->slices.n + 1;
    struct scored_part *parts = arena_get_array(&scores->arena, n_parts * scores->n_runs, sizeof *parts);
    bool done = true;
    for (size_t part = 0; done && part < n_parts; part++)
        done = estimate_slice(report, part < scores->slices.n ? part : scores_whole,
                              parts + part * scores->n_runs);
    for (size_t i = 0; done && i < n_parts * scores->n_runs; i++) {
        for (size_t measure = 0; measure < scores->n_asked; measure++)
            add_row(report, &parts[i % n_parts * scores->n_runs + i / n_parts], measure, table);
    }
    return done;
}

bool intervals_print(struct scores *scores, size_t format, struct world *world, struct err *err)
{
    struct interval_report report = {
        .scores = scores,
        .plan = intervals_plan(world),
        .with_votes = scores->truth.base.kept != NULL,
    };
    struct table table = {0};
    bool done =
        !report.with_votes || vote_noise_make(&report.noise, scores,
                                              &(struct vote_noise_plan){.n_measures = scores->n_asked,
                                                                        .seed = report.plan.seed,
                                                                        .workforce = report.plan.workforce},
                                              err);
    add_columns(&report, &table);
    if (done && !add_rows(&report, &table))
        done = err_set(err, ERR_INTERRUPTED, "stopped before all intervals were made");
    if (done)
        output_table(&table, format, world);
    table_release(&table);
    vote_noise_release(&report.noise);
    return done;
}
