/*
 * The first run is the baseline. Every other run is paired with it over the questions for which both have scores, and
 * each pairing is compared by each given measure. All these comparisons are one family: p is corrected for their
 * number. Their order is by run, then by measure. Comparisons of slices, if any, are a separate family. In both cases,
 * those of Judged and similar measures are also a separate family.
 *
 * One further measure follows the given ones, the rank of the best document. Only the table of questions shows it.
 */
#include "cli/commands.h"

#include "cli/score/hole_bounds.h"
#include "cli/shared/output.h"
#include "cli/shared/pairing.h"
#include "cli/shared/vote_noise.h"
#include "core/metric/statistics/comparison.h"
#include "export/forms/json.h"
#include "import/files/file.h"

#include <math.h>
#include <stdlib.h>

/* The correction of p for several comparisons. */
struct correction {
    const char *word;
    const char *column;
    /* NULL: Tukey's, which is computed from the values and not from p. */
    void (*correct)(double *p, size_t n);
};

static const struct correction corrections[] = {
    {.word = "holm", .column = "p_holm", .correct = significance_correct_holm},
    {.word = "bh", .column = "p_bh", .correct = significance_correct_benjamini_hochberg},
    {.word = "tukey", .column = "p_tukey"},
};

static const struct words correction_words = WORDS_OF_ROWS(corrections, word);

enum {
    PERMUTATIONS_MAX = 100000000,
    EFFECT_DIGITS = 2,
    P_DIGITS = 6,   /* enough for the smallest p: with 20 questions it is 2 / 2^20 */
    N_EXTREMES = 5, /* questions with the largest gains, and as many with the largest losses */
};

struct compare_report {
    struct scores scores; /* the first run is the baseline */
    struct comparison_plan plan;
    size_t chosen_correction;
    const struct correction *correction; /* the chosen one */
    bool with_votes;                     /* also print the part of each interval that comes from the votes */
    struct vote_noise noise;             /* if with_votes: the variances from votes */
    bool insists;
    size_t format;
    struct pairing *pairings; /* of the other runs: on all questions, then on slices */
    size_t n_whole, n_pairings;
    struct comparison *comparisons; /* a row of n_asked for each pairing */
};

static const struct option options[] = {
    SCORES_FIELD_OPTION_ROWS(struct compare_report, scores),
    FLAG_OPTION("interval", struct compare_report, with_votes, .letter = 'i',
                .help = "for votes, also print the part of the interval due to votes"),
    CHOICE_OPTION("test", "TEST", struct compare_report, plan.significance.test, .help = "significance test",
                  .words = &significance_test_words),
    CHOICE_OPTION("correction", "METHOD", struct compare_report, chosen_correction,
                  .help = "correction of p for several comparisons", .words = &correction_words),
    INTEGER_OPTION("permutations", "N", struct compare_report, plan.significance.permutations, 1,
                   PERMUTATIONS_MAX, SIGNIFICANCE_PERMUTATIONS,
                   .help = "permutations of the randomisation and Tukey's tests (default 100000)"),
    INTEGER_OPTION("seed", "N", struct compare_report, plan.significance.seed, 0, INT64_MAX, 1,
                   .help = "seed of the random numbers (default 1)"),
    FLAG_OPTION("insist", struct compare_report, insists,
                .help = "compare runs even if their documents were renamed"),
    OPTION_ROW_FORMAT(struct compare_report),
};

/* --- Comparing ------------------------------------------------------------ */

static bool compare_pairing(const struct pairing *pairing, size_t n_asked, const struct comparison_plan *plan,
                            struct comparison *out)
{
    struct arena arena = {0};
    const size_t n = pairing->n_questions;
    const double *baseline = pairing_values(pairing, pairing->baseline_rows, n_asked, &arena);
    const double *run = pairing_values(pairing, pairing->run_rows, n_asked, &arena);
    bool done = comparison_make(out, baseline, run, pairing->shares, n, n_asked, plan);
    arena_release(&arena);
    return done;
}

