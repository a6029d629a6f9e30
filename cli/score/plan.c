/*
 * Estimates which differences the present labels can show, and how many more questions smaller ones need. The deviation
 * of the differences between two runs comes from the run and the baseline. With one run, it is that of its own values:
 * this is correct for two runs with equal deviations and a correlation of 1/2. Without runs, it is the usual deviation
 * of nDCG@10. The rest is in core/metric/statistics/power.h.
 */
#include "cli/commands.h"

#include "cli/shared/output.h"
#include "cli/shared/pairing.h"
#include "cli/shared/vote_budget.h"
#include "core/base/number.h"
#include "core/metric/statistics/comparison.h"
#include "core/metric/statistics/power.h"
#include "core/store/votes/annotators.h"

#include <math.h>

/* Measures of the order of grades, of the first hit, and of recall. Their deviations differ. */
#define PLAN_MEASURES "nDCG@10,RR@10,R@10"

static const double differences_default[] = {0.05, 0.02, 0.01};

/* The deviation of the differences between two runs over the labelled questions. */
struct plan_row {
    struct bytes run;
    struct bytes slice; /* empty: no slices */
    struct bytes measure;
    size_t n_questions;
    double deviation;
};

struct plan_report {
    struct scores scores;
    struct text_list differences_asked;
    double *differences;
    size_t n_differences;
    double power;
    double deviation; /* NAN: from the runs */
    size_t format;
    struct vote_budget budget;
    struct plan_row *rows;
    size_t n_rows;
    struct arena arena;
};

/* The power is at least 0.5: below that, a difference is missed more often than it is found. */
static const struct option options[] = {
    SCORES_FIELD_OPTION_ROWS(struct plan_report, scores),
    TEXTS_OPTION("difference", "X", struct plan_report, differences_asked,
                 .help = "difference of two runs to detect (default 0.05, 0.02 and 0.01)"),
    REAL_OPTION("power", "P", struct plan_report, power, 0.5, 1 - DBL_EPSILON / 2, POWER_USUAL,
                "a number from 0.5 and below 1, as in 0.8",
                .help = "probability to detect the difference (default 0.8)"),
    REAL_OPTION("deviation", "X", struct plan_report, deviation, DBL_TRUE_MIN, DBL_MAX, NAN,
                "a number above 0", .help = "standard deviation of the differences (default: from the runs)"),
    OPTION_ROW_FORMAT(struct plan_report),
};

/* --- Deviation -------------------------------------------------------------------------------- */

/* Returns the differences; for a run paired with itself, its own values. */
static const double *values_that_vary(const struct pairing *pairing, size_t n_asked, bool is_alone,
                                      struct arena *arena)
{
    double *values = pairing_values(pairing, pairing->run_rows, n_asked, arena);
    if (!is_alone)
        return pairing_differences(pairing, pairing_values(pairing, pairing->baseline_rows, n_asked, arena),
                                   values, n_asked, arena);
    estimate_linearise(values, pairing->shares, pairing->n_questions, n_asked, n_asked);
    return values;
}

static void add_pairing(struct plan_report *report, const struct scored_run *run, size_t slice)
{
    struct scores *scores = &report->scores;
    struct pairing pairing;
    struct arena arena = {0};
    pairing_make(&pairing, scores, &scores->runs[0], run, slice);
    const double *values = values_that_vary(&pairing, scores->n_asked, run == scores->runs, &arena);
    for (size_t m = 0; m < scores->n_asked; m++) {
        const struct estimate moments = estimate_moments(values + m, pairing.n_questions, scores->n_asked);
        ARENA_PUSH(&report->arena, report->rows, report->n_rows) = (struct plan_row){
            .run = run->name,
            .slice = scores->by != NULL ? scores_slice_name(scores, slice) : (struct bytes){0},
            .measure = bytes_of(scores_measure_name(scores, m)),
            .n_questions = pairing.n_questions,
            .deviation = isnan(report->deviation) ? moments.deviation : report->deviation,
        };
    }
    arena_release(&arena);
}

static void add_run(struct plan_report *report, const struct scored_run *run)
{
    add_pairing(report, run, scores_whole);
    for (size_t slice = 0; slice < report->scores.slices.n; slice++)
        add_pairing(report, run, slice);
}

/* The first run is the baseline, unless it is the only run. */
static bool plan_by_runs(struct plan_report *report, const struct arguments *arguments, struct world *world,
                         struct err *err)
{
    struct scores *scores = &report->scores;
    if (scores->measures.count == 0 && !measure_list_parse(bytes_of(PLAN_MEASURES), &scores->measures, err))
        return false;
    if (!pairing_check_runs(arguments, err) || !scores_make(scores, NULL, arguments, world, err) ||
        !pairing_check_truth(&scores->truth, err) || !pairing_check_measures(&report->scores, err) ||
        !vote_budget_read(&scores->truth, &report->arena, &report->budget, world, err))
        return false;
    for (size_t i = scores->n_runs > 1 ? 1 : 0; i < scores->n_runs; i++)
        add_run(report, &scores->runs[i]);
    return true;
}

