/*
 * The run and the baseline are scored on one truth and paired, as in compare. core/metric/statistics/gate.h decides.
 * Each measure, and after them each slice, has a row with its verdict. The verdict of the call is the worst verdict of
 * the measures over all questions, and decides the exit status.
 *
 * The baseline is a run, or saved scores (cli/score/saved_baseline.h). With saved scores, only the run is scored.
 */
#include "cli/commands.h"

#include "cli/shared/output.h"
#include "cli/shared/pairing.h"
#include "cli/score/saved_baseline.h"
#include "cli/shared/vote_budget.h"
#include "core/base/number.h"
#include "core/metric/statistics/gate.h"
#include "export/forms/json.h"
#include "export/forms/junit.h"
#include "import/baseline.h"
#include "import/files/file.h"

#include <math.h>

/* The formats of tables, and JUnit's. */
enum { FORMAT_JUNIT = TABLE_FORMAT_COUNT };

static const char *const own_formats[] = {"junit"};
static const struct words format_words = WORDS_BEHIND(&table_format_words, own_formats);

#define GATE_MEASURE "nDCG@10"

/* 1 and 2 mean that there is no verdict. */
static const int statuses[GATE_VERDICT_COUNT] = {
    [GATE_NOT_WORSE] = 0,
    [GATE_WORSE] = 3,
    [GATE_UNDECIDED] = 4,
};

/* A measure over all questions, or over those of a slice. */
struct gate_row {
    size_t measure;
    const struct pairing *pairing;
    double baseline_mean, run_mean;
    struct estimate difference;
    bool is_bounded; /* the measure is between 0 and 1 */
    enum gate_verdict verdict;
    /* Questions until there is a verdict; 0: there is one, or no number of questions would suffice. */
    size_t n_more;
    bool is_too_few; /* too few questions for any verdict; n_more is then the least number that is missing */
};

struct gate_report {
    struct scores scores; /* the last run is the one to judge */
    struct saved_baseline saved;
    const char *save_path;
    double margin;
    int64_t looks; /* number of verdicts that together keep the error rate */
    bool insists;
    bool is_copy; /* the run is the baseline, byte for byte, so that the verdict means nothing */
    size_t format;
    struct pairing *pairings; /* on all questions, then on each slice */
    size_t n_pairings;
    struct gate_row *rows;           /* for each pairing the rows of the given measures */
    const struct gate_row *decisive; /* the row whose verdict is that of the call */
    struct vote_budget budget;
    struct buffer summary; /* the verdict as a sentence */
};

enum { LOOKS_MAX = 1000000 };

static const struct option options[] = {
    SCORES_FIELD_OPTION_ROWS(struct gate_report, scores),
    OPTION_ROW_MARGIN(struct gate_report),
    INTEGER_OPTION("looks", "N", struct gate_report, looks, 1, LOOKS_MAX, 1,
                   .help = "keep the error rate over N verdicts together (default 1)"),
    TEXT_OPTION("save", "FILE", struct gate_report, save_path,
                .help = "save the scores of BASELINE, to use FILE as BASELINE later (without RUN)"),
    FLAG_OPTION("insist", struct gate_report, insists,
                .help = "judge the run even if its documents were renamed"),
    CHOICE_OPTION("format", "FORMAT", struct gate_report, format, .words = &format_words),
};

static const struct scored_run *baseline_of(const struct gate_report *report)
{
    return report->saved.path != NULL ? &report->saved.run : &report->scores.runs[0];
}

static const struct scored_run *run_of(const struct gate_report *report)
{
    return &report->scores.runs[report->scores.n_runs - 1];
}

/* --- Deciding ------------------------------------------------------------- */

static double mean_of(const double *values, size_t n, size_t stride)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += values[i * stride];
    return n > 0 ? sum / (double)n : NAN;
}

static double tail_of(const struct gate_report *report)
{
    return 0.025 / (double)report->looks;
}