/* Pairs all runs on all questions, then all runs on the slices. */
static void pair_runs(struct compare_report *report)
{
    struct scores *scores = &report->scores;
    const size_t n_slices = scores->slices.n;
    report->n_whole = scores->n_runs - 1;
    report->n_pairings = report->n_whole * (1 + n_slices);
    report->pairings = arena_get_array(&scores->arena, report->n_pairings, sizeof *report->pairings);
    struct pairing *slices = report->pairings + report->n_whole;
    for (size_t i = 0; i < report->n_whole; i++) {
        const struct scored_run *run = &scores->runs[i + 1];
        pairing_make(&report->pairings[i], scores, &scores->runs[0], run, scores_whole);
        for (size_t slice = 0; slice < n_slices; slice++)
            pairing_make(&slices[i * n_slices + slice], scores, &scores->runs[0], run, slice);
    }
}

/* Clears interval and p of a comparison with too few questions for a verdict. */
static void leave_undecided(struct comparison *comparison)
{
    comparison->difference.low = comparison->difference.high = comparison->difference.effect = NAN;
    comparison->p = comparison->p_corrected = NAN;
    if (comparison->difference.n == 0)
        comparison->baseline_mean = comparison->run_mean = comparison->difference.mean = NAN;
}

static bool is_of_family(const struct compare_report *report, size_t comparison, bool is_ground)
{
    const size_t n_asked = report->scores.n_asked;
    return report->scores.measures.items[comparison % n_asked].row->is_ground == is_ground &&
           pairing_is_enough(&report->pairings[comparison / n_asked]);
}

/* Corrects the comparisons from `first` up to, not including, `end`. */
static void correct_family(struct compare_report *report, size_t first, size_t end, bool is_ground)
{
    struct arena arena = {0};
    struct comparison *family = arena_get_array(&arena, end - first, sizeof *family);
    size_t n = 0;
    for (size_t i = first; i < end; i++) {
        if (is_of_family(report, i, is_ground))
            family[n++] = report->comparisons[i];
    }
    comparison_correct(family, n, report->correction->correct);
    for (size_t i = end; i-- > first;) {
        if (is_of_family(report, i, is_ground))
            report->comparisons[i] = family[--n];
    }
    arena_release(&arena);
}

/*
 * Slices are separate families, so that examining them does not weaken the result on the whole. So are measures of how
 * much was judged, which tell nothing about the quality of a run.
 */
static void correct_families(struct compare_report *report)
{
    const size_t n_asked = report->scores.n_asked;
    const size_t n_whole = report->n_whole * n_asked, n = report->n_pairings * n_asked;
    for (size_t i = 0; i < n; i++) {
        if (!pairing_is_enough(&report->pairings[i / n_asked]))
            leave_undecided(&report->comparisons[i]);
    }
    for (int is_ground = 0; is_ground <= 1; is_ground++) {
        correct_family(report, 0, n_whole, is_ground);
        correct_family(report, n_whole, n, is_ground);
    }
}

/* Moves on to the question in the evaluation, which is sorted. Returns false when it is missing. */
static bool evaluation_seek(const struct evaluation *evaluation, struct bytes qid, size_t *place)
{
    int order = -1;
    while (*place < evaluation->n_questions &&
           (order = bytes_compare(evaluation->questions[*place]->qid, qid)) < 0)
        ++*place;
    return order == 0;
}

/*
 * Finds the questions for which all runs have scores: one row for each question, with its index in the evaluation of
 * each run.
 */
static size_t find_common_questions(const struct scores *scores, size_t *rows)
{
    const struct evaluation *baseline = &scores->runs[0].evaluation;
    size_t n = 0;
    for (size_t q = 0; q < baseline->n_questions; q++) {
        size_t *row = rows + n * scores->n_runs;
        const size_t *before = n > 0 ? row - scores->n_runs : NULL;
        bool is_common = true;
        for (size_t run = 0; is_common && run < scores->n_runs; run++) {
            row[run] = before != NULL ? before[run] : 0;
            is_common =
                evaluation_seek(&scores->runs[run].evaluation, baseline->questions[q]->qid, &row[run]);
        }
        n += is_common;
    }
    return n;
}

