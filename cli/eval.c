#include "cli/commands.h"

#include "cli/output.h"
#include "core/metric/evaluation.h"
#include "core/store/settings.h"
#include "import/file.h"
#include "import/trec.h"

enum {
    OPTION_MEASURES,
    OPTION_PER_QUESTION,
    OPTION_TIES,
    OPTION_QUESTIONS,
    OPTION_FORMAT,
    OPTION_PRECISION,
};

static const struct option options[] = {
    [OPTION_MEASURES] = {.name = "measures",
                         .letter = 'm',
                         .argument = "LIST",
                         .repeats = true,
                         .help = "measures, as in nDCG@5,10,P(rel=2)@5"},
    [OPTION_PER_QUESTION] = {.name = "per-question",
                             .letter = 'q',
                             .help = "each question's values, then the means"},
    [OPTION_TIES] = {.name = "ties",
                     .argument = "RULE",
                     .help = "order of equal scores: docid-desc (default), docid-asc or input"},
    [OPTION_QUESTIONS] = {.name = "questions",
                          .argument = "WHICH",
                          .help = "all of the truth (default; 0 without an answer), or those in both"},
    [OPTION_FORMAT] = OPTION_ROW_FORMAT,
    [OPTION_PRECISION] = {.name = "precision", .argument = "N", .help = "digits after the point (default 4)"},
};

enum { PRECISION_DEFAULT = 4, PRECISION_MAX = 17 };

/* --- What was asked for --------------------------------------------------- */

struct request {
    struct measure_list measures;
    bool per_question;
    enum ties ties;
    enum questions questions;
    enum table_format format;
    int precision;
};

static bool read_choices(const struct arguments *arguments, struct request *request, struct err *err)
{
    const char *ties = argument_value(arguments, OPTION_TIES);
    const char *questions = argument_value(arguments, OPTION_QUESTIONS);
    int64_t precision;
    if (!argument_integer(arguments, OPTION_PRECISION, 0, PRECISION_MAX, PRECISION_DEFAULT, &precision, err))
        return false;
    request->precision = (int)precision;
    request->per_question = argument_given(arguments, OPTION_PER_QUESTION);
    return (ties == NULL || ties_parse(bytes_of(ties), &request->ties, err)) &&
           (questions == NULL || questions_parse(bytes_of(questions), &request->questions, err)) &&
           output_format(arguments, OPTION_FORMAT, &request->format, err);
}

static bool read_measures(const struct arguments *arguments, struct measure_list *measures, struct err *err)
{
    for (size_t i = 0; i < arguments->n_values[OPTION_MEASURES]; i++) {
        if (!measure_list_parse(bytes_of(arguments->values[OPTION_MEASURES][i]), measures, err))
            return false;
    }
    return true;
}

/* --- The truth ------------------------------------------------------------ */

struct truth {
    const char *path;
    struct qrels qrels;
    bool is_database;
    int64_t questions; /* a database's: how many there are, with votes or without */
};

/* Without measures in the call those of the database are used. */
static bool read_database(struct store *store, struct truth *truth, struct measure_list *measures,
                          struct err *err)
{
    struct grading_rule rule = grading_rule_default();
    struct arena arena = {0};
    struct bytes list;
    bool ok = store_read_qrels(store, &rule, &truth->qrels, &truth->questions, err);
    if (ok && measures->count == 0)
        ok = setting_get(store, SETTING_MEASURES, &arena, &list, err) &&
             measure_list_parse(list, measures, err);
    arena_release(&arena);
    if (ok && truth->qrels.n_questions == 0)
        return err_set(err, ERR_INPUT, "%s: no question has a vote yet; label some first: assay label %s",
                       truth->path, truth->path);
    return ok;
}

static bool open_database(struct truth *truth, struct measure_list *measures, struct err *err)
{
    struct store *store = NULL;
    if (!store_open(&store, truth->path, STORE_EXISTING, err))
        return false;
    bool ok = read_database(store, truth, measures, err);
    store_close(store);
    return ok;
}

static bool open_qrels(struct truth *truth, struct measure_list *measures, struct err *err)
{
    if (measures->count == 0 && !measure_list_parse(bytes_of(MEASURES_DEFAULT), measures, err))
        return false;
    return import_qrels(truth->path, &truth->qrels, err);
}

static bool check_measures(const struct truth *truth, const struct measure_list *measures, struct err *err)
{
    for (size_t i = 0; i < measures->count; i++) {
        if (!measure_check(&measures->items[i], &truth->qrels, err))
            return err_context(err, "%s", truth->path);
    }
    return true;
}

