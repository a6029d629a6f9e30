#include "cli/score/intervals.h"

#include "cli/shared/output.h"
#include "cli/shared/vote_noise.h"

#include <math.h>

struct interval_report {
    struct scores *scores;
    bool with_votes;
    struct vote_noise noise; /* if the truth is labels from votes */
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

/* The scores of a run on all questions, or on those of a slice. */
struct scored_part {
    size_t run, slice;
    size_t n;
    const double *means;         /* NULL: no question counts */
    bool is_enough;              /* enough questions for an interval */
    struct estimate *estimates;  /* for each measure */
    struct estimate *from_votes; /* the parts of these intervals that come from the votes; NULL: no votes */
};

/* Its questions, during the estimate. */
struct part_questions {
    const struct qrels_question **questions;
    const double **rows; /* for each question the values of all measures */
    double *shares;      /* weight of each question, with mean 1; NULL: equal weights */
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

/* Gathers the questions of the slice, or all. */
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

/* If all weights are 0, each question counts the same. */
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

/*
 * Adds the values of the given measures. If there are weights, the values are such that their plain mean is the
 * weighted mean.
 */
static void add_linear_values(const struct scored_part *part, const struct part_questions *asked,
                              size_t n_asked, double *values)
{
    for (size_t i = 0; i < part->n; i++) {
        for (size_t m = 0; m < n_asked; m++)
            values[i * n_asked + m] = asked->rows[i][m] * (asked->shares != NULL ? asked->shares[i] : 1);
    }
    estimate_linearise(values, asked->shares, part->n, n_asked, n_asked);
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

static double heaviest_of(const double *shares, size_t n)
{
    double heaviest = shares == NULL ? 1 : 0;
    for (size_t q = 0; shares != NULL && q < n; q++)
        heaviest = fmax(heaviest, shares[q]);
    return heaviest;
}

static void estimate_part(const struct interval_report *report, const struct scored_part *part,
                          const struct part_questions *asked, struct arena *arena)
{
    const size_t n_asked = report->scores->n_asked;
    double *values = arena_get_array(arena, part->n * n_asked, sizeof *values);
    add_linear_values(part, asked, n_asked, values);
    for (size_t m = 0; m < n_asked; m++) {
        struct estimate_kind kind =
            estimate_kind_of(false, report->scores->measures.items[m].row->range == RANGE_UNIT);
        kind.heaviest = heaviest_of(asked->shares, part->n);
        part->estimates[m] = estimate_make(values + m, part->n, n_asked, &kind);
    }
}

/* Estimates each run on a slice; the estimates are stored run by run. */
static void estimate_slice(const struct interval_report *report, size_t slice, struct scored_part *parts)
{
    struct scores *scores = report->scores;
    struct arena arena = {0};
    const size_t n = scores->n_runs * scores->n_asked;
    struct estimate *estimates = arena_get_array(&scores->arena, n, sizeof *estimates);
    struct estimate *from_votes =
        report->with_votes ? arena_get_array(&scores->arena, n, sizeof *from_votes) : NULL;
    for (size_t run = 0; run < scores->n_runs; run++) {
        const struct part_questions asked = make_part(&parts[run], scores, run, slice, &arena);
        parts[run].estimates = estimates + run * scores->n_asked;
        parts[run].from_votes = report->with_votes ? from_votes + run * scores->n_asked : NULL;
        if (report->with_votes && parts[run].means != NULL)
            estimate_votes(report, &parts[run], &asked);
        if (parts[run].means != NULL)
            estimate_part(report, &parts[run], &asked, &arena);
    }
    arena_release(&arena);
}

/* --- The table ------------------------------------------------------------- */

/* With too few questions there is no interval, and with none there is no mean. */
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

/* Adds the rows of each run: its slices, then all questions. */
static void add_rows(const struct interval_report *report, struct table *table)
{
    struct scores *scores = report->scores;
    const size_t n_parts = scores->slices.n + 1;
    struct scored_part *parts = arena_get_array(&scores->arena, n_parts * scores->n_runs, sizeof *parts);
    for (size_t part = 0; part < n_parts; part++)
        estimate_slice(report, part < scores->slices.n ? part : scores_whole, parts + part * scores->n_runs);
    for (size_t i = 0; i < n_parts * scores->n_runs; i++) {
        for (size_t measure = 0; measure < scores->n_asked; measure++)
            add_row(report, &parts[i % n_parts * scores->n_runs + i / n_parts], measure, table);
    }
}

bool intervals_print(struct scores *scores, size_t format, struct world *world, struct err *err)
{
    struct interval_report report = {
        .scores = scores,
        .with_votes = scores->truth.base.kept != NULL,
    };
    struct table table = {0};
    bool done = !report.with_votes ||
                vote_noise_make(&report.noise, scores,
                                &(struct vote_noise_plan){.n_measures = scores->n_asked,
                                                          .seed = 1,
                                                          .workforce = {.n_threads = world->n_processors,
                                                                        .interrupted = world->interrupted}},
                                err);
    add_columns(&report, &table);
    if (done) {
        add_rows(&report, &table);
        output_table(&table, format, world);
    }
    table_release(&table);
    vote_noise_release(&report.noise);
    return done;
}
