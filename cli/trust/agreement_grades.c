/*
 * Compares two graders of the same documents; with only a database, all its graders in pairs. Intervals are over
 * questions (core/metric/statistics/paired_judgments.h).
 *
 * Runs are scored by the grades of each of the two, on the questions that both graded. What matters in the end is
 * whether the runs keep their order.
 */
#include "cli/trust/agreement.h"

#include "cli/shared/database.h"
#include "cli/shared/opinion.h"
#include "cli/shared/output.h"
#include "cli/shared/rater_pairs.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/base/shell_word.h"
#include "core/metric/measures/measure_check.h"
#include "core/metric/statistics/paired_judgments.h"
#include "core/store/upkeep/check.h"
#include "export/file.h"
#include "export/forms/json.h"
#include "export/run.h"
#include "import/files/file.h"
#include "import/runs/run.h"

#include <math.h>
#include <stdlib.h>

/* The values of a run by the grades of each side, by measure: values[m * n_questions + question]. */
struct judged_run {
    const char *path;
    struct bytes name;
    double *values[2];
};

struct agree_report {
    struct opinion opinions[2];
    struct paired_judgments pairs;
    struct measure_list measures;
    struct judged_run *runs;
    size_t n_runs;
    struct relevant_grades relevant;
    const struct agreement_call *call;
    struct arena arena;
};

/* --- Runs ------------------------------------------------------------------------------------ */

/*
 * Keeps the values on the questions that both graded. The evaluation has its questions in the order of the pairs.
 */
static void keep_values(const struct agree_report *report, const struct evaluation *evaluation,
                        double *values)
{
    const size_t n = report->pairs.n_questions;
    size_t q = 0;
    for (size_t i = 0; i < n; i++) {
        while (!bytes_equal(evaluation->questions[q]->qid, report->pairs.questions[i].qid))
            q++;
        for (size_t m = 0; m < evaluation->n_measures; m++)
            values[m * n + i] = evaluation->values[q * evaluation->n_measures + m];
    }
}

static bool score_run(struct agree_report *report, struct judged_run *run, size_t by, struct world *world,
                      struct err *err)
{
    struct evaluation evaluation;
    bool done = opinion_score(&report->opinions[by], run->path, &report->measures, report->call->ties,
                              SCORE_FLOAT64, world, &evaluation, err);
    if (done) {
        run->values[by] = arena_get_array(&report->arena, report->measures.count * report->pairs.n_questions,
                                          sizeof(double));
        keep_values(report, &evaluation, run->values[by]);
    }
    evaluation_release(&evaluation);
    return done;
}

static void name_runs(struct agree_report *report, const char *const *paths)
{
    struct bytes *names = arena_get_array(&report->arena, report->n_runs, sizeof *names);
    for (size_t i = 0; i < report->n_runs; i++)
        names[i] = run_file_name(paths[i]);
    run_names_make_unique(names, paths, report->n_runs);
    for (size_t i = 0; i < report->n_runs; i++)
        report->runs[i].name = names[i];
}

static bool score_runs(struct agree_report *report, const char *const *paths, size_t n, struct world *world,
                       struct err *err)
{
    report->n_runs = n;
    report->runs = arena_get_array(&report->arena, n, sizeof *report->runs);
    for (size_t i = 0; i < n; i++) {
        report->runs[i].path = paths[i];
        if (!score_run(report, &report->runs[i], 0, world, err) ||
            !score_run(report, &report->runs[i], 1, world, err))
            return false;
    }
    name_runs(report, paths);
    return true;
}

static const char *measure_label(struct agree_report *report, size_t measure)
{
    struct buffer name = {0};
    measure_add_name(&report->measures.items[measure], &name);
    const char *copy = arena_copy_string(&report->arena, buffer_string(&name));
    buffer_release(&name);
    return copy;
}

static double mean_of(const double *values, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += values[i];
    return sum / (double)n;
}

/* --- Results for two -------------------------------------------------------------------------- */

static void add_estimate(const struct agree_report *report, struct table *table, const char *name,
                         const char *measure, const struct resampled_estimate *estimate)
{
    table_add_text(table, bytes_of(name));
    if (report->n_runs > 0)
        table_add_text(table, bytes_of(measure));
    table_add_real(table, estimate->value, report->call->precision);
    table_add_real(table, estimate->low, report->call->precision);
    table_add_real(table, estimate->high, report->call->precision);
}