static void set_row(struct gate_row *row, const struct gate_sample *sample, const struct gate_report *report)
{
    row->difference = estimate_make(sample->differences, sample->n, sample->stride, &sample->kind);
    if (!pairing_is_enough(row->pairing))
        row->difference.low = row->difference.high = NAN;
    row->is_bounded = sample->kind.is_bounded;
    row->verdict = report->is_copy ? GATE_NOT_WORSE : gate_decide(&row->difference, report->margin);
    row->is_too_few = sample->n < SLICE_LEAST;
    if (row->verdict != GATE_UNDECIDED)
        return;
    row->n_more = gate_questions_more(sample, report->margin);
}

static void judge_pairing(struct gate_report *report, size_t place)
{
    const struct pairing *pairing = &report->pairings[place];
    const size_t n_asked = report->scores.n_asked;
    const size_t n = pairing->n_questions;
    struct arena arena = {0};
    const double *baseline = pairing_values(pairing, pairing->baseline_rows, n_asked, &arena);
    const double *run = pairing_values(pairing, pairing->run_rows, n_asked, &arena);
    const double *differences = pairing_differences(pairing, baseline, run, n_asked, &arena);
    for (size_t m = 0; m < n_asked; m++) {
        struct gate_row *row = &report->rows[place * n_asked + m];
        struct estimate_kind kind =
            estimate_kind_of(true, report->scores.measures.items[m].row->range == RANGE_UNIT);
        kind.heaviest = pairing_heaviest(pairing);
        kind.confidence = 1 - 2 * tail_of(report);
        const struct gate_sample sample = {
            .differences = differences + m,
            .n = n,
            .stride = n_asked,
            .kind = kind,
        };
        *row = (struct gate_row){.measure = m,
                                 .pairing = pairing,
                                 .baseline_mean = mean_of(baseline + m, n, n_asked),
                                 .run_mean = mean_of(run + m, n, n_asked)};
        set_row(row, &sample, report);
    }
    arena_release(&arena);
}

static void judge(struct gate_report *report)
{
    struct scores *scores = &report->scores;
    report->n_pairings = 1 + scores->slices.n;
    report->pairings = arena_get_array(&scores->arena, report->n_pairings, sizeof *report->pairings);
    report->rows =
        arena_get_array(&scores->arena, report->n_pairings * scores->n_asked, sizeof *report->rows);
    for (size_t i = 0; i < report->n_pairings; i++) {
        pairing_make(&report->pairings[i], scores, baseline_of(report), run_of(report),
                     i == 0 ? scores_whole : i - 1);
        judge_pairing(report, i);
    }
}

/*
 * Returns whether `row` is more decisive than `before`: it has the worse verdict, or needs more questions for one.
 */
static bool is_decisive(const struct gate_row *row, const struct gate_row *before)
{
    if (row->verdict != before->verdict)
        return row->verdict > before->verdict;
    bool can_be_told = before->n_more > 0;
    return row->verdict == GATE_UNDECIDED && can_be_told &&
           (row->n_more == 0 || row->n_more > before->n_more);
}

/* All measures must pass, over all questions. */
static const struct gate_row *find_decisive(const struct gate_report *report)
{
    const struct gate_row *decisive = &report->rows[0];
    for (size_t m = 1; m < report->scores.n_asked; m++) {
        if (is_decisive(&report->rows[m], decisive))
            decisive = &report->rows[m];
    }
    return decisive;
}

/* --- In words ------------------------------------------------------------- */

/* Adds the margin as a difference: "-0.02". */
static void add_margin(const struct gate_report *report, struct buffer *out)
{
    if (report->margin > 0)
        buffer_add_byte(out, '-');
    number_add_shortest(out, report->margin);
}