/* A qrels file or a database: its content tells. */
static bool open_truth(struct truth *truth, struct measure_list *measures, struct err *err)
{
    char beginning[16];
    size_t size;
    if (!file_peek(truth->path, beginning, sizeof beginning, &size, err))
        return false;
    truth->is_database = store_is_database((struct bytes){.data = beginning, .size = size});
    bool ok = truth->is_database ? open_database(truth, measures, err) : open_qrels(truth, measures, err);
    return ok && check_measures(truth, measures, err);
}

/* --- The scores ----------------------------------------------------------- */

struct scored_run {
    const char *path;
    struct bytes name;
    struct evaluation evaluation;
};

struct report {
    struct request request;
    struct truth truth;
    struct scored_run *runs;
    size_t n_runs;
    struct arena arena;
};

static void report_release(struct report *report)
{
    for (size_t i = 0; i < report->n_runs; i++)
        evaluation_release(&report->runs[i].evaluation);
    measure_list_release(&report->request.measures);
    qrels_release(&report->truth.qrels);
    arena_release(&report->arena);
}

/* Only the scores are kept: many large runs need the memory of one. */
static bool score_run(struct report *report, struct scored_run *scored, struct err *err)
{
    const struct request *request = &report->request;
    struct run run;
    if (!import_run(scored->path, &run, err))
        return false;
    scored->name = arena_copy(&report->arena, run.name);
    evaluation_make(&scored->evaluation, &run, &report->truth.qrels, request->measures.items,
                    request->measures.count, request->ties, request->questions);
    run_release(&run);
    return true;
}

/* Files of one name in several folders are called by their paths. */
static void name_runs(struct report *report)
{
    struct bytes *names = arena_get_array(&report->arena, report->n_runs, sizeof *names);
    const char **paths = arena_get_array(&report->arena, report->n_runs, sizeof(char *));
    for (size_t i = 0; i < report->n_runs; i++) {
        names[i] = report->runs[i].name;
        paths[i] = report->runs[i].path;
    }
    run_names_tell_apart(names, paths, report->n_runs);
    for (size_t i = 0; i < report->n_runs; i++)
        report->runs[i].name = names[i];
}

static bool score_runs(struct report *report, const struct arguments *arguments, struct world *world,
                       struct err *err)
{
    report->n_runs = arguments->n_operands - 1;
    report->runs = arena_get_array(&report->arena, report->n_runs, sizeof *report->runs);
    for (size_t i = 0; i < report->n_runs; i++) {
        report->runs[i].path = arguments->operands[i + 1];
        if (world->interrupted())
            return err_set(err, ERR_INTERRUPTED, "stopped before %s was read", report->runs[i].path);
        if (!score_run(report, &report->runs[i], err))
            return false;
    }
    name_runs(report);
    return true;
}

/* --- Tables --------------------------------------------------------------- */

static const struct bytes mean_qid = {.data = "all", .size = 3};

static const char *measure_name(struct report *report, size_t measure)
{
    struct buffer name = {0};
    measure_add_name(&report->request.measures.items[measure], &name);
    const char *copy = arena_copy_string(&report->arena, buffer_string(&name));
    buffer_release(&name);
    return copy;
}

static void add_value(const struct report *report, struct table *table, size_t measure, double value)
{
    if (report->request.measures.items[measure].row->is_sum)
        table_add_integer(table, (int64_t)value);
    else
        table_add_real(table, value, report->request.precision);
}

/* The highest mean of several runs, if not all have it. Counts are no merit. */
static bool is_best(const struct report *report, size_t run, size_t measure)
{
    double value = report->runs[run].evaluation.means[measure];
    bool some_lower = false;
    for (size_t i = 0; i < report->n_runs; i++) {
        double other = report->runs[i].evaluation.means[measure];
        if (other > value)
            return false;
        some_lower = some_lower || other < value;
    }
    return some_lower && !report->request.measures.items[measure].row->is_sum;
}

static void add_means_row(const struct report *report, struct table *table, size_t run)
{
    for (size_t m = 0; m < report->request.measures.count; m++) {
        add_value(report, table, m, report->runs[run].evaluation.means[m]);
        if (is_best(report, run, m))
            table_mark(table, "*");
    }
}

static void add_question_rows(const struct report *report, struct table *table, size_t run)
{
    const struct evaluation *evaluation = &report->runs[run].evaluation;
    for (size_t q = 0; q < evaluation->n_questions; q++) {
        table_add_text(table, report->runs[run].name);
        table_add_text(table, evaluation->questions[q]->qid);
        for (size_t m = 0; m < evaluation->n_measures; m++)
            add_value(report, table, m, evaluation->values[q * evaluation->n_measures + m]);
    }
}