/* Compares the values of all runs by one measure between the two sides. */
static void add_orders(struct agree_report *report, struct table *table, size_t measure)
{
    const size_t n = report->pairs.n_questions;
    double *values[2];
    struct resampled_estimate tau, change;
    for (size_t by = 0; by < 2; by++) {
        values[by] = memory_get_zeroed(report->n_runs * n, sizeof **values);
        for (size_t i = 0; i < report->n_runs; i++) {
            for (size_t q = 0; q < n; q++)
                values[by][i * n + q] = report->runs[i].values[by][measure * n + q];
        }
    }
    const struct paired_values both = {values[0], values[1], report->n_runs, n};
    paired_values_estimate(&both, &report->call->resampling, &tau, &change);
    add_estimate(report, table, "tau", measure_label(report, measure), &tau);
    add_estimate(report, table, "rank_change", measure_label(report, measure), &change);
    free(values[0]);
    free(values[1]);
}

static void fill_coefficients(struct agree_report *report, const struct resampled_estimate *estimates,
                              struct table *table)
{
    table_add_column(table, "coefficient", ALIGN_LEFT);
    if (report->n_runs > 0)
        table_add_column(table, "measure", ALIGN_LEFT);
    table_add_column(table, "value", ALIGN_RIGHT);
    table_add_column(table, "low", ALIGN_RIGHT);
    table_add_column(table, "high", ALIGN_RIGHT);
    for (size_t i = 0; i < N_COEFFICIENTS; i++)
        add_estimate(report, table, coefficient_rows[i].name, "", &estimates[i]);
    for (size_t m = 0; report->n_runs > 1 && m < report->measures.count; m++)
        add_orders(report, table, m);
}

static void fill_runs(struct agree_report *report, struct table *table)
{
    const size_t n = report->pairs.n_questions;
    table_add_column(table, "run", ALIGN_LEFT);
    table_add_column(table, "measure", ALIGN_LEFT);
    table_add_column(table, "A", ALIGN_RIGHT);
    table_add_column(table, "B", ALIGN_RIGHT);
    for (size_t i = 0; i < report->n_runs * report->measures.count; i++) {
        const struct judged_run *run = &report->runs[i / report->measures.count];
        size_t measure = i % report->measures.count;
        table_add_text(table, run->name);
        table_add_text(table, bytes_of(measure_label(report, measure)));
        table_add_real(table, mean_of(run->values[0] + measure * n, n), report->call->precision);
        table_add_real(table, mean_of(run->values[1] + measure * n, n), report->call->precision);
    }
}

static void print_two_text(const struct agree_report *report, const struct table *coefficients,
                           const struct table *runs, struct world *world)
{
    fprintf(world->out, "A: %s\nB: %s\nboth graded: %zu document%s of %zu question%s\n\n",
            report->opinions[0].word, report->opinions[1].word, report->pairs.n_judgments,
            report->pairs.n_judgments == 1 ? "" : "s", report->pairs.n_questions,
            report->pairs.n_questions == 1 ? "" : "s");
    output_table(coefficients, report->call->format, world);
    if (runs->n_cells > 0) {
        fputc('\n', world->out);
        output_table(runs, report->call->format, world);
    }
}

static void print_two_json(const struct agree_report *report, const struct table *coefficients,
                           const struct table *runs, struct world *world)
{
    struct json *root = json_object();
    json_add_text(root, "a", bytes_of(report->opinions[0].word));
    json_add_text(root, "b", bytes_of(report->opinions[1].word));
    json_add_integer(root, "questions", (int64_t)report->pairs.n_questions);
    json_add_integer(root, "documents", (int64_t)report->pairs.n_judgments);
    json_add_integer(root, "resamples", (int64_t)report->call->resampling.rounds);
    json_add_integer(root, "seed", (int64_t)report->call->resampling.seed);
    table_add_to_json(coefficients, json_add_array(root, "coefficients"));
    table_add_to_json(runs, json_add_array(root, "runs"));
    output_json(root, world);
}

static void remark_alpha(const struct resampled_estimate *alpha, struct world *world)
{
    if (alpha->value < ALPHA_WARNING)
        output_remark(world,
                      "alpha_ordinal %.2f is below %.2f: A and B understand their grades differently; agree "
                      "on what is relevant before you label more",
                      alpha->value, ALPHA_WARNING);
    else if (alpha->value < ALPHA_TENTATIVE)
        output_remark(world, "alpha_ordinal %.2f is below %.2f: conclusions from either alone are tentative",
                      alpha->value, ALPHA_TENTATIVE);
}

