/*
 * The scores are made by cli/scores.h; here they become text. People get a wide table, with a row for each
 * run (and question); programs get a long one, with a row for each value. trec_eval's lines are no table
 * and have a writer of their own.
 *
 * Behind the measures asked for the scores hold further ones, which only remarks look at: what is printed
 * goes up to n_asked.
 */
#include "cli/commands.h"

#include "cli/corrected.h"
#include "cli/output.h"
#include "cli/scores.h"
#include "core/metric/measure_name.h"
#include "export/trec_eval.h"
#include "import/file.h"

enum { OPTION_PER_QUESTION = N_SCORES_OPTIONS, OPTION_WITH, OPTION_FORMAT };

/* The formats of tables, and one that is none. */
enum { FORMAT_TREC_EVAL = TABLE_FORMAT_COUNT };

static const char *const own_formats[] = {"trec_eval"};
static const struct words format_words = WORDS_BEHIND(&table_format_words, own_formats);

static const struct option options[] = {
    SCORES_OPTION_ROWS,
    [OPTION_PER_QUESTION] = {.name = "per-question",
                             .letter = 'q',
                             .help = "each question's values, then the means"},
    [OPTION_WITH] = {.name = "with",
                     .argument = "MODEL",
                     .help = "what this model judged fills in where experts did not, corrected by them"},
    [OPTION_FORMAT] = {.name = "format", .argument = "FORMAT", .words = &format_words},
};

struct eval_report {
    struct scores scores;
    bool per_question;
    bool official; /* trec_eval's own choice of measures, because none was named */
    size_t format;
};

/* --- Tables --------------------------------------------------------------- */

static const struct bytes mean_qid = {.data = "all", .size = 3};

static bool is_sum(const struct eval_report *report, size_t measure)
{
    return report->scores.measures.items[measure].row->is_sum;
}

/* The counts of ir_measures have a point too. */
static void add_value(const struct eval_report *report, struct table *table, size_t measure, double value)
{
    if (is_sum(report, measure) && report->format != TABLE_TSV)
        table_add_integer(table, (int64_t)value);
    else
        table_add_real(table, value, report->scores.precision);
}

/* The highest mean of several runs, if not all have it. Counts are no merit. */
static bool is_best(const struct eval_report *report, size_t run, size_t measure)
{
    const struct scores *scores = &report->scores;
    double value = scores->runs[run].evaluation.means[measure];
    bool some_lower = false;
    for (size_t i = 0; i < scores->n_runs; i++) {
        double other = scores->runs[i].evaluation.means[measure];
        if (other > value)
            return false;
        some_lower = some_lower || other < value;
    }
    return some_lower && !is_sum(report, measure);
}

static void add_question_rows(const struct eval_report *report, struct table *table, size_t run)
{
    const struct evaluation *evaluation = &report->scores.runs[run].evaluation;
    for (size_t q = 0; q < evaluation->n_questions; q++) {
        table_add_text(table, report->scores.runs[run].name);
        table_add_text(table, evaluation->questions[q]->qid);
        for (size_t m = 0; m < report->scores.n_asked; m++)
            add_value(report, table, m, evaluation->values[q * evaluation->n_measures + m]);
        table_add_empty(table);
    }
}

static void add_means_row(const struct eval_report *report, struct table *table, size_t run)
{
    const struct scored_run *scored = &report->scores.runs[run];
    char answered[64];
    table_add_text(table, scored->name);
    if (report->per_question)
        table_add_text(table, mean_qid);
    for (size_t m = 0; m < report->scores.n_asked; m++) {
        add_value(report, table, m, scored->evaluation.means[m]);
        if (is_best(report, run, m))
            table_mark(table, "*");
    }
    snprintf(answered, sizeof answered, "%zu of %zu", scored->evaluation.n_answered,
             report->scores.truth.qrels.n_questions);
    table_add_text(table, bytes_of(answered));
}

/* For people: a row a run (and question), a column a measure, "*" behind the best mean. */
static void fill_wide(struct eval_report *report, struct table *table)
{
    table_add_column(table, "run", ALIGN_LEFT);
    if (report->per_question)
        table_add_column(table, "qid", ALIGN_LEFT);
    for (size_t m = 0; m < report->scores.n_asked; m++)
        table_add_column(table, scores_measure_name(&report->scores, m), ALIGN_RIGHT);
    table_add_column(table, "answered", ALIGN_RIGHT);
    for (size_t run = 0; run < report->scores.n_runs; run++) {
        if (report->per_question)
            add_question_rows(report, table, run);
        add_means_row(report, table, run);
    }
}

/* Which columns stand before measure and value. */
struct long_table {
    struct table *table;
    const char **measure_names;
    bool with_run;
    bool with_qid;
};

static void add_long_rows(const struct eval_report *report, const struct long_table *out, size_t run,
                          struct bytes qid, const double *values)
{
    for (size_t m = 0; m < report->scores.n_asked; m++) {
        if (out->with_run)
            table_add_text(out->table, report->scores.runs[run].name);
        if (out->with_qid)
            table_add_text(out->table, qid);
        table_add_text(out->table, bytes_of(out->measure_names[m]));
        add_value(report, out->table, m, values[m]);
    }
}

static void add_long_run(const struct eval_report *report, const struct long_table *out, size_t run)
{
    const struct evaluation *evaluation = &report->scores.runs[run].evaluation;
    for (size_t q = 0; out->with_qid && q < evaluation->n_questions; q++)
        add_long_rows(report, out, run, evaluation->questions[q]->qid,
                      evaluation->values + q * evaluation->n_measures);
    add_long_rows(report, out, run, mean_qid, evaluation->means);
}