/* For people: a row a run (and question), a column a measure, "*" behind the best mean. */
static void fill_wide(struct report *report, struct table *table)
{
    table_add_column(table, "run", ALIGN_LEFT);
    if (report->request.per_question)
        table_add_column(table, "qid", ALIGN_LEFT);
    for (size_t m = 0; m < report->request.measures.count; m++)
        table_add_column(table, measure_name(report, m), ALIGN_RIGHT);
    for (size_t run = 0; run < report->n_runs; run++) {
        if (report->request.per_question)
            add_question_rows(report, table, run);
        table_add_text(table, report->runs[run].name);
        if (report->request.per_question)
            table_add_text(table, mean_qid);
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

static void add_long_rows(const struct report *report, const struct long_table *out, size_t run,
                          struct bytes qid, const double *values)
{
    for (size_t m = 0; m < report->request.measures.count; m++) {
        if (out->with_run)
            table_add_text(out->table, report->runs[run].name);
        if (out->with_qid)
            table_add_text(out->table, qid);
        table_add_text(out->table, bytes_of(out->measure_names[m]));
        add_value(report, out->table, m, values[m]);
    }
}

static void add_long_run(const struct report *report, const struct long_table *out, size_t run)
{
    const struct evaluation *evaluation = &report->runs[run].evaluation;
    for (size_t q = 0; out->with_qid && q < evaluation->n_questions; q++)
        add_long_rows(report, out, run, evaluation->questions[q]->qid,
                      evaluation->values + q * evaluation->n_measures);
    add_long_rows(report, out, run, mean_qid, evaluation->means);
}

/* For machines: a row a value. tsv names the run only when there are several, as ir_measures and trec_eval users expect. */
static void fill_long(struct report *report, struct table *table)
{
    size_t n_measures = report->request.measures.count;
    struct long_table out = {
        .table = table,
        .measure_names = arena_get_array(&report->arena, n_measures, sizeof *out.measure_names),
        .with_run = report->request.format != TABLE_TSV || report->n_runs > 1,
        .with_qid = report->request.per_question,
    };
    for (size_t m = 0; m < n_measures; m++)
        out.measure_names[m] = measure_name(report, m);
    if (out.with_run)
        table_add_column(table, "run", ALIGN_LEFT);
    if (out.with_qid)
        table_add_column(table, "qid", ALIGN_LEFT);
    table_add_column(table, "measure", ALIGN_LEFT);
    table_add_column(table, "value", ALIGN_RIGHT);
    for (size_t run = 0; run < report->n_runs; run++)
        add_long_run(report, &out, run);
}

static void print_table(struct report *report, struct world *world)
{
    struct table table = {0};
    if (report->request.format == TABLE_PEOPLE)
        fill_wide(report, &table);
    else
        fill_long(report, &table);
    output_table(&table, report->request.format, world);
    table_release(&table);
}

/* On what the means stand, where that is less than everything. */
static void print_remarks(const struct report *report, struct world *world)
{
    const struct truth *truth = &report->truth;
    if (truth->is_database)
        output_remark(world, "%s: the scores stand on %zu of %lld questions, those with a vote", truth->path,
                      truth->qrels.n_questions, (long long)truth->questions);
    for (size_t i = 0; i < report->n_runs; i++) {
        const struct scored_run *scored = &report->runs[i];
        if (scored->evaluation.n_answered < truth->qrels.n_questions)
            output_remark(world, "%.*s answers %zu of %zu questions; the others %s",
                          BYTES_FORMAT(scored->name), scored->evaluation.n_answered, truth->qrels.n_questions,
                          report->request.questions == QUESTIONS_ALL ? "count 0" : "are left out");
    }
}

static bool run_eval(const struct arguments *arguments, struct world *world, struct err *err)
{
    struct report report = {.truth = {.path = arguments->operands[0]}};
    bool done = read_choices(arguments, &report.request, err) &&
                read_measures(arguments, &report.request.measures, err) &&
                open_truth(&report.truth, &report.request.measures, err) &&
                score_runs(&report, arguments, world, err);
    if (done) {
        print_table(&report, world);
        print_remarks(&report, world);
    }
    report_release(&report);
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
               "or what the database's setting `measures` says. table: a row a run, * behind the best mean.\n"
               "tsv: measure TAB value; with -q qid TAB measure TAB value, and `all` for the means; with\n"
               "several runs the run stands first. `-` reads standard input.\n",
    .run = run_eval,
};
