/*
 * Compares the rankings of runs with those of the first run. This needs no judgments, so it is a separate command and
 * not a measure.
 */
#include "cli/commands.h"

#include "cli/shared/fields.h"
#include "cli/shared/output.h"
#include "core/base/memory.h"
#include "core/metric/rank_overlap.h"
#include "import/runs/run.h"

#include <float.h>
#include <stdlib.h>

struct overlap_report {
    double persistence;
    enum ties ties;
    enum score_type type;
    size_t format;
    int precision;
    bool per_question;
    struct field_options fields;
};

static const struct option options[] = {
    REAL_OPTION("persistence", "P", struct overlap_report, persistence, DBL_TRUE_MIN, 1 - DBL_EPSILON / 2,
                0.9, "a number between 0 and 1", .letter = 'p',
                .help = "probability to look one rank deeper (default 0.9)"),
    CHOICE_OPTION("ties", "RULE", struct overlap_report, ties, .help = "order of equal scores",
                  .words = &ranking_ties_words),
    CHOICE_OPTION("scores", "TYPE", struct overlap_report, type, .help = "precision of the scores of runs",
                  .words = &score_type_words),
    FLAG_OPTION("per-question", struct overlap_report, per_question, .letter = 'q',
                .help = "print the value of each question, then the mean"),
    INTEGER_OPTION("precision", "N", struct overlap_report, precision, 0, 17, 4,
                   .help = "decimals to print (default 4)"),
    RUN_FIELD_OPTION_ROWS(struct overlap_report, fields),
    OPTION_ROW_FORMAT(struct overlap_report),
};

/* A question that at least one of two runs answers. */
struct question_overlap {
    struct bytes qid;
    double value;
};

struct overlaps {
    struct question_overlap *items; /* by ascending bytes of the qid */
    size_t n, capacity;
    size_t n_shared; /* questions that both answer */
};

static int compare_qids(const void *a, const void *b)
{
    const struct question_overlap *left = a;
    const struct question_overlap *right = b;
    return bytes_compare(left->qid, right->qid);
}

static void find_overlaps(struct overlaps *out, const struct ranked_run *first,
                          const struct ranked_run *other, double persistence)
{
    for (size_t i = 0; i < first->n_questions; i++) {
        const struct ranked_question question = ranked_run_question(first, i);
        const struct ranked_question beside = ranked_run_find(other, question.qid);
        const double value = rank_biased_overlap(question, beside, persistence);
        out->n_shared += beside.n_documents > 0;
        VECTOR_PUSH(out->items, out->n, out->capacity) = (struct question_overlap){question.qid, value};
    }
    for (size_t i = 0; i < other->n_questions; i++) {
        const struct bytes qid = ranked_run_question(other, i).qid;
        if (ranked_run_find(first, qid).n_documents == 0)
            VECTOR_PUSH(out->items, out->n, out->capacity) = (struct question_overlap){qid, 0};
    }
    qsort(out->items, out->n, sizeof *out->items, compare_qids);
}

static void add_row(const struct overlap_report *report, struct bytes run, struct bytes qid, double value,
                    struct table *table)
{
    table_add_text(table, run);
    if (report->per_question)
        table_add_text(table, qid);
    table_add_real(table, value, report->precision);
}

/* Only the row of the mean tells how many questions both runs answer, and how many at least one answers. */
static void add_rows(const struct overlap_report *report, struct bytes run, const struct overlaps *overlaps,
                     struct table *table)
{
    double sum = 0;
    for (size_t i = 0; i < overlaps->n; i++) {
        sum += overlaps->items[i].value;
        if (!report->per_question)
            continue;
        add_row(report, run, overlaps->items[i].qid, overlaps->items[i].value, table);
        table_add_empty(table);
        table_add_empty(table);
    }
    add_row(report, run, bytes_of("all"), sum / (double)overlaps->n, table);
    table_add_integer(table, (int64_t)overlaps->n_shared);
    table_add_integer(table, (int64_t)overlaps->n);
}

static bool add_run(const struct overlap_report *report, const struct ranked_run *first, const char *path,
                    struct table *table, struct world *world, struct err *err)
{
    struct ranked_run run = {0};
    struct overlaps overlaps = {0};
    if (!import_ranked_run(path, report->ties, report->type, NULL, &run, err))
        return false;
    output_remark_run(world, path, run.doubt);
    find_overlaps(&overlaps, first, &run, report->persistence);
    add_rows(report, run_file_name(path), &overlaps, table);
    free(overlaps.items);
    ranked_run_release(&run);
    return true;
}

static void add_columns(const struct overlap_report *report, struct table *table)
{
    table_add_column(table, "run", ALIGN_LEFT);
    if (report->per_question)
        table_add_column(table, "qid", ALIGN_LEFT);
    table_add_column(table, "rbo", ALIGN_RIGHT);
    table_add_column(table, "shared", ALIGN_RIGHT);
    table_add_column(table, "questions", ALIGN_RIGHT);
}

static bool run_rbo(const struct arguments *arguments, struct world *world, struct err *err)
{
    const struct overlap_report *report = arguments->filled;
    struct ranked_run first = {0};
    struct table table = {0};
    bool done = arguments_check_standard_input(arguments, err) && fields_choose(&report->fields, err) &&
                import_ranked_run(arguments->operands[0], report->ties, report->type, NULL, &first, err);
    if (done)
        output_remark_run(world, arguments->operands[0], first.doubt);
    add_columns(report, &table);
    for (size_t i = 1; done && i < arguments->n_operands; i++)
        done = add_run(report, &first, arguments->operands[i], &table, world, err);
    done = done && fields_check(err);
    if (done)
        output_table(&table, report->format, world);
    table_release(&table);
    ranked_run_release(&first);
    return done;
}

const struct command rbo_command = {
    .name = "rbo",
    .group = "Score",
    .summary = "Compare rankings by rank-biased overlap",
    .example = "assay rbo bm25.run dense.run",
    .operands = "RUN RUN…",
    .least_operands = 2,
    .most_operands = SIZE_MAX,
    OPTIONS_FILL(struct overlap_report),
    .details =
        "1: the same documents in the same order; 0: no document in common. No judgments are needed.\n"
        "shared is the number of questions that both runs answer. A question that only one run answers\n"
        "counts 0.\n",
    .run = run_rbo,
};