/* For machines: a row a value. tsv names the run only when there are several, so that one looks as ir_measures prints it. */
static void fill_long(struct eval_report *report, struct table *table)
{
    struct scores *scores = &report->scores;
    struct long_table out = {
        .table = table,
        .measure_names = arena_get_array(&scores->arena, scores->n_asked, sizeof *out.measure_names),
        .with_run = report->format != TABLE_TSV || scores->n_runs > 1,
        .with_qid = report->per_question,
    };
    for (size_t m = 0; m < scores->n_asked; m++)
        out.measure_names[m] = scores_measure_name(scores, m);
    if (out.with_run)
        table_add_column(table, "run", ALIGN_LEFT);
    if (out.with_qid)
        table_add_column(table, "qid", ALIGN_LEFT);
    table_add_column(table, "measure", ALIGN_LEFT);
    table_add_column(table, "value", ALIGN_RIGHT);
    for (size_t run = 0; run < scores->n_runs; run++)
        add_long_run(report, &out, run);
}

/* --- Formats -------------------------------------------------------------- */

static bool is_for_people(const struct eval_report *report)
{
    return report->format != FORMAT_TREC_EVAL &&
           table_format_is_for_people((enum table_format)report->format);
}

static void print_score_table(struct eval_report *report, struct world *world)
{
    struct table table = {0};
    if (is_for_people(report))
        fill_wide(report, &table);
    else
        fill_long(report, &table);
    output_table(&table, report->format, world);
    table_release(&table);
}

/* One run after the other, as if trec_eval had been called for each. It calls a run by its tag; a run of a kind without
 * tags has the name of its file. */
static void print_trec_eval(const struct eval_report *report, struct world *world)
{
    struct buffer text = {0};
    for (size_t i = 0; i < report->scores.n_runs; i++) {
        const struct scored_run *scored = &report->scores.runs[i];
        const struct bytes runid = scored->tag.size > 0 ? scored->tag : scored->name;
        const struct trec_eval_style style = {
            .measures = report->scores.measures.items,
            .n_measures = report->scores.n_asked,
            .runid = report->official ? runid : (struct bytes){0},
            .per_question = report->per_question,
            .precision = report->scores.precision,
        };
        trec_eval_write(&scored->evaluation, &style, &text);
    }
    output_text(&text, world);
    buffer_release(&text);
}

static void print_evaluation(struct eval_report *report, struct world *world)
{
    if (report->format == FORMAT_TREC_EVAL)
        print_trec_eval(report, world);
    else
        print_score_table(report, world);
    if (!truth_has_relevant(&report->scores.truth))
        output_remark(world, "%s: no document is relevant, none has a grade above 0; the scores say nothing",
                      file_label(report->scores.truth.path));
    scores_remark(&report->scores, world);
    if (is_for_people(report))
        scores_remark_unjudged(&report->scores, world);
}

/* --- The command ---------------------------------------------------------- */

static bool read_eval_options(const struct arguments *arguments, struct eval_report *report, struct err *err)
{
    if (!scores_read_options(arguments, &report->scores, err) ||
        !argument_choice(arguments, OPTION_FORMAT, &report->format, err))
        return false;
    report->per_question = argument_given(arguments, OPTION_PER_QUESTION);
    report->official = report->format == FORMAT_TREC_EVAL && report->scores.measures.count == 0;
    return !report->official ||
           measure_list_parse(bytes_of(TREC_EVAL_OFFICIAL), &report->scores.measures, err);
}

/* The means alone are corrected, over all questions, and trec_eval has no column for an interval. */
static bool check_with(const struct arguments *arguments, const struct eval_report *report, struct err *err)
{
    if (!argument_given(arguments, OPTION_WITH))
        return true;
    if (report->per_question)
        return err_set(err, ERR_USAGE,
                       "--with corrects means, not the values of questions; leave out --per-question");
    if (report->scores.questions != QUESTIONS_ALL)
        return err_set(err, ERR_USAGE, "--with is about all questions; leave out --questions both");
    return report->format != FORMAT_TREC_EVAL ||
           err_set(err, ERR_USAGE, "--with gives intervals, which --format trec_eval has no place for");
}

static bool run_eval(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct eval_report report = {0};
    const char *model = argument_value(arguments, OPTION_WITH);
    bool done = read_eval_options(arguments, &report, err) && check_with(arguments, &report, err) &&
                scores_make(&report.scores, NULL, arguments, world, err);
    if (done && model != NULL)
        done = corrected_print(&report.scores, model, report.format, world, err);
    else if (done)
        print_evaluation(&report, world);
    scores_release(&report.scores);
    return done;
}

const struct command eval_command = {
    .name = "eval",
    .summary = "Scores runs against a qrels file, or against the labels of a database",
    .operands = "QRELS|DB RUN…",
    .least_operands = 2,
    .most_operands = SIZE_MAX,
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .details = "Measures without -m: " MEASURES_DEFAULT ",\n"
               "or what the database's setting `measures` says; `assay measures` lists all. table: a row a "
               "run, * behind\n"
               "the best mean. tsv as ir_measures prints it: measure TAB value; with -q qid TAB measure TAB "
               "value, and\n"
               "`all` for the means; with several runs the run stands first. trec_eval: its lines and names, "
               "without -m\n"
               "its own choice of measures. `-` reads standard input.\n",
    .run = run_eval,
};