static bool correct_measure_by_tukey(struct compare_report *report, size_t measure, const size_t *rows,
                                     size_t n)
{
    const struct scores *scores = &report->scores;
    struct arena arena = {0};
    double *values = arena_get_array(&arena, n * scores->n_runs, sizeof *values);
    double *p = arena_get_array(&arena, scores->n_runs * scores->n_runs, sizeof *p);
    for (size_t i = 0; i < n * scores->n_runs; i++) {
        const struct evaluation *evaluation = &scores->runs[i % scores->n_runs].evaluation;
        values[i] = evaluation->values[rows[i] * evaluation->n_measures + measure];
    }
    bool done =
        significance_tukey(values, n, scores->n_runs, &report->plan.significance, &report->plan.workforce, p);
    for (size_t i = 0; done && i < report->n_whole; i++)
        report->comparisons[i * scores->n_asked + measure].p_corrected = p[i + 1];
    arena_release(&arena);
    return done;
}

static bool correct_by_tukey(struct compare_report *report)
{
    const struct scores *scores = &report->scores;
    struct arena arena = {0};
    /* One more row than there are questions, because a row is written before the question is known to be common. */
    size_t *rows =
        arena_get_array(&arena, (scores->runs[0].evaluation.n_questions + 1) * scores->n_runs, sizeof *rows);
    size_t n = find_common_questions(scores, rows);
    bool done = true;
    for (size_t measure = 0; done && measure < scores->n_asked; measure++)
        done = correct_measure_by_tukey(report, measure, rows, n);
    arena_release(&arena);
    return done;
}

/* Clips the differences of measures between 0 and 1. */
static void clip_differences(struct compare_report *report)
{
    const size_t n_asked = report->scores.n_asked;
    for (size_t i = 0; i < report->n_pairings * n_asked; i++) {
        if (report->scores.measures.items[i % n_asked].row->range == RANGE_UNIT)
            estimate_clip(&report->comparisons[i].difference, -1, 1);
    }
}

static bool compare_runs(struct compare_report *report, struct err *err)
{
    const size_t n_asked = report->scores.n_asked;
    report->comparisons =
        arena_get_array(&report->scores.arena, report->n_pairings * n_asked, sizeof *report->comparisons);
    for (size_t i = 0; i < report->n_pairings; i++) {
        if (!compare_pairing(&report->pairings[i], n_asked, &report->plan, report->comparisons + i * n_asked))
            return err_set(err, ERR_INTERRUPTED, "stopped before all was compared");
    }
    clip_differences(report);
    if (report->correction->correct != NULL) {
        correct_families(report);
    } else if (!correct_by_tukey(report)) {
        return err_set(err, ERR_INTERRUPTED, "stopped before all was compared");
    }
    return !report->with_votes ||
           vote_noise_make(&report->noise, &report->scores,
                           &(struct vote_noise_plan){.n_measures = n_asked,
                                                     .seed = report->plan.significance.seed,
                                                     .workforce = report->plan.workforce},
                           err);
}

/* --- The means ------------------------------------------------------------ */

/* Adds the part of a difference's interval that comes from the votes. */
static void add_votes(const struct compare_report *report, const struct pairing *pairing, size_t measure,
                      double difference, struct table *table)
{
    const struct scores *scores = &report->scores;
    struct estimate votes = vote_noise_interval(&report->noise, report->noise.differences, scores,
                                                &(struct vote_mean){
                                                    .questions = pairing->questions,
                                                    .n_questions = pairing->n_questions,
                                                    .shares = pairing->shares,
                                                    .run = (size_t)(pairing->run - scores->runs),
                                                    .measure = measure,
                                                    .value = difference,
                                                });
    if (scores->measures.items[measure].row->range == RANGE_UNIT)
        estimate_clip(&votes, -1, 1);
    table_add_real(table, votes.low, scores->precision);
    table_add_real(table, votes.high, scores->precision);
}