static void add_effort(const struct gate_report *report, const struct gate_row *row, struct buffer *out)
{
    const char *const plural = row->n_more == 1 ? "" : "s";
    const double ballots = vote_budget_ballots(&report->budget, (double)row->n_more);
    if (row->is_too_few)
        buffer_add_format(out,
                          "fewer than %d questions are too few for a verdict; at least %zu more question%s "
                          "must be labelled",
                          SLICE_LEAST, row->n_more, plural);
    else
        buffer_add_format(out, "about %zu more question%s would tell", row->n_more, plural);
    if (isfinite(ballots)) {
        buffer_add_format(out, ", %.0f ballots, ", ballots);
        vote_budget_add_time(&report->budget.time, ballots, out);
    }
    if (vote_budget_lacks(&report->budget, row->n_more)) {
        buffer_add_string(out, "; ");
        vote_budget_add_lack(&report->budget, report->scores.truth.path, row->n_more, out);
    }
}

static bool are_the_same(const struct gate_row *row)
{
    return row->difference.mean == 0 && row->difference.deviation == 0;
}

/*
 * A difference that was found on no question may exist on others, but only on a limited share (Clopper & Pearson's
 * bound).
 */
static void add_sameness(const struct gate_report *report, const struct gate_row *row, struct buffer *out)
{
    buffer_add_string(out, "the two runs differ on none of the questions");
    if (row->is_bounded)
        buffer_add_format(out, "; the runs may still differ on up to %.2g %% of questions like these",
                          100 * (1 - pow(tail_of(report), 1 / (double)row->difference.n)));
    else
        buffer_add_string(
            out, ", which says nothing about other questions, because the measure has no greatest value");
}

static void add_doubt(const struct gate_report *report, const struct gate_row *row, struct buffer *out)
{
    const bool is_same = are_the_same(row) && !row->is_too_few;
    if (is_same)
        add_sameness(report, row, out);
    if (is_same && row->n_more > 0)
        buffer_add_string(out, "; ");
    if (row->n_more > 0)
        add_effort(report, row, out);
    else if (!is_same)
        buffer_add_string(out, "the difference is so close to the margin that no number of questions that "
                               "people can label would tell");
}

static void add_reason(const struct gate_report *report, const struct gate_row *row, struct buffer *out)
{
    switch (row->verdict) {
    case GATE_NOT_WORSE:
        if (report->is_copy) {
            buffer_add_string(out, "the run is the same as the baseline, byte for byte");
            break;
        }
        buffer_add_string(out, "the interval does not reach below ");
        add_margin(report, out);
        break;
    case GATE_WORSE:
        buffer_add_string(out, "the interval lies below 0");
        if (report->margin > 0) {
            buffer_add_string(out, ", and reaches below ");
            add_margin(report, out);
        }
        break;
    default:
        add_doubt(report, row, out);
        break;
    }
}

/* Adds "nDCG@10 +0.0439, 95 % interval -0.0051 to 0.0971, on 48 questions: the interval …". */
static void add_finding(const struct gate_report *report, const struct gate_row *row, struct buffer *out)
{
    const int precision = report->scores.precision;
    const struct estimate *difference = &row->difference;
    measure_add_name(&report->scores.measures.items[row->measure], out);
    buffer_add_format(out, " %+.*f", precision, difference->mean);
    if (isfinite(difference->low) && isfinite(difference->high))
        buffer_add_format(out, ", %.4g %% interval %.*f to %.*f", 100 * (1 - 2 * tail_of(report)), precision,
                          difference->low, precision, difference->high);
    buffer_add_format(out, ", on %zu question%s: ", difference->n, difference->n == 1 ? "" : "s");
    add_reason(report, row, out);
}

static void write_summary(struct gate_report *report)
{
    buffer_add_format(&report->summary, "%.*s against %.*s: ", BYTES_FORMAT(run_of(report)->name),
                      BYTES_FORMAT(baseline_of(report)->name));
    add_finding(report, report->decisive, &report->summary);
}

