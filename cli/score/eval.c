/*
 * cli/shared/scores.h computes the scores; here they become text. People get a wide table with a row for each run (and
 * question). Programs get a long table with a row for each value. Lines of trec_eval are no table and have a separate
 * writer.
 *
 * After the given measures, the scores have further ones that only remarks use. Only the first n_asked are printed.
 */
#include "cli/commands.h"

#include "cli/score/corrected.h"
#include "cli/score/failures.h"
#include "cli/score/intervals.h"
#include "cli/shared/output.h"
#include "cli/score/score_texts.h"
#include "cli/shared/scores.h"
#include "cli/score/trec_eval.h"
#include "core/metric/failure.h"
#include "core/metric/measures/measure_name.h"
#include "export/run_part.h"

#include <math.h>

/* The formats of tables, and trec_eval's. */
enum { FORMAT_TREC_EVAL = TABLE_FORMAT_COUNT };

static const char *const own_formats[] = {"trec_eval"};
static const struct words format_words = WORDS_BEHIND(&table_format_words, own_formats);

struct eval_report {
    struct scores scores;
    bool per_question;
    bool with_intervals;
    bool failures;
    bool writes_part; /* --partial */
    bool complete;    /* score all questions, also if --questions is given */
    /* For each run the values of measures that are texts, laid out like the values of its evaluation. */
    struct bytes **texts;
    const char *model; /* --with; NULL: not given */
    size_t format;
    bool shares_questions; /* all runs are scored on the same questions */
};

static const struct option options[] = {
    SCORES_FIELD_OPTION_ROWS(struct eval_report, scores),
    FLAG_OPTION("per-question", struct eval_report, per_question, .letter = 'q',
                .help = "print the values of each question, then the means"),
    FLAG_OPTION("interval", struct eval_report, with_intervals, .letter = 'i',
                .help = "print the 95 % interval of each mean; for votes, also the part due to votes"),
    TEXT_OPTION("with", "MODEL", struct eval_report, model,
                .help = "fill gaps with this model's judgments, corrected by the experts' votes"),
    FLAG_OPTION("failures", struct eval_report, failures,
                .help = "instead of scores, print why questions have no relevant document on top"),
    FLAG_OPTION("partial", struct eval_report, writes_part,
                .help = "print a part of the run: what its scores depend on; a part replaces the run"),
    FLAG_OPTION("complete", struct eval_report, complete, .letter = 'c',
                .help = "count 0 for questions without an answer (the default; trec_eval -c)"),
    INTEGER_OPTION("depth", "N", struct eval_report, scores.depth, 1, INT32_MAX, 0,
                   .help = "score only the first N documents of each question (trec_eval -M)"),
    FLAG_OPTION("judged-only", struct eval_report, scores.judged_only,
                .help = "remove unjudged documents before scoring (trec_eval -J)"),
    TEXT_OPTION("zscores", "FILE", struct eval_report, scores.zscores.path,
                .help = "print z-scores against the means in FILE (trec_eval -Z)"),
    FLAG_OPTION("allow-empty", struct eval_report, scores.takes_empty,
                .help = "score a run without documents as 0 instead of refusing it"),
    TEXT_OPTION("run", "NAME", struct eval_report, scores.run,
                .help = "read all files as parts of one run with this name"),
    CHOICE_OPTION("format", "FORMAT", struct eval_report, format, .words = &format_words),
};

/* --- Tables --------------------------------------------------------------- */

/* Returns the column that names the question or slice of a row, for people; NULL: none. */
static const char *part_column(const struct eval_report *report)
{
    return report->per_question ? "qid" : report->scores.by;
}

/* Returns whether the value is a whole number. Z-scores of counts are not. */
static bool is_sum(const struct eval_report *report, size_t measure)
{
    return report->scores.measures.items[measure].row->is_sum && report->scores.zscores.path == NULL;
}

static bool is_text(const struct eval_report *report, size_t measure)
{
    return report->scores.measures.items[measure].row->range == RANGE_TEXT;
}