static void add_comparison(const struct compare_report *report, const struct pairing *pairing, size_t measure,
                           const struct comparison *comparison, struct table *table)
{
    const int precision = report->scores.precision;
    const bool is_lack = report->scores.measures.items[measure].row->is_lack; /* a falling value is a win */
    table_add_real(table, comparison->baseline_mean, precision);
    table_add_real(table, comparison->run_mean, precision);
    table_add_real(table, comparison->difference.mean, precision);
    table_add_real(table, comparison->difference.low, precision);
    table_add_real(table, comparison->difference.high, precision);
    if (report->with_votes)
        add_votes(report, pairing, measure, comparison->difference.mean, table);
    table_add_integer(table, (int64_t)(is_lack ? comparison->losses : comparison->wins));
    table_add_integer(table, (int64_t)comparison->ties);
    table_add_integer(table, (int64_t)(is_lack ? comparison->wins : comparison->losses));
    table_add_real(table, comparison->difference.effect, EFFECT_DIGITS);
    table_add_real(table, comparison->p, P_DIGITS);
    table_add_real(table, comparison->p_corrected, P_DIGITS);
    if (comparison->p_corrected < 0.05)
        table_mark(table, "*");
}

static void add_number_columns(const struct compare_report *report, struct table *table)
{
    const char *const numbers[] = {
        "baseline",
        "value",
        "difference",
        "low",
        "high",
        report->with_votes ? "votes_low" : NULL,
        report->with_votes ? "votes_high" : NULL,
        "wins",
        "ties",
        "losses",
        "d",
        "p",
        report->correction->column,
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (numbers[i] != NULL)
            table_add_column(table, numbers[i], ALIGN_RIGHT);
    }
}

/* Without --by there are no such columns. */
static void add_slice_columns(const struct compare_report *report, struct table *table)
{
    if (report->scores.by == NULL)
        return;
    table_add_column(table, "slice", ALIGN_LEFT);
    table_add_column(table, "questions", ALIGN_RIGHT);
}

static void add_slice(const struct compare_report *report, const struct pairing *pairing, struct table *table)
{
    if (report->scores.by == NULL)
        return;
    table_add_text(table, scores_slice_name(&report->scores, pairing->slice));
    table_add_integer(table, (int64_t)pairing->n_questions);
}

static void fill_comparisons(struct compare_report *report, struct table *table)
{
    size_t n_asked = report->scores.n_asked;
    table_add_column(table, "run", ALIGN_LEFT);
    add_slice_columns(report, table);
    table_add_column(table, "measure", ALIGN_LEFT);
    add_number_columns(report, table);
    for (size_t i = 0; i < report->n_pairings * n_asked; i++) {
        table_add_text(table, report->pairings[i / n_asked].run->name);
        add_slice(report, &report->pairings[i / n_asked], table);
        table_add_text(table, bytes_of(scores_measure_name(&report->scores, i % n_asked)));
        add_comparison(report, &report->pairings[i / n_asked], i % n_asked, &report->comparisons[i], table);
    }
}

/* --- The questions -------------------------------------------------------- */

struct gain {
    size_t question; /* index in the pairing */
    double gain;     /* the difference, with the sign changed if lower is better */
};

/* Sorts the largest gain first; equal ones by qid. */
static int compare_gains(const void *a, const void *b)
{
    const struct gain *left = a;
    const struct gain *right = b;
    if (left->gain != right->gain)
        return left->gain < right->gain ? 1 : -1;
    return left->question < right->question ? -1 : 1;
}

static const struct measure_row *first_measure(const struct compare_report *report)
{
    return report->scores.measures.items[0].row;
}

static struct gain *sort_gains(const struct pairing *pairing, const struct measure_row *measure,
                               struct arena *arena)
{
    struct gain *gains = arena_get_array(arena, pairing->n_questions, sizeof *gains);
    for (size_t q = 0; q < pairing->n_questions; q++) {
        gains[q].question = q;
        gains[q].gain = measure_merit(measure, comparison_difference(pairing->baseline_rows[q][0],
                                                                     pairing->run_rows[q][0]));
    }
    if (pairing->n_questions > 0)
        qsort(gains, pairing->n_questions, sizeof *gains, compare_gains);
    return gains;
}