/* The same number means different things on two different scales. */
static void remark_scales(const struct opinion opinions[2], struct world *world)
{
    const double first = qrels_highest_grade(&opinions[0].qrels);
    const double second = qrels_highest_grade(&opinions[1].qrels);
    if (first < second || first > second)
        output_remark(world,
                      "A grades up to %g, B up to %g: if these are two different scales, agreement, kappa, "
                      "alpha, AC1, over_rating and under_rating mean nothing; kappa_relevant (see "
                      "--relevant), AUC and the pairs still do",
                      first, second);
}

/* An annotator who is compared with labels that include the annotator's own votes partly agrees with those. */
static void remark_own_votes(const struct opinion opinions[2], struct world *world)
{
    for (size_t i = 0; i < 2; i++) {
        const struct opinion *one = &opinions[i], *labels = &opinions[1 - i];
        if (!opinion_is_part(one, labels))
            continue;
        struct buffer command = {0};
        buffer_add_string(&command, "assay export ");
        shell_word_add(&command, bytes_of(labels->word));
        buffer_add_string(&command, " qrels --without ");
        shell_word_add(&command, one->rater->name);
        buffer_add_string(&command, " | assay agreement - ");
        shell_word_add(&command, bytes_of(one->word));
        output_remark(world,
                      "the labels of %s contain the votes of %.*s, so the agreement is too high; `%s` leaves "
                      "these votes out",
                      labels->word, BYTES_FORMAT(one->rater->name), buffer_string(&command));
        buffer_release(&command);
    }
}

static void print_two(struct agree_report *report, struct world *world)
{
    struct resampled_estimate estimates[N_COEFFICIENTS];
    struct table coefficients = {0}, runs = {0};
    paired_judgments_estimate(&report->pairs, report->relevant, &report->call->resampling, estimates);
    fill_coefficients(report, estimates, &coefficients);
    fill_runs(report, &runs);
    if (table_format_is_for_people((enum table_format)report->call->format))
        print_two_text(report, &coefficients, &runs, world);
    else if (report->call->format == TABLE_JSON)
        print_two_json(report, &coefficients, &runs, world);
    else /* lines hold one table only: that of the coefficients */
        output_table(&coefficients, report->call->format, world);
    remark_alpha(&estimates[COEFFICIENT_ALPHA_ORDINAL], world);
    remark_scales(report->opinions, world);
    remark_own_votes(report->opinions, world);
    table_release(&coefficients);
    table_release(&runs);
}

/* --- Disagreements --------------------------------------------------------------------------- */

struct disagreement {
    struct bytes docid;
    double distance; /* difference of the grades */
};

/* The disagreements on the current question, and the number of all that were written. */
struct disagreements {
    struct disagreement *of_question;
    size_t n, capacity;
    size_t n_written;
};

/* Sorts the largest difference first; equal ones by docid. */
static int compare_distances(const void *left, const void *right)
{
    const struct disagreement *a = left, *b = right;
    if (a->distance > b->distance || a->distance < b->distance)
        return a->distance > b->distance ? -1 : 1;
    return bytes_compare(a->docid, b->docid);
}

static void find_disagreements(const struct opinion opinions[2], struct bytes qid, struct disagreements *out)
{
    const struct qrels_question *first = qrels_find(&opinions[0].qrels, qid);
    const struct qrels_question *second = qrels_find(&opinions[1].qrels, qid);
    out->n = 0;
    for (size_t i = 0; i < first->n_judgments; i++) {
        const struct judgment *one = &first->judgments[i];
        const struct judgment *other = qrels_question_find_hashed(second, one->docid, first->hashes[i]);
        const double distance = other != NULL ? fabs(one->grade - other->grade) : 0;
        if (distance > 0)
            VECTOR_PUSH(out->of_question, out->n, out->capacity) =
                (struct disagreement){one->docid, distance};
    }
    if (out->n > 1)
        qsort(out->of_question, out->n, sizeof *out->of_question, compare_distances);
}

/* Writes the documents with different grades as a run. The score is the difference of the grades. */
static bool add_disagreements(const struct agree_report *report, struct disagreements *of,
                              struct file_writer *file, struct err *err)
{
    for (size_t q = 0; q < report->pairs.n_questions; q++) {
        const struct bytes qid = report->pairs.questions[q].qid;
        find_disagreements(report->opinions, qid, of);
        if (of->n > 0 && !run_check_qid(qid, err))
            return false;
        for (size_t i = 0; i < of->n; i++)
            run_add_line(&file->text, qid, of->of_question[i].docid, i + 1, of->of_question[i].distance,
                         "disagreement");
        of->n_written += of->n;
        if (!file_writer_pass(file, err))
            return false;
    }
    return true;
}