static bool is_text_of_run(const struct eval_report *report, size_t measure)
{
    return is_text(report, measure) && report->scores.measures.items[measure].row->is_of_run;
}

/* Counts in the format of ir_measures have decimals, too. */
static void add_value(const struct eval_report *report, struct table *table, size_t measure, double value)
{
    if (is_sum(report, measure) && report->format != TABLE_TSV)
        table_add_integer(table, (int64_t)value);
    else
        table_add_real(table, value, report->scores.precision);
}

/* Adds the value or the text of a question of a run. */
static void add_question_value(const struct eval_report *report, struct table *table, size_t run,
                               size_t question, size_t measure)
{
    const struct evaluation *evaluation = &report->scores.runs[run].evaluation;
    const size_t i = question * evaluation->n_measures + measure;
    if (is_text_of_run(report, measure))
        table_add_empty(table);
    else if (is_text(report, measure))
        table_add_text(table, report->texts[run][i]);
    else
        add_value(report, table, measure, evaluation->values[i]);
}

/* Returns the means of a run over all questions, or over those of a slice. */
static const double *means_of(const struct scored_run *scored, size_t slice)
{
    return slice == scores_whole ? scored->evaluation.means : scored->slices[slice].means;
}

/* Returns whether two values are equal except for rounding: sums in another order differ in their last bits. */
static bool is_as_high(double a, double b)
{
    const double rounding = 1e-12;
    return fabs(a - b) <= rounding * fmax(fabs(a), fabs(b));
}

/*
 * Returns whether this is the best mean of several runs, unless all have it. That is the highest, or the lowest of a
 * measure where lower is better. Counts have no best value, nor have slices that are too small, nor runs that are
 * scored on different questions.
 */
static bool is_best(const struct eval_report *report, size_t run, size_t slice, size_t measure)
{
    const struct scores *scores = &report->scores;
    const struct measure_row *row = scores->measures.items[measure].row;
    double value = means_of(&scores->runs[run], slice)[measure];
    bool some_lower = false;
    if (!report->shares_questions)
        return false;
    for (size_t i = 0; i < scores->n_runs; i++) {
        double other = means_of(&scores->runs[i], slice)[measure];
        if (is_as_high(other, value))
            continue;
        if (measure_merit(row, other) > measure_merit(row, value))
            return false;
        some_lower = true;
    }
    return some_lower && !is_sum(report, measure) &&
           (slice == scores_whole || slice_is_enough(&scores->slices.items[slice]));
}

static void add_means(const struct eval_report *report, struct table *table, size_t run, size_t slice)
{
    for (size_t m = 0; m < report->scores.n_asked; m++) {
        if (is_text(report, m)) {
            if (slice == scores_whole && is_text_of_run(report, m))
                table_add_text(table, scores_runid(&report->scores.runs[run]));
            else
                table_add_empty(table);
            continue;
        }
        add_value(report, table, m, means_of(&report->scores.runs[run], slice)[m]);
        if (is_best(report, run, slice, m))
            table_mark(table, "*");
    }
}

static void make_question_rows(const struct eval_report *report, const struct output_rows *rows, size_t run)
{
    const struct evaluation *evaluation = &report->scores.runs[run].evaluation;
    for (size_t q = 0; q < evaluation->n_questions; q++) {
        table_add_text(rows->table, report->scores.runs[run].name);
        table_add_text(rows->table, evaluation->questions[q]->qid);
        for (size_t m = 0; m < report->scores.n_asked; m++)
            add_question_value(report, rows->table, run, q, m);
        table_add_empty(rows->table);
        output_rows_made(rows);
    }
}

static void add_answered(struct table *table, size_t n_answered, size_t n_questions)
{
    char answered[64];
    snprintf(answered, sizeof answered, "%zu of %zu", n_answered, n_questions);
    table_add_text(table, bytes_of(answered));
}