/* Counts the labelled questions. A database may have no votes. */
static bool count_labelled(struct plan_report *report, const struct arguments *arguments, size_t *n,
                           struct world *world, struct err *err)
{
    struct truth *truth = &report->scores.truth;
    const char *path = arguments->operands[0];
    const struct truth_choice choice = report->scores.choice;
    bool is_database;
    if (!truth_is_database(path, &is_database, err))
        return false;
    if (!is_database || choice.source != NULL) {
        if (!truth_open(truth, path, &choice, &report->scores.measures, world, err))
            return false;
        *n = truth->qrels.n_questions;
        return true;
    }
    *truth = (struct truth){.path = path, .is_database = true, .left_out = choice.left_out};
    if (!vote_budget_read(truth, &report->arena, &report->budget, world, err))
        return false;
    *n = report->budget.n_labelled;
    return true;
}

static bool plan_without_runs(struct plan_report *report, const struct arguments *arguments,
                              struct world *world, struct err *err)
{
    size_t n;
    if (report->scores.measures.count > 0 || report->scores.by != NULL || report->scores.weighted != NULL)
        return err_set(err, ERR_USAGE,
                       "measures, slices and weights need a run; name a run, or leave out these options");
    if (!count_labelled(report, arguments, &n, world, err))
        return false;
    ARENA_PUSH(&report->arena, report->rows, report->n_rows) = (struct plan_row){
        .measure = bytes_of(POWER_MEASURE),
        .n_questions = n,
        .deviation = isnan(report->deviation) ? POWER_DEVIATION : report->deviation,
    };
    return true;
}

/* --- The table ------------------------------------------------------------ */

static void add_cost(const struct plan_report *report, const struct plan_row *row, size_t needed,
                     struct table *table)
{
    const size_t n_more = needed > row->n_questions ? needed - row->n_questions : 0;
    const double ballots = vote_budget_ballots(&report->budget, (double)n_more),
                 minutes = 60 * ballot_time_hours(&report->budget.time, ballots);
    if (needed < POWER_QUESTIONS_MAX) {
        table_add_integer(table, (int64_t)needed);
        table_add_integer(table, (int64_t)n_more);
        table_add_real(table, ballots, 0);
        table_add_real(table, minutes, 0);
    } else {
        for (int i = 0; i < 4; i++)
            table_add_empty(table);
    }
}

static void add_row(const struct plan_report *report, const struct plan_row *row, double difference,
                    struct table *table)
{
    const int precision = report->scores.precision;
    if (report->scores.n_runs > 0)
        table_add_text(table, row->run);
    if (report->scores.by != NULL)
        table_add_text(table, row->slice);
    table_add_text(table, row->measure);
    table_add_integer(table, (int64_t)row->n_questions);
    table_add_real(table, row->deviation, precision);
    table_add_real(table, power_smallest_difference(row->deviation, row->n_questions, report->power),
                   precision);
    table_add_real(table, difference, precision);
    add_cost(report, row, power_questions_needed(row->deviation, difference, report->power), table);
}

static void fill_table(const struct plan_report *report, struct table *table)
{
    static const char *const numbers[] = {"questions",    "deviation",        "smallest",
                                          "difference",   "needed_questions", "more_questions",
                                          "more_ballots", "more_minutes"};
    if (report->scores.n_runs > 0)
        table_add_column(table, "run", ALIGN_LEFT);
    if (report->scores.by != NULL)
        table_add_column(table, "slice", ALIGN_LEFT);
    table_add_column(table, "measure", ALIGN_LEFT);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        table_add_column(table, numbers[i], ALIGN_RIGHT);
    for (size_t i = 0; i < report->n_rows; i++) {
        for (size_t d = 0; d < report->n_differences; d++)
            add_row(report, &report->rows[i], report->differences[d], table);
    }
}

/* --- The time of a ballot ----------------------------------------------------------------------- */

static const char *const sources[] = {
    [TIME_OF_OWN_VOTES] = "own votes",
    [TIME_OF_ALL_VOTES] = "votes of all annotators",
    [TIME_ASSUMED] = "assumed",
};

/* Adds a row for each annotator with votes. */
static size_t fill_times(const struct vote_budget *budget, struct table *table)
{
    size_t n = 0;
    table_add_column(table, "annotator", ALIGN_LEFT);
    table_add_column(table, "votes", ALIGN_RIGHT);
    table_add_column(table, "seconds a ballot", ALIGN_RIGHT);
    table_add_column(table, "measured by", ALIGN_LEFT);
    for (size_t i = 0; i < budget->n_annotators; i++) {
        const struct annotator_row *row = &budget->annotators[i];
        const double all_ms = budget->time.source == TIME_ASSUMED ? NAN : budget->time.ms;
        const struct ballot_time time = ballot_time_of(row->vote_ms, all_ms);
        if (row->pace.votes == 0)
            continue;
        table_add_text(table, row->name);
        table_add_integer(table, row->pace.votes);
        table_add_real(table, time.ms / 1000, 1);
        table_add_text(table, bytes_of(sources[time.source]));
        n++;
    }
    return n;
}