static bool write_disagreements(const struct agree_report *report, const char *path, struct world *world,
                                struct err *err)
{
    struct disagreements disagreements = {0};
    struct file_writer file;
    if (path == NULL)
        return true;
    if (!output_open(&file, path, world, err))
        return false;
    bool written = add_disagreements(report, &disagreements, &file, err) && file_writer_finish(&file, err);
    file_writer_release(&file);
    free(disagreements.of_question);
    if (written)
        output_remark(world, "%s: %zu of %zu document%s graded differently", path, disagreements.n_written,
                      report->pairs.n_judgments, report->pairs.n_judgments == 1 ? " is" : "s are");
    return written;
}

/* --- Two ------------------------------------------------------------------------------------- */

static bool check_pairs(const struct paired_judgments *pairs, const char *first, const char *second,
                        struct err *err)
{
    if (pairs->n_judgments == 0)
        return err_set(err, ERR_INPUT,
                       "%s and %s have no graded document in common; check whether they belong together",
                       file_label(first), file_label(second));
    return pairs->n_grades <= PAIRED_GRADES_MAX ||
           err_set(err, ERR_INPUT,
                   "%s and %s have more than %d different grades; agreement needs a few grades, such as "
                   "those of `assay export DB qrels --grading levels`",
                   file_label(first), file_label(second), PAIRED_GRADES_MAX);
}

static bool agree_two(struct agree_report *report, const struct arguments *arguments, struct world *world,
                      struct err *err)
{
    const char *const *words = arguments->operands;
    const struct agreement_call *call = report->call;
    if (!output_check_inputs(call->disagreements, words, arguments->n_operands, err) ||
        !opinion_read(&report->opinions[0], words[0], world, err) ||
        !opinion_read(&report->opinions[1], words[1], world, err))
        return false;
    paired_judgments_make(&report->pairs, &report->opinions[0].qrels, &report->opinions[1].qrels);
    if (!check_pairs(&report->pairs, words[0], words[1], err) ||
        !score_runs(report, call->runs.items, call->runs.n, world, err))
        return false;
    print_two(report, world);
    return write_disagreements(report, call->disagreements, world, err);
}

/* --- All graders of a database ---------------------------------------------------------------- */

static void add_question_rows(const struct rater_pair_style *style, const struct rater *first,
                              const struct rater *second, const struct paired_judgments *pairs,
                              struct table *table)
{
    for (size_t q = 0; q < pairs->n_questions; q++) {
        struct paired_judgments one = *pairs;
        one.questions += q;
        one.n_questions = 1;
        one.n_judgments = one.questions->end - one.questions->begin;
        rater_pair_add_row(style, first, second, one.questions->qid, &one, table);
    }
}

/* Prints a remark if graders of the pairs have different highest grades. */
static void remark_all_scales(const struct graders *graders, struct world *world)
{
    struct buffer text = {0};
    double lowest = INFINITY, highest = -INFINITY;
    for (size_t i = 0; i < graders->n; i++) {
        const double grade = graders->grades[i].highest;
        if (!isfinite(grade))
            continue;
        lowest = fmin(lowest, grade);
        highest = fmax(highest, grade);
        buffer_add_format(&text, "%s%.*s %g", text.size > 0 ? ", " : "",
                          BYTES_FORMAT(graders->raters[i].name), grade);
    }
    if (lowest < highest)
        output_remark(world,
                      "the highest grades differ (%s): if the scales differ, agreement, alpha_ordinal and "
                      "AC1 mean nothing; `assay agreement DB:NAME DB:NAME` shows coefficients that still do",
                      buffer_string(&text));
    buffer_release(&text);
}

static bool add_pair(const struct agree_report *report, const struct graders *graders, size_t a, size_t b,
                     const char *path, struct table *table, struct err *err)
{
    const struct rater_pair_style style = {report->relevant, report->call->resampling,
                                           report->call->precision, report->call->per_question};
    const struct rater *first = &graders->raters[a], *second = &graders->raters[b];
    struct paired_judgments pairs;
    graders_pair(graders, a, b, &pairs);
    const bool countable = pairs.n_grades <= PAIRED_GRADES_MAX;
    if (countable && report->call->per_question)
        add_question_rows(&style, first, second, &pairs, table);
    if (countable)
        rater_pair_add_row(&style, first, second, bytes_of("all"), &pairs, table);
    paired_judgments_release(&pairs);
    return countable || err_set(err, ERR_INPUT, "%s: %.*s and %.*s gave more than %d different grades", path,
                                BYTES_FORMAT(first->name), BYTES_FORMAT(second->name), PAIRED_GRADES_MAX);
}