/* Adds the error rate of a verdict, and of many verdicts. */
static void add_promise(const struct gate_report *report, struct buffer *out)
{
    const size_t n = report->scores.n_asked;
    size_t open = 0;
    while (open < n && report->rows[open].is_bounded)
        open++;
    if (open < n) {
        measure_add_name(&report->scores.measures.items[open], out);
        buffer_add_string(
            out, " has no greatest value, so its interval assumes that no difference is larger than the "
                 "largest one here. With few questions a verdict is wrong more often than once in 40.");
    } else if (report->looks == 1) {
        buffer_add_string(out, "\"not worse\" and \"worse\" are each wrong at most once in 40 verdicts. Many "
                               "verdicts on the same questions add up: see --looks.");
    } else {
        buffer_add_format(out,
                          "Over %lld verdicts together, the chance of any wrong \"not worse\" is at most 1 "
                          "in 40, and the chance of any wrong \"worse\" is also at most 1 in 40.",
                          (long long)report->looks);
    }
}

/* --- Formats -------------------------------------------------------------- */

static void add_row(const struct gate_report *report, const struct gate_row *row, struct table *table)
{
    const int precision = report->scores.precision;
    if (report->scores.by != NULL)
        table_add_text(table, scores_slice_name(&report->scores, row->pairing->slice));
    struct buffer name = {0};
    measure_add_name(&report->scores.measures.items[row->measure], &name);
    table_add_text(table, buffer_bytes(&name));
    buffer_release(&name);
    table_add_integer(table, (int64_t)row->difference.n);
    table_add_real(table, row->baseline_mean, precision);
    table_add_real(table, row->run_mean, precision);
    table_add_real(table, row->difference.mean, precision);
    table_add_real(table, row->difference.low, precision);
    table_add_real(table, row->difference.high, precision);
    table_add_text(table, bytes_of(words_at(&gate_verdict_words, row->verdict)));
    if (row->n_more > 0)
        table_add_integer(table, (int64_t)row->n_more);
    else
        table_add_empty(table);
}

static void fill_table(const struct gate_report *report, struct table *table)
{
    static const char *const numbers[] = {"questions", "baseline", "value", "difference", "low", "high"};
    if (report->scores.by != NULL)
        table_add_column(table, "slice", ALIGN_LEFT);
    table_add_column(table, "measure", ALIGN_LEFT);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        table_add_column(table, numbers[i], ALIGN_RIGHT);
    table_add_column(table, "verdict", ALIGN_LEFT);
    table_add_column(table, "more_questions", ALIGN_RIGHT);
    for (size_t i = 0; i < report->n_pairings * report->scores.n_asked; i++)
        add_row(report, &report->rows[i], table);
}

static void print_text(const struct gate_report *report, const struct table *table, struct world *world)
{
    const char *verdict = words_at(&gate_verdict_words, report->decisive->verdict);
    struct buffer text = {0}, promise = {0};
    buffer_add_format(&text, report->format == TABLE_MARKDOWN ? "**%s**: " : "%s: ", verdict);
    output_add_words(&text, report->format, buffer_bytes(&report->summary));
    buffer_add_string(&text, "\n\n");
    output_text(&text, world);
    output_table(table, report->format, world);
    buffer_clear(&text);
    add_promise(report, &promise);
    buffer_add_byte(&text, '\n');
    output_add_words(&text, report->format, buffer_bytes(&promise));
    buffer_add_byte(&text, '\n');
    output_text(&text, world);
    buffer_release(&promise);
    buffer_release(&text);
}

static void print_json(const struct gate_report *report, const struct table *table, struct world *world)
{
    struct json *root = json_object();
    struct buffer promise = {0};
    const double ballots = vote_budget_ballots(&report->budget, (double)report->decisive->n_more);
    add_promise(report, &promise);
    json_add_text(root, "verdict", bytes_of(words_at(&gate_verdict_words, report->decisive->verdict)));
    json_add_text(root, "summary", buffer_bytes(&report->summary));
    json_add_text(root, "baseline", baseline_of(report)->name);
    json_add_text(root, "run", run_of(report)->name);
    json_add_real(root, "margin", report->margin);
    json_add_integer(root, "looks", report->looks);
    json_add_text(root, "promise", buffer_bytes(&promise));
    if (report->decisive->n_more > 0)
        json_add_integer(root, "more_questions", (int64_t)report->decisive->n_more);
    else
        json_add_null(root, "more_questions");
    json_add_real(root, "more_ballots", report->decisive->n_more > 0 ? ballots : NAN);
    json_add_real(root, "more_minutes",
                  report->decisive->n_more > 0 ? 60 * ballot_time_hours(&report->budget.time, ballots) : NAN);
    table_add_to_json(table, json_add_array(root, "measures"));
    buffer_release(&promise);
    output_json(root, world);
}