/* Says for people what the minutes rest on. The tables of programs have only the minutes. */
static void print_times(const struct plan_report *report, struct world *world)
{
    struct table table = {0};
    struct buffer text = {0};
    const struct vote_budget *budget = &report->budget;
    if (isnan(budget->per_question))
        return;
    buffer_add_string(&text, "\nThe minutes are those of all annotators together, ");
    ballot_time_add(&budget->time, &text);
    buffer_add_string(&text, budget->time.source == TIME_ASSUMED
                                 ? ", because fewer than ten votes have a known time.\n"
                                 : ", the median of the newest votes.\n");
    const bool has_rows = fill_times(budget, &table) > 0;
    buffer_add_string(&text, has_rows ? "\n" : "");
    output_text(&text, world);
    if (has_rows)
        output_table(&table, report->format, world);
    table_release(&table);
    buffer_release(&text);
}

/* --- Remarks ---------------------------------------------------------------------------------- */

static void remark_deviation(const struct plan_report *report, struct world *world)
{
    if (!isnan(report->deviation))
        return;
    if (report->scores.n_runs == 0)
        output_remark(world,
                      "without two runs assay assumes a deviation of %g between questions, which is usual "
                      "for nDCG@10; name BASELINE and RUN, or --deviation",
                      POWER_DEVIATION);
    else if (report->scores.n_runs == 1)
        output_remark(world,
                      "%.*s is the only run: assay assumes that another run differs from it as much as its "
                      "own values vary; name BASELINE and RUN, or --deviation",
                      BYTES_FORMAT(report->scores.runs[0].name));
}

static void remark_lack(const struct plan_report *report, struct world *world)
{
    size_t most = 0;
    for (size_t i = 0; i < report->n_rows * report->n_differences; i++) {
        const struct plan_row *row = &report->rows[i / report->n_differences];
        const size_t needed =
            power_questions_needed(row->deviation, report->differences[i % report->n_differences],
                                   report->power);
        if (needed > row->n_questions && needed - row->n_questions > most)
            most = needed - row->n_questions;
    }
    if (!vote_budget_lacks(&report->budget, most))
        return;
    struct buffer lack = {0};
    vote_budget_add_lack(&report->budget, report->scores.truth.path, most, &lack);
    output_remark(world, "%s", buffer_string(&lack));
    buffer_release(&lack);
}

static void print_plan(struct plan_report *report, struct world *world)
{
    struct table table = {0};
    fill_table(report, &table);
    if (table_format_is_for_people((enum table_format)report->format))
        fprintf(world->out,
                "Differences that the labelled questions show with a power of %g %%, and the work that they "
                "need:\n\n",
                100 * report->power);
    output_table(&table, report->format, world);
    table_release(&table);
    if (table_format_is_for_people((enum table_format)report->format))
        print_times(report, world);
    remark_deviation(report, world);
    remark_lack(report, world);
    if (report->scores.n_runs > 0)
        scores_remark(&report->scores, world);
}

/* --- The command ---------------------------------------------------------- */

static bool read_differences(struct plan_report *report, struct err *err)
{
    const struct text_list *asked = &report->differences_asked;
    for (size_t i = 0; i < asked->n; i++) {
        double difference;
        if (!number_parse_real(bytes_of(asked->items[i]), &difference) || difference <= 0)
            return err_set(err, ERR_USAGE, "--difference is a number above 0, not '%s'", asked->items[i]);
        ARENA_PUSH(&report->arena, report->differences, report->n_differences) = difference;
    }
    for (size_t i = 0; asked->n == 0 && i < sizeof differences_default / sizeof *differences_default; i++)
        ARENA_PUSH(&report->arena, report->differences, report->n_differences) = differences_default[i];
    return true;
}

static bool run_plan(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct plan_report *report = arguments->filled;
    report->budget = (struct vote_budget){.per_question = NAN};
    bool done = scores_read_options(&report->scores, err) && read_differences(report, err) &&
                (arguments->n_operands > 1 ? plan_by_runs(report, arguments, world, err)
                                           : plan_without_runs(report, arguments, world, err));
    if (done)
        print_plan(report, world);
    arena_release(&report->arena);
    scores_release(&report->scores);
    return done;
}

const struct command plan_command = {
    .name = "plan",
    .group = "Score",
    .summary = "Estimate how many questions a difference needs",
    .example = "assay plan labels.qrels main.run new.run",
    .operands = "QRELS|DB [BASELINE RUN…]",
    .least_operands = 1,
    .most_operands = SIZE_MAX,
    OPTIONS_FILL(struct plan_report),
    .details =
        "deviation         standard deviation of the questions' differences between run and baseline\n"
        "smallest          smallest difference that the labelled questions show in four of five cases,\n"
        "                  by the paired t test at 5 %, two-sided\n"
        "needed_questions  number of questions that show the difference of the row\n"
        "more_ballots      ballots to label these questions, with the pools of DB\n"
        "more_minutes      minutes to answer these ballots, as DB's votes measure them; 25 s a ballot is\n"
        "                  assumed before ten votes\n"
        "\n"
        "The default measures are " PLAN_MEASURES ".\n",
    .run = run_plan,
};