/* If no question of the slice counts, there are no means. */
static void add_slice_rows(const struct eval_report *report, struct table *table, size_t run)
{
    const struct scores *scores = &report->scores;
    for (size_t i = 0; i < scores->slices.n; i++) {
        const struct slice_scores *scored = &scores->runs[run].slices[i];
        table_add_text(table, scores->runs[run].name);
        table_add_text(table, scores_slice_name(scores, i));
        if (scored->weight > 0)
            add_means(report, table, run, i);
        for (size_t m = 0; scored->weight <= 0 && m < scores->n_asked; m++)
            table_add_empty(table);
        add_answered(table, scored->n_answered, scores->slices.items[i].n_questions);
    }
}

static void add_means_row(const struct eval_report *report, struct table *table, size_t run)
{
    const struct scored_run *scored = &report->scores.runs[run];
    table_add_text(table, scored->name);
    if (part_column(report) != NULL)
        table_add_text(table, scores_slice_name(&report->scores, scores_whole));
    add_means(report, table, run, scores_whole);
    add_answered(table, scored->evaluation.n_answered, report->scores.truth.qrels.n_questions);
}

/*
 * Adds the columns for people: a row for each run (and question), a column for each measure, "*" after the best mean.
 */
static void add_wide_columns(struct eval_report *report, struct table *table)
{
    table_add_column(table, "run", ALIGN_LEFT);
    if (part_column(report) != NULL)
        table_add_column(table, part_column(report), ALIGN_LEFT);
    for (size_t m = 0; m < report->scores.n_asked; m++)
        table_add_column(table, scores_measure_name(&report->scores, m), ALIGN_RIGHT);
    table_add_column(table, "answered", ALIGN_RIGHT);
}

static bool make_wide_rows(const void *context, const struct output_rows *rows, struct err *err)
{
    const struct eval_report *report = context;
    (void)err;
    for (size_t run = 0; run < report->scores.n_runs; run++) {
        if (report->per_question)
            make_question_rows(report, rows, run);
        add_slice_rows(report, rows->table, run);
        add_means_row(report, rows->table, run);
        output_rows_made(rows);
    }
    return true;
}

/* The columns before measure and value. */
struct long_table {
    const struct eval_report *report;
    const char **measure_names;
    bool with_run;
    bool with_qid;
    bool with_slice; /* also the number of its questions */
};

/* A question, a slice or the whole. */
struct long_part {
    struct bytes name;
    size_t n_questions;
    const double *values; /* NULL: none */
    size_t question;      /* index of a question in the evaluation; else SIZE_MAX */
    bool is_whole;
};

static void add_long_rows(const struct long_table *out, struct table *table, size_t run,
                          const struct long_part *part)
{
    const struct eval_report *report = out->report;
    for (size_t m = 0; m < report->scores.n_asked; m++) {
        const bool is_of_run = is_text_of_run(report, m);
        if (is_text(report, m) && (is_of_run ? !part->is_whole : part->question == SIZE_MAX))
            continue;
        if (out->with_run)
            table_add_text(table, report->scores.runs[run].name);
        if (out->with_qid || out->with_slice)
            table_add_text(table, part->name);
        if (out->with_slice)
            table_add_integer(table, (int64_t)part->n_questions);
        table_add_text(table, bytes_of(out->measure_names[m]));
        if (is_of_run)
            table_add_text(table, scores_runid(&report->scores.runs[run]));
        else if (part->question != SIZE_MAX)
            add_question_value(report, table, run, part->question, m);
        else if (part->values != NULL)
            add_value(report, table, m, part->values[m]);
        else
            table_add_empty(table);
    }
}