static struct junit_case case_of(const struct gate_report *report, const struct gate_row *row,
                                 struct arena *arena)
{
    struct buffer name = {0}, text = {0};
    measure_add_name(&report->scores.measures.items[row->measure], &name);
    if (row->pairing->slice != scores_whole)
        buffer_add_format(&name, " %s=%.*s", report->scores.by,
                          BYTES_FORMAT(scores_slice_name(&report->scores, row->pairing->slice)));
    add_finding(report, row, &text);
    struct junit_case made = {
        .name = arena_copy(arena, buffer_bytes(&name)),
        .failure = row->verdict == GATE_NOT_WORSE ? NULL : words_at(&gate_verdict_words, row->verdict),
        .text = arena_copy(arena, buffer_bytes(&text)),
    };
    buffer_release(&name);
    buffer_release(&text);
    return made;
}

/* Slices decide nothing, so they can't be failed cases. */
static void print_junit(const struct gate_report *report, struct world *world)
{
    struct arena arena = {0};
    struct buffer text = {0};
    const size_t n = report->n_pairings * report->scores.n_asked;
    struct junit_case *cases = arena_get_array(&arena, n, sizeof *cases);
    for (size_t i = 0; i < n; i++) {
        cases[i] = case_of(report, &report->rows[i], &arena);
        if (report->rows[i].pairing->slice != scores_whole)
            cases[i].failure = NULL;
    }
    junit_write("assay gate", cases, n, &text);
    output_text(&text, world);
    buffer_release(&text);
    arena_release(&arena);
}

static void print_verdict(struct gate_report *report, struct world *world)
{
    struct table table = {0};
    fill_table(report, &table);
    if (report->format == FORMAT_JUNIT)
        print_junit(report, world);
    else if (report->format == TABLE_JSON)
        print_json(report, &table, world);
    else if (table_format_is_for_people((enum table_format)report->format))
        print_text(report, &table, world);
    else
        output_table(&table, report->format, world);
    table_release(&table);
    scores_remark(&report->scores, world);
    scores_remark_unjudged(&report->scores, world);
}

/* --- The command ---------------------------------------------------------- */

/* Only BASELINE may be a saved baseline. */
static bool check_order(const struct arguments *arguments, struct err *err)
{
    for (size_t i = 0; i < arguments->n_operands; i++) {
        bool is_baseline = false;
        const char *path = arguments->operands[i];
        if (i == 1 || !file_is_regular(path))
            continue;
        if (!baseline_recognise(path, &is_baseline, err))
            return false;
        if (is_baseline)
            return err_set(err, ERR_USAGE, "%s: a saved baseline; the order is QRELS|DB BASELINE RUN", path);
    }
    return true;
}

static bool check_operands_and_save(const struct arguments *arguments, const struct gate_report *report,
                                    struct err *err)
{
    if (arguments->n_operands < 3 && report->save_path == NULL)
        return err_set(err, ERR_USAGE, "RUN is missing: assay gate QRELS|DB BASELINE RUN");
    if (!output_check_inputs(report->save_path, arguments->operands, arguments->n_operands, err))
        return false;
    return report->save_path == NULL || report->saved.path == NULL ||
           err_set(err, ERR_USAGE, "%s: it is already a saved baseline; give --save the run itself",
                   report->saved.path);
}