static void add_rank(struct table *table, double rank)
{
    if (rank > 0)
        table_add_integer(table, (int64_t)rank);
    else
        table_add_empty(table);
}

static void add_gain(const struct compare_report *report, const struct pairing *pairing,
                     const struct gain *gain, struct table *table)
{
    const double *baseline = pairing->baseline_rows[gain->question];
    const double *run = pairing->run_rows[gain->question];
    table_add_text(table, pairing->run->name);
    table_add_text(table, pairing->questions[gain->question]->qid);
    table_add_real(table, baseline[0], report->scores.precision);
    table_add_real(table, run[0], report->scores.precision);
    table_add_real(table, measure_merit(first_measure(report), gain->gain), report->scores.precision);
    add_rank(table, baseline[report->scores.n_asked]);
    add_rank(table, run[report->scores.n_asked]);
}

/* Adds the largest gains first, then the largest losses. */
static void add_extremes(const struct compare_report *report, const struct pairing *pairing,
                         struct table *table)
{
    struct arena arena = {0};
    const struct gain *gains = sort_gains(pairing, first_measure(report), &arena);
    const size_t n = pairing->n_questions;
    for (size_t i = 0; i < n && i < N_EXTREMES && gains[i].gain > 0; i++)
        add_gain(report, pairing, &gains[i], table);
    for (size_t i = 0; i < n && i < N_EXTREMES && gains[n - 1 - i].gain < 0; i++)
        add_gain(report, pairing, &gains[n - 1 - i], table);
    arena_release(&arena);
}

static void fill_questions(const struct compare_report *report, struct table *table)
{
    static const char *const numbers[] = {"baseline", "value", "difference", "baseline_rank", "rank"};
    table_add_column(table, "run", ALIGN_LEFT);
    table_add_column(table, "qid", ALIGN_LEFT);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        table_add_column(table, numbers[i], ALIGN_RIGHT);
    for (size_t i = 0; i < report->n_whole; i++)
        add_extremes(report, &report->pairings[i], table);
}

/* --- Formats -------------------------------------------------------------- */

static void print_text(struct compare_report *report, const struct table *comparisons,
                       const struct table *questions, struct world *world)
{
    struct buffer text = {0};
    buffer_add_string(&text, "baseline: ");
    output_add_words(&text, report->format, report->scores.runs[0].name);
    buffer_add_string(&text, "\n\n");
    output_text(&text, world);
    buffer_release(&text);
    output_table(comparisons, report->format, world);
    if (questions->n_cells == 0)
        return;
    fprintf(world->out,
            "\nQuestions that gained and lost most by %s%s, and the ranks of their best document:\n\n",
            scores_measure_name(&report->scores, 0),
            first_measure(report)->is_lack ? " (lower is better)" : "");
    output_table(questions, report->format, world);
}

static void print_comparison_json(struct compare_report *report, const struct table *comparisons,
                                  const struct table *questions, struct world *world)
{
    struct json *root = json_object();
    json_add_text(root, "baseline", report->scores.runs[0].name);
    json_add_text(root, "test", bytes_of(words_at(&significance_test_words, report->plan.significance.test)));
    json_add_text(root, "correction", bytes_of(report->correction->word));
    json_add_integer(root, "permutations", (int64_t)report->plan.significance.permutations);
    json_add_integer(root, "seed", (int64_t)report->plan.significance.seed);
    table_add_to_json(comparisons, json_add_array(root, "comparisons"));
    table_add_to_json(questions, json_add_array(root, "questions"));
    output_json(root, world);
}