static void make_long_run(const struct long_table *out, const struct output_rows *rows, size_t run)
{
    const struct eval_report *report = out->report;
    const struct scored_run *scored = &report->scores.runs[run];
    const struct evaluation *evaluation = &scored->evaluation;
    const struct slices *slices = &report->scores.slices;
    for (size_t q = 0; out->with_qid && q < evaluation->n_questions; q++) {
        add_long_rows(out, rows->table, run,
                      &(struct long_part){.name = evaluation->questions[q]->qid, .question = q});
        output_rows_made(rows);
    }
    for (size_t i = 0; i < slices->n; i++)
        add_long_rows(out, rows->table, run,
                      &(struct long_part){.name = scores_slice_name(&report->scores, i),
                                          .question = SIZE_MAX,
                                          .n_questions = slices->items[i].n_questions,
                                          .values =
                                              scored->slices[i].weight > 0 ? scored->slices[i].means : NULL});
    add_long_rows(out, rows->table, run,
                  &(struct long_part){.name = scores_slice_name(&report->scores, scores_whole),
                                      .question = SIZE_MAX,
                                      .n_questions = report->scores.truth.qrels.n_questions,
                                      .values = evaluation->means,
                                      .is_whole = true});
    output_rows_made(rows);
}

static bool make_long_rows(const void *context, const struct output_rows *rows, struct err *err)
{
    const struct long_table *out = context;
    (void)err;
    for (size_t run = 0; run < out->report->scores.n_runs; run++)
        make_long_run(out, rows, run);
    return true;
}

static const char *ir_measures_name(struct scores *scores, size_t measure)
{
    struct buffer name = {0};
    measure_add_ir_measures_name(&scores->measures.items[measure], &name);
    const char *copy = arena_copy_string(&scores->arena, buffer_string(&name));
    buffer_release(&name);
    return copy;
}

/*
 * Adds the columns for programs: a row for each value. tsv names the run only if there are several, so that one run
 * looks like output of ir_measures.
 */
static struct long_table add_long_columns(struct eval_report *report, struct table *table)
{
    struct scores *scores = &report->scores;
    struct long_table out = {
        .report = report,
        .measure_names = arena_get_array(&scores->arena, scores->n_asked, sizeof *out.measure_names),
        .with_run = report->format != TABLE_TSV || scores->n_runs > 1,
        .with_qid = report->per_question,
        .with_slice = scores->by != NULL,
    };
    for (size_t m = 0; m < scores->n_asked; m++)
        out.measure_names[m] =
            report->format == TABLE_TSV ? ir_measures_name(scores, m) : scores_measure_name(scores, m);
    if (out.with_run)
        table_add_column(table, "run", ALIGN_LEFT);
    if (out.with_qid)
        table_add_column(table, "qid", ALIGN_LEFT);
    if (out.with_slice) {
        table_add_column(table, "slice", ALIGN_LEFT);
        table_add_column(table, "questions", ALIGN_RIGHT);
    }
    table_add_column(table, "measure", ALIGN_LEFT);
    table_add_column(table, "value", ALIGN_RIGHT);
    return out;
}

/* --- Formats -------------------------------------------------------------- */

static bool is_for_people(const struct eval_report *report)
{
    return report->format != FORMAT_TREC_EVAL &&
           table_format_is_for_people((enum table_format)report->format);
}

static bool print_score_table(struct eval_report *report, struct world *world, struct err *err)
{
    struct table table = {0};
    bool printed;
    if (is_for_people(report)) {
        add_wide_columns(report, &table);
        printed = output_rows_of(make_wide_rows, report, &table, report->format, world, err);
    } else {
        const struct long_table out = add_long_columns(report, &table);
        printed = output_rows_of(make_long_rows, &out, &table, report->format, world, err);
    }
    table_release(&table);
    return printed;
}

static bool print_scores(struct eval_report *report, struct world *world, struct err *err)
{
    if (report->with_intervals)
        return intervals_print(&report->scores, report->format, world, err);
    if (report->failures)
        failures_print(&report->scores, report->format, world);
    else if (report->format == FORMAT_TREC_EVAL)
        trec_eval_print(&report->scores, report->texts, report->per_question, true, world);
    else
        return print_score_table(report, world, err);
    return true;
}