/* With a saved baseline, scores only the run. */
static bool score(struct gate_report *report, const struct arguments *arguments, struct world *world,
                  struct err *err)
{
    const char *const truth_and_run[] = {arguments->operands[0],
                                         arguments->operands[arguments->n_operands - 1]};
    struct arguments scored = *arguments;
    if (report->saved.path != NULL) {
        scored.operands = truth_and_run;
        scored.n_operands = 2;
        if (!saved_baseline_set_options(&report->saved, arguments, &report->scores, err))
            return false;
    } else if (report->scores.measures.count == 0 &&
               !measure_list_parse(bytes_of(GATE_MEASURE), &report->scores.measures, err)) {
        return false;
    }
    return pairing_check_runs(&scored, err) && scores_make(&report->scores, NULL, &scored, world, err) &&
           pairing_check_truth(&report->scores.truth, err) && pairing_check_gains(&report->scores, err) &&
           pairing_check_margin(&report->scores, report->margin, err) &&
           (report->insists || scores_check_renamed(&report->scores, err)) &&
           (report->saved.path == NULL || saved_baseline_score(&report->saved, &report->scores, err));
}

static bool decide(struct gate_report *report, struct world *world, struct err *err)
{
    if (report->saved.path == NULL)
        report->is_copy = file_is_copy(baseline_of(report)->path, run_of(report)->path);
    else if (!saved_baseline_remark(&report->saved, run_of(report), &report->scores, &report->is_copy, world,
                                    err))
        return false;
    judge(report);
    report->decisive = find_decisive(report);
    if (report->decisive->verdict == GATE_UNDECIDED &&
        !vote_budget_read(&report->scores.truth, &report->scores.arena, &report->budget, world, err))
        return false;
    write_summary(report);
    print_verdict(report, world);
    world->verdict = statuses[report->decisive->verdict];
    return true;
}

static bool run_gate(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct gate_report *report = arguments->filled;
    report->budget = (struct vote_budget){.per_question = NAN};
    bool done = scores_read_options(&report->scores, err) && check_order(arguments, err) &&
                saved_baseline_open(&report->saved, arguments->operands[1], err) &&
                check_operands_and_save(arguments, report, err) && score(report, arguments, world, err) &&
                (report->save_path == NULL || saved_baseline_write(&report->scores, &report->scores.runs[0],
                                                                   report->save_path, world, err)) &&
                (arguments->n_operands < 3 || decide(report, world, err));
    buffer_release(&report->summary);
    saved_baseline_release(&report->saved);
    scores_release(&report->scores);
    return done;
}

const struct command gate_command = {
    .name = "gate",
    .group = "Score",
    .summary = "Decide whether a run may replace a baseline",
    .example = "assay gate labels.qrels main.run new.run --margin 0.02",
    .operands = "QRELS|DB BASELINE [RUN]",
    .least_operands = 2,
    .most_operands = 3,
    OPTIONS_FILL(struct gate_report),
    .details =
        "Exit status:\n"
        "  0  not worse: the whole 95 % interval of the difference lies above -margin\n"
        "  3  worse: the whole interval lies below 0\n"
        "  4  cannot tell: neither holds, or there are fewer than 10 questions. gate then prints how many\n"
        "     more questions would give a verdict in four of five cases if the differences stay as they\n"
        "     are and, for a database, how many votes and hours these questions take.\n"
        "  1  failed\n"
        "  2  wrong usage\n"
        "\n"
        "Each of 0 and 3 is wrong at most once in 40 verdicts. If you gate every commit on the same\n"
        "questions, wrong verdicts add up; --looks 50 keeps the rate over 50 verdicts. The interval\n"
        "allows for one more question with the greatest possible loss: with a margin of 0.02, a run\n"
        "without any difference passes from 184 questions on.\n"
        "\n"
        "The default measure is " GATE_MEASURE ". Of several measures all must pass. Slices have verdicts\n"
        "of their own, which decide nothing. BASELINE is a run or a file written by --save. gate leaves\n"
        "out questions whose labels have changed since the file was saved, and says how many.\n",
    .run = run_gate,
};