static void print_comparison(struct compare_report *report, struct world *world)
{
    struct table comparisons = {0};
    struct table questions = {0};
    fill_comparisons(report, &comparisons);
    fill_questions(report, &questions);
    if (table_format_is_for_people((enum table_format)report->format))
        print_text(report, &comparisons, &questions, world);
    else if (report->format == TABLE_JSON)
        print_comparison_json(report, &comparisons, &questions, world);
    else /* lines hold one table only: that of the comparisons */
        output_table(&comparisons, report->format, world);
    table_release(&comparisons);
    table_release(&questions);
    scores_remark(&report->scores, world);
    const bool is_unjudged = scores_remark_unjudged(&report->scores, world);
    for (size_t i = 0; is_unjudged && i < report->n_whole; i++)
        hole_bounds_remark(&report->scores, &report->pairings[i], world);
}

/* --- The command ---------------------------------------------------------- */

static bool read_compare_options(struct compare_report *report, struct world *world, struct err *err)
{
    report->plan.workforce =
        (struct workforce){.n_threads = world->n_processors, .interrupted = world->interrupted};
    report->scores.redraws_votes = report->with_votes;
    report->correction = &corrections[report->chosen_correction];
    if (report->correction->correct == NULL && (report->scores.by != NULL || report->scores.weighted != NULL))
        return err_set(
            err, ERR_USAGE,
            "--correction tukey compares all runs on all questions alike; leave out --by and --weight");
    return scores_read_options(&report->scores, err);
}

static bool check_pairs(const struct compare_report *report, struct err *err)
{
    for (size_t i = 0; i < report->n_whole; i++) {
        if (report->pairings[i].n_questions == 0)
            return err_set(err, ERR_INPUT,
                           "%s: it answers none of the questions of %s; without --questions both, unanswered "
                           "questions count 0",
                           file_label(report->pairings[i].run->path),
                           file_label(report->scores.runs[0].path));
    }
    return true;
}

static bool run_compare(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct compare_report *report = arguments->filled;
    struct scores *scores = &report->scores;
    const struct measure best_rank = measure_of(&best_document_rank);
    bool done = read_compare_options(report, world, err) && pairing_check_runs(arguments, err) &&
                scores_make(scores, &best_rank, arguments, world, err) &&
                pairing_check_truth(&scores->truth, err) && pairing_check_means(scores, err) &&
                (report->insists || scores_check_renamed(scores, err));
    if (done) {
        report->with_votes = report->with_votes && scores->truth.base.kept != NULL;
        pair_runs(report);
        done = check_pairs(report, err) && compare_runs(report, err);
    }
    if (done)
        print_comparison(report, world);
    vote_noise_release(&report->noise);
    scores_release(scores);
    return done;
}

const struct command compare_command = {
    .name = "compare",
    .group = "Score",
    .summary = "Test whether runs differ from a baseline beyond chance",
    .example = "assay compare labels.qrels bm25.run dense.run",
    .operands = "QRELS|DB BASELINE RUN…",
    .least_operands = 3,
    .most_operands = SIZE_MAX,
    OPTIONS_FILL(struct compare_report),
    .details =
        "p is two-sided. The randomisation test is exact if at most 20 questions differ. * marks p below\n"
        "0.05. The correction counts all comparisons, runs times measures, so use -m to name only the\n"
        "measures that you decide by. Judged, Holes and Unjudged are corrected separately: they tell how\n"
        "much of the runs was judged.\n"
        "\n"
        "  holm    the probability of any false finding is at most 5 %\n"
        "  bh      Benjamini-Hochberg: on average at most 5 % of the findings are false\n"
        "  tukey   compare all runs with each other, measure by measure\n"
        "\n"
        "low and high bound the differences that the test does not reject at 5 %. The interval therefore\n"
        "excludes 0 only if p is at most 0.05. For wilcoxon and sign they are about the middle of the\n"
        "questions that differ, not about the mean. For Holes, Unjudged and RBPResidual lower values are\n"
        "better.\n"
        "\n"
        "d is the effect size: the mean difference of the questions divided by its standard deviation.\n"
        "Counts are means over questions. The best document is the first one with the highest grade.\n",
    .run = run_compare,
};