static bool print_evaluation(struct eval_report *report, struct world *world, struct err *err)
{
    report->shares_questions = scores_share_questions(&report->scores);
    if (!print_scores(report, world, err))
        return false;
    scores_remark(&report->scores, world);
    if (!report->failures && report->scores.zscores.path == NULL)
        scores_remark_ties(&report->scores, world);
    if (!report->shares_questions)
        output_remark(world, "each run is scored only on the questions that it answers, so no run is marked "
                             "as the best; `assay compare` scores two runs on their common questions");
    if (is_for_people(report))
        scores_remark_unjudged(&report->scores, world);
    return true;
}

static void print_part(const struct scores *scores, struct world *world)
{
    const struct scored_run *run = &scores->runs[0];
    const struct run_part_order order = {.ties = scores->ties,
                                         .scores = scores->type,
                                         .rules = &scores->rules};
    struct buffer text = {0};
    run_part_write(&run->evaluation, &scores->truth.qrels, run->places, run->holes, &order, &text);
    output_text(&text, world);
    output_remark_run(world, run->path, run->doubt);
    buffer_release(&text);
}

/* --- The command ---------------------------------------------------------- */

/*
 * A call prints one of seven reports: scores by question, by slice, with intervals (by slice or not), corrected scores,
 * lines of trec_eval, failures, or a part.
 */
static bool check_one_report(const struct eval_report *report, struct err *err)
{
    const char *const wanted[] = {
        report->per_question ? "--per-question" : NULL,
        report->with_intervals ? "--interval" : NULL,
        report->scores.by != NULL && !report->with_intervals ? "--by" : NULL,
        report->failures ? "--failures" : NULL,
        report->model != NULL ? "--with" : NULL,
        report->writes_part ? "--partial" : NULL,
    };
    const char *first = NULL;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        if (wanted[i] == NULL)
            continue;
        if (first != NULL)
            return err_set(err, ERR_USAGE,
                           "%s and %s are two different reports; run the command once for each", first,
                           wanted[i]);
        first = wanted[i];
    }
    return report->format != FORMAT_TREC_EVAL || first == NULL || report->per_question ||
           err_set(err, ERR_USAGE, "trec_eval has no lines for %s; choose another --format", first);
}

/* Other reports need the original values. */
static bool check_zscores(const struct eval_report *report, struct err *err)
{
    const char *other = report->with_intervals  ? "--interval"
                        : report->failures      ? "--failures"
                        : report->model != NULL ? "--with"
                                                : NULL;
    return report->scores.zscores.path == NULL || other == NULL ||
           err_set(err, ERR_USAGE, "%s has no z-scores; leave out --zscores", other);
}

/* Only means over all questions with equal weights can be corrected. */
static bool check_with(const struct eval_report *report, struct err *err)
{
    if (report->model != NULL && report->scores.questions != QUESTIONS_ALL)
        return err_set(err, ERR_USAGE, "--with needs all questions; leave out --questions both");
    if (report->model != NULL && report->scores.run != NULL)
        return err_set(err, ERR_USAGE, "--with takes runs of one file each; leave out --run");
    if (report->model != NULL && report->scores.merges_twins)
        return err_set(err, ERR_USAGE, "--with can't merge identical documents; leave out --twins one");
    if (report->model != NULL && report->scores.ties == TIES_AVERAGE)
        return err_set(err, ERR_USAGE, "--with can't average over ties; leave out --ties average");
    return report->model == NULL || report->scores.weighted == NULL ||
           err_set(err, ERR_USAGE, "--with does not weigh questions; leave out --weight");
}

/*
 * The content of a part does not depend on measures. It has no averages over ties, and its documents are not merged.
 */
static bool check_partial(const struct eval_report *report, const struct arguments *arguments,
                          struct err *err)
{
    const struct scores *scores = &report->scores;
    const char *other = argument_given(arguments, &report->format) ? "--format"
                        : scores->depth > 0                        ? "--depth"
                        : scores->zscores.path != NULL             ? "--zscores"
                        : scores->questions != QUESTIONS_ALL       ? "--questions both"
                        : scores->merges_twins                     ? "--twins one"
                        : scores->ties == TIES_AVERAGE             ? "--ties average"
                                                                   : NULL;
    if (!report->writes_part)
        return true;
    if (other != NULL)
        return err_set(err, ERR_USAGE, "--partial can't be combined with %s; leave it out", other);
    return arguments->n_operands == 2 || scores->run != NULL ||
           err_set(
               err, ERR_USAGE,
               "--partial takes one run; if the files are parts of one run, name the run with --run NAME");
}