static bool fill_pairs(const struct agree_report *report, const struct graders *graders, const char *path,
                       struct table *table, struct world *world, struct err *err)
{
    rater_pair_add_columns(&(struct rater_pair_style){.per_question = report->call->per_question}, table);
    for (size_t a = 0; a < graders->n; a++) {
        for (size_t b = a + 1; b < graders->n; b++) {
            if (world->interrupted())
                return err_set(err, ERR_INTERRUPTED, "stopped before all were compared");
            if (!add_pair(report, graders, a, b, path, table, err))
                return false;
        }
    }
    return true;
}

static bool read_graders(struct graders *graders, const char *path, struct world *world, struct err *err)
{
    struct store *store = NULL;
    if (!database_open(&store, path, STORE_READING, world, err))
        return false;
    bool done = store_begin_reading_sums(store, err);
    if (done) {
        done = graders_read(graders, store, err);
        store_end_reading(store);
    }
    store_close(store);
    return done &&
           (graders->n >= 2 ||
            err_set(
                err, ERR_INPUT,
                "%s: %s graded anything; agreement needs two raters, or a second file: assay agreement A B",
                path, graders->n == 0 ? "nobody has" : "only one rater has"));
}

static bool agree_all(struct agree_report *report, const char *path, struct world *world, struct err *err)
{
    struct graders graders = {0};
    struct table table = {0};
    bool done =
        read_graders(&graders, path, world, err) && fill_pairs(report, &graders, path, &table, world, err);
    if (done) {
        output_table(&table, report->call->format, world);
        remark_all_scales(&graders, world);
    }
    table_release(&table);
    graders_release(&graders);
    return done;
}

/* --- Options ----------------------------------------------------------------------------- */

static bool read_measures(const struct text_list *lists, struct measure_list *measures, struct err *err)
{
    for (size_t i = 0; i < lists->n; i++) {
        if (!measure_list_parse(bytes_of(lists->items[i]), measures, err))
            return false;
    }
    return measures->count > 0 ? measures_check_texts(measures, TEXTS_NONE, err)
                               : measure_list_parse(bytes_of("nDCG@10"), measures, err);
}

/* "2" applies to both, "1,2" to A and B. */
static bool read_relevant(const char *text, bool is_of_all, struct relevant_grades *relevant, struct err *err)
{
    struct bytes first, second;
    *relevant = (struct relevant_grades){1, 1};
    if (text == NULL)
        return true;
    const bool are_two = bytes_split(bytes_of(text), ',', &first, &second);
    if (are_two && is_of_all)
        return err_set(err, ERR_USAGE,
                       "--relevant takes one grade for a whole database; two grades need two raters: assay "
                       "agreement A B");
    if (!are_two)
        first = second = bytes_of(text);
    return (number_parse_real(first, &relevant->first) && number_parse_real(second, &relevant->second)) ||
           err_set(err, ERR_USAGE, "--relevant is a grade, a number, or two as in 1,2, not '%s'", text);
}

bool agreement_of_grades(const struct arguments *arguments, struct world *world, struct err *err)
{
    const struct agreement_call *call = arguments->filled;
    const bool is_of_all = arguments->n_operands == 1;
    struct agree_report report = {.call = call};
    bool done = arguments_check_standard_input(arguments, err) &&
                read_relevant(call->relevant, is_of_all, &report.relevant, err) &&
                read_measures(&call->measures, &report.measures, err) &&
                (is_of_all ? agree_all(&report, arguments->operands[0], world, err)
                           : agree_two(&report, arguments, world, err));
    paired_judgments_release(&report.pairs);
    opinion_release(&report.opinions[0]);
    opinion_release(&report.opinions[1]);
    measure_list_release(&report.measures);
    arena_release(&report.arena);
    return done;
}

void agreement_add_coefficients(struct buffer *out)
{
    buffer_add_string(out, "Coefficients, each with a 95 % interval over questions:\n");
    for (size_t i = 0; i < N_COEFFICIENTS; i++)
        buffer_add_format(out, "  %-15s %s\n", coefficient_rows[i].name, coefficient_rows[i].help);
    buffer_add_string(out,
                      "  tau             Kendall's tau between the orders of the runs under A and under B\n"
                      "  rank_change     largest number of places that a run moves\n");
}
