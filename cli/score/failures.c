/*
 * Two tables: counts, with a row for each run, and questions. People get only the questions that fail, programs all.
 * Formats of lines hold one table, that of the questions.
 */
#include "cli/score/failures.h"

#include "cli/shared/output.h"
#include "core/metric/failure.h"
#include "export/forms/json.h"

struct failure_report {
    struct scores *scores;
    double depth;
    bool all_labels_are_relevant;
};

static bool all_are_relevant(const struct qrels *qrels)
{
    for (size_t q = 0; q < qrels->n_questions; q++) {
        const struct qrels_question *question = &qrels->questions[q];
        for (size_t i = 0; i < question->n_judgments; i++) {
            if (question->judgments[i].grade <= 0)
                return false;
        }
    }
    return true;
}

static struct failure_signs signs_of(const struct failure_report *report, const struct scored_run *run,
                                     size_t question)
{
    const struct evaluation *evaluation = &run->evaluation;
    const double *values = evaluation->values + question * evaluation->n_measures;
    const struct qrels_question *first = report->scores->truth.qrels.questions;
    return (struct failure_signs){
        .first_relevant = values[report->scores->n_asked],
        .depth = report->depth,
        .judged = values[report->scores->judged],
        .is_answered = run->holes[evaluation->questions[question] - first].n_first > 0,
        .all_labels_are_relevant = report->all_labels_are_relevant,
    };
}

static void fill_counts(const struct failure_report *report, struct table *table)
{
    table_add_column(table, "run", ALIGN_LEFT);
    for (size_t failure = 0; failure < FAILURE_COUNT; failure++)
        table_add_column(table, words_at(&failure_words, failure), ALIGN_RIGHT);
    for (size_t i = 0; i < report->scores->n_runs; i++) {
        const struct scored_run *run = &report->scores->runs[i];
        size_t counts[FAILURE_COUNT] = {0};
        for (size_t q = 0; q < run->evaluation.n_questions; q++) {
            const struct failure_signs signs = signs_of(report, run, q);
            counts[failure_of(&signs)]++;
        }
        table_add_text(table, run->name);
        for (size_t failure = 0; failure < FAILURE_COUNT; failure++)
            table_add_integer(table, (int64_t)counts[failure]);
    }
}

static void add_question(const struct failure_report *report, const struct scored_run *run, size_t question,
                         const struct failure_signs *signs, struct table *table)
{
    table_add_text(table, run->name);
    table_add_text(table, run->evaluation.questions[question]->qid);
    table_add_text(table, bytes_of(words_at(&failure_words, failure_of(signs))));
    if (signs->first_relevant > 0)
        table_add_integer(table, (int64_t)signs->first_relevant);
    else
        table_add_empty(table);
    table_add_real(table, signs->judged, report->scores->precision);
}

/* Adds the questions with this kind of failure, by qid. */
static void add_questions(const struct failure_report *report, const struct scored_run *run,
                          enum failure failure, struct table *table)
{
    for (size_t q = 0; q < run->evaluation.n_questions; q++) {
        const struct failure_signs signs = signs_of(report, run, q);
        if (failure_of(&signs) == failure)
            add_question(report, run, q, &signs, table);
    }
}

static void fill_questions(const struct failure_report *report, enum failure first, struct table *table)
{
    table_add_column(table, "run", ALIGN_LEFT);
    table_add_column(table, "qid", ALIGN_LEFT);
    table_add_column(table, "failure", ALIGN_LEFT);
    table_add_column(table, "first_relevant", ALIGN_RIGHT);
    table_add_column(table, "judged", ALIGN_RIGHT);
    for (size_t i = 0; i < report->scores->n_runs; i++) {
        for (enum failure failure = first; failure < FAILURE_COUNT; failure++)
            add_questions(report, &report->scores->runs[i], failure, table);
    }
}

static void print_json(const struct failure_report *report, const struct table *counts,
                       const struct table *questions, struct world *world)
{
    struct json *root = json_object();
    json_add_integer(root, "depth", (int64_t)report->depth);
    table_add_to_json(counts, json_add_array(root, "runs"));
    table_add_to_json(questions, json_add_array(root, "questions"));
    output_json(root, world);
}

static void print_text(const struct failure_report *report, size_t format, const struct table *counts,
                       const struct table *questions, struct world *world)
{
    fprintf(world->out, "Questions, by the relevant documents among the first %.0f:\n\n", report->depth);
    output_table(counts, format, world);
    if (questions->n_cells == 0)
        return;
    fputc('\n', world->out);
    output_table(questions, format, world);
}

void failures_print(struct scores *scores, size_t format, struct world *world)
{
    const struct failure_report report = {
        .scores = scores,
        .depth = scores->measures.items[scores->judged].cutoff,
        .all_labels_are_relevant = all_are_relevant(&scores->truth.qrels),
    };
    const bool is_for_people = table_format_is_for_people((enum table_format)format);
    struct table counts = {0};
    struct table questions = {0};
    fill_counts(&report, &counts);
    fill_questions(&report, is_for_people ? FAILURE_MISSING : FAILURE_NONE, &questions);
    if (is_for_people)
        print_text(&report, format, &counts, &questions, world);
    else if (format == TABLE_JSON)
        print_json(&report, &counts, &questions, world);
    else
        output_table(&questions, format, world);
    table_release(&counts);
    table_release(&questions);
    if (report.all_labels_are_relevant)
        output_remark(world, "no label has a grade for not relevant, so unjudged documents count as not "
                             "relevant and not as holes");
}