static enum texts texts_of(const struct eval_report *report)
{
    const bool has_none =
        report->with_intervals || report->failures || report->model != NULL || report->writes_part;
    return report->per_question ? TEXTS_ALL : has_none ? TEXTS_NONE : TEXTS_OF_RUN;
}

static bool read_eval_options(struct eval_report *report, const struct arguments *arguments, struct err *err)
{
    if (!scores_read_options(&report->scores, err))
        return false;
    if (report->complete && report->scores.questions != QUESTIONS_ALL)
        return err_set(err, ERR_USAGE, "--complete scores all questions; leave out --questions both");
    report->scores.redraws_votes = report->with_intervals;
    report->scores.looks_at_ties = true;
    report->scores.takes_shards = report->writes_part;
    if (!check_one_report(report, err) || !check_with(report, err) || !check_zscores(report, err) ||
        !check_partial(report, arguments, err))
        return false;
    report->scores.texts = texts_of(report);
    return report->format != FORMAT_TREC_EVAL || report->scores.measures.count > 0 ||
           measure_list_parse(bytes_of("runid,official"), &report->scores.measures, err);
}

static bool run_eval(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct eval_report *report = arguments->filled;
    const struct measure first_rank = measure_of(&first_relevant_rank);
    bool done = read_eval_options(report, arguments, err) &&
                scores_make(&report->scores, report->failures ? &first_rank : NULL, arguments, world, err);
    if (done)
        report->texts = score_texts_make(&report->scores);
    if (done && report->model != NULL)
        done = corrected_print(&report->scores, report->model, report->format, world, err);
    else if (done && report->writes_part)
        print_part(&report->scores, world);
    else if (done)
        done = print_evaluation(report, world, err);
    if (done && (report->model != NULL || report->with_intervals))
        truth_remark_order(&report->scores.truth, world);
    scores_release(&report->scores);
    return done;
}

const struct command eval_command = {
    .name = "eval",
    .group = "Score",
    .summary = "Score runs against qrels or the labels of a database",
    .example = "assay eval labels.qrels bm25.run dense.run -m nDCG@10,R@100",
    .operands = "QRELS|DB RUN…",
    .least_operands = 2,
    .most_operands = SIZE_MAX,
    OPTIONS_FILL(struct eval_report),
    .details =
        "Default measures: " MEASURES_DEFAULT ",\n"
        "or the database's setting `measures`. `assay measures` lists all. `-` reads standard input.\n"
        "\n"
        "  table      one row per run; * marks the best mean\n"
        "  tsv        as ir_measures prints: measure, value; with -q: qid, measure, value, and `all` for\n"
        "             the means. With several runs the run comes first.\n"
        "  trec_eval  lines and names of trec_eval, and its default measures\n"
        "\n"
        "A part of a run is what --partial prints: the ranks of its judged and of its first documents.\n"
        "eval, compare, gate, plan and report accept a part instead of the run; the scores are exactly the\n"
        "same. If a run has many files, make a part of each file and name the parts with --run; all lines\n"
        "of a question must be in one file. --run with --partial makes one part of several parts.\n"
        "\n"
        "With --failures each question is one of these; k is the cutoff of the first measure, or 10:\n"
        "  found         a relevant document is among the first k\n"
        "  missing       no relevant document was retrieved\n"
        "  ranking       a relevant document was retrieved, but below rank k\n"
        "  holes         missing or ranking, but too few of the k documents are judged to tell\n"
        "  unanswerable  no relevant document is known\n",
    .run = run_eval,
};
