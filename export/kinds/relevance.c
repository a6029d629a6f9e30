#include "export/kinds/relevance.h"

#include "export/judged.h"
#include "export/kinds/kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void relevance_add_columns(struct table *table)
{
    table_add_column(table, "qid", ALIGN_LEFT);
    table_add_column(table, "docid", ALIGN_LEFT);
    table_add_column(table, "wins", ALIGN_RIGHT);
    table_add_column(table, "impressions", ALIGN_RIGHT);
    table_add_column(table, "relevance", ALIGN_RIGHT);
    table_add_column(table, "grade", ALIGN_RIGHT);
    table_add_column(table, "low", ALIGN_RIGHT);
    table_add_column(table, "high", ALIGN_RIGHT);
}

void relevance_add_candidates(struct table *table, struct bytes qid, const struct tally *tallies, size_t n,
                              const struct grading_rule *rule, int precision)
{
    enum { RELEVANCE_DECIMALS = 4 };
    struct arena arena = {0};
    struct tally *sorted = arena_get_array(&arena, n, sizeof *sorted);
    double *grades = arena_get_array(&arena, n, sizeof *grades);
    struct relevance_range *ranges = arena_get_array(&arena, n, sizeof *ranges);
    if (n > 0) {
        memcpy(sorted, tallies, n * sizeof *sorted);
        qsort(sorted, n, sizeof *sorted, tally_compare_merit);
    }
    grade_candidates(sorted, n, rule, grades);
    relevance_intervals(sorted, n, ranges);
    for (size_t i = 0; i < n; i++) {
        table_add_text(table, qid);
        table_add_text(table, sorted[i].docid);
        table_add_wins(table, sorted[i].wins);
        table_add_integer(table, sorted[i].impressions);
        bool is_known = tally_is_known(&sorted[i]);
        table_add_real(table, is_known ? relevance_of(&sorted[i]) : NAN, RELEVANCE_DECIMALS);
        table_add_real(table, grades[i], precision);
        table_add_real(table, ranges[i].low, RELEVANCE_DECIMALS);
        table_add_real(table, ranges[i].high, RELEVANCE_DECIMALS);
    }
    arena_release(&arena);
}

/* --- The export ----------------------------------------------------------- */

static const struct export_format formats[] = {
    {.name = "csv",
     .help = "with the header qid,docid,wins,impressions,relevance,grade,low,high",
     .is_for_spreadsheets = true},
    {.name = "tsv", .help = "the same columns between tabs, without a header", .flaws = FLAW_SPACE},
    {.name = "json", .help = "an array of objects", .flaws = FLAW_INVALID},
};

static const enum table_format table_formats[] = {TABLE_CSV, TABLE_TSV, TABLE_JSON};

static bool add_question(void *context, struct exporter *exporter, const struct judged_question *question,
                         struct err *err)
{
    struct table *table = context;
    (void)err;
    exporter_note_cell(exporter, question->qid);
    for (size_t i = 0; i < question->n_tallies; i++)
        exporter_note_cell(exporter, question->tallies[i].docid);
    relevance_add_candidates(table, question->qid, question->tallies, question->n_tallies,
                             &exporter->options->rule, exporter_precision(exporter));
    table_pass(table, table_formats[exporter->options->format], exporter_out(exporter));
    return true;
}

static bool write_relevance(struct exporter *exporter, struct err *err)
{
    struct table table = {0};
    struct judged_count count;
    enum table_format format = table_formats[exporter->options->format];
    relevance_add_columns(&table);
    table_begin(&table, format, exporter_out(exporter));
    bool written = judged_visit(exporter, add_question, &table, &count, err);
    if (written) {
        table_end(&table, format, exporter_out(exporter));
        judged_summarise(exporter, &count);
    }
    table_release(&table);
    return written;
}

const struct export_kind relevance_export = {
    .name = "relevance",
    .help = "wins, impressions, relevance, grade and interval of each candidate, the best first",
    EXPORT_FORMATS(formats),
    .takes = TAKES_GRADES | TAKES_QUESTIONS,
    .write = write_relevance,
};
