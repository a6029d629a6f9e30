/* The sections of a report about labelling: its progress, the labels, the annotators. */
#include "cli/report/report.h"

#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/store/votes/annotators.h"
#include "core/store/content/judgments.h"
#include "export/forms/chart.h"

#include <math.h>
#include <stdlib.h>

bool report_has_database(const struct report *report)
{
    return report->has_database;
}

bool report_has_annotators(const struct report *report)
{
    return report->status.n_annotators > 0;
}

bool report_has_labels(const struct report *report)
{
    return report->scores.truth.qrels.n_questions > 0;
}

/* --- Numbers in text ------------------------------------------------------ */

static struct bytes grouped(struct report *report, int64_t number)
{
    struct buffer text = {0};
    number_add_grouped(&text, number);
    struct bytes copy = arena_copy(&report->arena, buffer_bytes(&text));
    buffer_release(&text);
    return copy;
}

static double percent(int64_t part, int64_t whole)
{
    return 100 * share_or_nan(part, whole);
}

/* --- Progress ------------------------------------------------------------- */

/* A column of charts beside a table. */
struct chart_column {
    struct buffer *charts;
    size_t n, capacity;
};

static struct buffer *next_chart(struct chart_column *column)
{
    VECTOR_PUSH(column->charts, column->n, column->capacity) = (struct buffer){0};
    return &column->charts[column->n - 1];
}

static void add_table(struct report_page *page, struct table *table, struct chart_column *column,
                      const char *name)
{
    const struct page_charts charts = {.name = name, .charts = column->charts};
    page_add_table(page, table, &charts);
    for (size_t i = 0; i < column->n; i++)
        buffer_release(&column->charts[i]);
    free(column->charts);
    table_release(table);
}

static void add_state(struct table *table, struct chart_column *charts, const char *name, int64_t count,
                      int64_t whole)
{
    table_add_text(table, bytes_of(name));
    table_add_integer(table, count);
    table_add_real(table, percent(count, whole), 1);
    chart_add_bar(next_chart(charts), share_or_nan(count, whole));
}

static void add_states(struct report *report)
{
    const struct status *status = &report->status;
    struct table table = {0};
    struct chart_column charts = {0};
    table_add_column(&table, "questions", ALIGN_LEFT);
    table_add_column(&table, "number", ALIGN_RIGHT);
    table_add_column(&table, "%", ALIGN_RIGHT);
    add_state(&table, &charts, "done", status->questions_done, status->questions);
    add_state(&table, &charts, "begun", status->questions_begun, status->questions);
    add_state(&table, &charts, "untouched", status->questions_untouched, status->questions);
    if (status->questions_left_out > 0)
        add_state(&table, &charts, "not in the sample", status->questions_left_out, status->questions);
    if (status->lacking.count > 0)
        add_state(&table, &charts, "without candidates", status->lacking.count, status->questions);
    add_table(&report->page, &table, &charts, "");
}

void report_add_progress(struct report *report)
{
    const struct status *status = &report->status;
    add_states(report);
    struct buffer text = {0};
    buffer_add_format(&text, "%lld ballot%s answered and %lld %s left", (long long)status->ballots_done,
                      status->ballots_done == 1 ? " is" : "s are", (long long)status->ballots_left,
                      status->ballots_left == 1 ? "is" : "are");
    if (status->ballots_left > 0 && isfinite(status->forecast.hours)) {
        buffer_add_string(&text, ": ");
        forecast_add_hours(status->forecast.hours, &text);
        buffer_add_string(&text, " at the pace of the latest votes");
    }
    buffer_add_byte(&text, '.');
    page_add_text(&report->page, buffer_bytes(&text));
    buffer_release(&text);
    for (size_t i = 0; i < status->n_sources; i++)
        page_add_note(&report->page, "There are also %lld judgment%s by %.*s, on %lld question%s.",
                      (long long)status->sources[i].judgments, status->sources[i].judgments == 1 ? "" : "s",
                      BYTES_FORMAT(status->sources[i].name), (long long)status->sources[i].questions,
                      status->sources[i].questions == 1 ? "" : "s");
}

/* --- Labels --------------------------------------------------------------- */

struct grade_count {
    double grade;
    int64_t count;
};

static int compare_grades(const void *left, const void *right)
{
    const double *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static int64_t count_judgments(const struct qrels *qrels)
{
    int64_t n = 0;
    for (size_t q = 0; q < qrels->n_questions; q++)
        n += (int64_t)qrels->questions[q].n_judgments;
    return n;
}

/* Counts how often each grade was given, the lowest first; in the arena. */
static struct grade_count *count_grades(struct report *report, size_t *n_grades)
{
    const struct qrels *qrels = &report->scores.truth.qrels;
    size_t n = 0;
    struct grade_count *counts = NULL;
    double *grades = arena_get_array(&report->arena, (size_t)count_judgments(qrels), sizeof *grades);
    for (size_t q = 0; q < qrels->n_questions; q++) {
        for (size_t i = 0; i < qrels->questions[q].n_judgments; i++)
            grades[n++] = qrels->questions[q].judgments[i].grade;
    }
    if (n > 1)
        qsort(grades, n, sizeof *grades, compare_grades);
    *n_grades = 0;
    for (size_t i = 0; i < n; i++) {
        if (*n_grades == 0 || counts[*n_grades - 1].grade != grades[i])
            ARENA_PUSH(&report->arena, counts, *n_grades) = (struct grade_count){.grade = grades[i]};
        counts[*n_grades - 1].count++;
    }
    return counts;
}

static void add_grade(struct table *table, struct chart_column *charts, double grade, int64_t count,
                      int64_t whole)
{
    struct buffer name = {0};
    number_add_shortest(&name, grade);
    table_add_text(table, buffer_bytes(&name));
    buffer_release(&name);
    table_add_integer(table, count);
    table_add_real(table, percent(count, whole), 1);
    chart_add_bar(next_chart(charts), share_or_nan(count, whole));
}

static void add_grades(struct report *report)
{
    enum { GRADES_MAX = 20 };
    const int64_t whole = count_judgments(&report->scores.truth.qrels);
    struct table table = {0};
    struct chart_column charts = {0};
    size_t n;
    const struct grade_count *counts = count_grades(report, &n);
    if (n > GRADES_MAX) {
        page_add_note(&report->page, "There are %zu different grades, from %g to %g.", n, counts[0].grade,
                      counts[n - 1].grade);
        return;
    }
    table_add_column(&table, "grade", ALIGN_LEFT);
    table_add_column(&table, "documents", ALIGN_RIGHT);
    table_add_column(&table, "%", ALIGN_RIGHT);
    for (size_t i = n; i-- > 0;)
        add_grade(&table, &charts, counts[i].grade, counts[i].count, whole);
    add_table(&report->page, &table, &charts, "");
}

static size_t count_relevant(const struct qrels_question *question)
{
    size_t n = 0;
    for (size_t i = 0; i < question->n_judgments; i++)
        n += question->judgments[i].grade > 0;
    return n;
}

/* Names the questions without relevant documents, for which every run scores 0. */
static void add_unanswerable(struct report *report)
{
    enum { NAMED_MAX = 10 };
    const struct qrels *qrels = &report->scores.truth.qrels;
    struct buffer text = {0};
    size_t n = 0;
    for (size_t q = 0; q < qrels->n_questions; q++) {
        if (count_relevant(&qrels->questions[q]) > 0)
            continue;
        if (n++ < NAMED_MAX) {
            buffer_add_string(&text, n > 1 ? ", " : "");
            buffer_add(&text, qrels->questions[q].qid);
        }
    }
    if (n > NAMED_MAX)
        buffer_add_string(&text, ", …");
    if (n > 0) {
        struct buffer whole = {0};
        buffer_add_format(&whole, "No relevant document is known for %zu of %zu question%s: ", n,
                          qrels->n_questions, qrels->n_questions == 1 ? "" : "s");
        buffer_add(&whole, buffer_bytes(&text));
        buffer_add_byte(&whole, '.');
        page_add_text(&report->page, buffer_bytes(&whole));
        buffer_release(&whole);
    }
    buffer_release(&text);
}

void report_add_labels(struct report *report)
{
    const struct qrels *qrels = &report->scores.truth.qrels;
    int64_t judgments = count_judgments(qrels);
    add_grades(report);
    page_add_note(&report->page, "%lld document%s a grade, on %zu question%s: %.1f on average.",
                  (long long)judgments, judgments == 1 ? " has" : "s have", qrels->n_questions,
                  qrels->n_questions == 1 ? "" : "s", (double)judgments / (double)qrels->n_questions);
    add_unanswerable(report);
}

/* --- Annotators ----------------------------------------------------------- */

/* Returns the ballot size on which the annotator had most wins. */
static size_t usual_slots(const struct slot_wins *slots)
{
    size_t usual = BALLOT_SIZE_MAX;
    int64_t most = 0;
    for (size_t k = BALLOT_SIZE_MIN; k <= BALLOT_SIZE_MAX; k++) {
        int64_t wins = 0;
        for (size_t i = 0; i < k; i++)
            wins += slots->wins[k][i];
        if (wins > most)
            usual = k;
        most = wins > most ? wins : most;
    }
    return usual;
}

static void add_slots(struct table *table, struct chart_column *charts, const struct slot_wins *slots)
{
    static const char *const styles[BALLOT_SIZE_MAX] = {"s0", "soft", "rest"};
    static const char *const labels[BALLOT_SIZE_MAX] = {"1st place", "2nd place", "3rd place"};
    struct chart_part parts[BALLOT_SIZE_MAX];
    size_t k = usual_slots(slots);
    struct buffer text = {0};
    for (size_t i = 0; i < k; i++) {
        parts[i] = (struct chart_part){(double)slots->wins[k][i], styles[i], labels[i]};
        buffer_add_format(&text, "%s%lld", i > 0 ? " · " : "", (long long)slots->wins[k][i]);
    }
    chart_add_stack(next_chart(charts), parts, k);
    table_add_text(table, buffer_bytes(&text));
    buffer_release(&text);
}

static void add_annotator(struct table *table, struct chart_column *charts, const struct annotator_row *row)
{
    table_add_text(table, row->name);
    add_slots(table, charts, &row->slots);
    table_add_real(table, slot_wins_p(&row->slots), 3);
    if (slot_wins_are_biased(&row->slots))
        table_mark(table, "!");
    table_add_integer(table, row->pace.votes);
    table_add_real(table, percent(row->none_votes, row->pace.votes), 0);
    table_add_real(table, percent(row->skips, row->pace.votes + row->skips), 0);
    table_add_real(table, row->pace.votes > 0 ? (double)row->median_ms / 1000 : NAN, 1);
    table_add_real(table, pace_per_hour(&row->pace), 0);
    table_add_real(table, 100 * repeats_share(&row->repeats), 0);
    table_add_integer(table, row->repeats.all);
}

void report_add_annotators(struct report *report)
{
    static const char *const numbers[] = {
        "1st · 2nd · 3rd chosen", "p",          "votes", "none %", "skip %", "median s", "per hour",
        "consistent %",           "pairs again"};
    struct table table = {0};
    struct chart_column charts = {0};
    table_add_column(&table, "annotator", ALIGN_LEFT);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        table_add_column(&table, numbers[i], ALIGN_RIGHT);
    for (size_t i = 0; i < report->status.n_annotators; i++)
        add_annotator(&table, &charts, &report->status.annotators[i]);
    add_table(&report->page, &table, &charts, "places on the ballot");
    page_add_note(&report->page,
                  "Places on the ballot are drawn at random, so each place should be chosen equally often. p "
                  "is the probability that chance alone makes the choices this uneven (chi-square test); ! "
                  "marks p below %.2f. Consistent: if an annotator decided between the same two documents "
                  "again, how often the decision was the same; shown from %d such pairs on.",
                  BEYOND_CHANCE_P, REPEATS_SAID_MIN);
    if (report->status.votes > REPORT_VOTES_MAX)
        page_add_note(&report->page,
                      "There are more than %d votes, so this page leaves out the agreement of annotators and "
                      "the scores over the votes. `assay agreement` shows the agreement.",
                      REPORT_VOTES_MAX);
}

/* --- Summary ---------------------------------------------------------------------------------- */

static void add_questions_fact(struct report *report, struct page_fact *fact)
{
    const struct status *status = &report->status;
    fact->label = "Questions";
    if (!report->has_database) {
        fact->value = grouped(report, (int64_t)report->scores.truth.qrels.n_questions);
    } else {
        const int64_t sampled = status->questions - status->questions_left_out;
        const char *of_what = status->questions_left_out > 0 ? " of the sample" : "";
        fact->value = grouped(report, status->questions);
        fact->note = bytes_of(arena_format(&report->arena, "%.0f %% done%s",
                                           percent(status->questions_done, sampled), of_what));
    }
}

/* Counts annotators with a vote. Those who only skipped do not count. */
static size_t count_voters(const struct status *status)
{
    size_t n = 0;
    for (size_t i = 0; i < status->n_annotators; i++)
        n += status->annotators[i].pace.votes > 0;
    return n;
}

static void add_votes_fact(struct report *report, struct page_fact *fact)
{
    const struct status *status = &report->status;
    const size_t n_voters = count_voters(status);
    fact->label = "Votes";
    fact->value = grouped(report, status->votes);
    fact->note = bytes_of(arena_format(&report->arena, "of %zu annotator%s, %.0f %% for none", n_voters,
                                       n_voters == 1 ? "" : "s",
                                       status->votes > 0 ? percent(status->none_votes, status->votes) : 0));
}

static void add_relevant_fact(struct report *report, struct page_fact *fact)
{
    const struct qrels *qrels = &report->scores.truth.qrels;
    size_t n = 0;
    for (size_t q = 0; q < qrels->n_questions; q++)
        n += count_relevant(&qrels->questions[q]);
    fact->label = "Relevant documents";
    fact->value = grouped(report, (int64_t)n);
    fact->note =
        bytes_of(arena_format(&report->arena, "%.1f per question", (double)n / (double)qrels->n_questions));
}

static void add_best_fact(struct report *report, struct page_fact *fact)
{
    const struct scored_run *best = &report->scores.runs[report->by_merit[0]];
    fact->label = arena_format(&report->arena, "Best %s", scores_measure_name(&report->scores, 0));
    fact->value =
        bytes_of(arena_format(&report->arena, "%.*f", report->scores.precision, best->evaluation.means[0]));
    fact->note = best->name;
}

void report_add_summary(struct report *report)
{
    struct page_fact facts[4] = {0};
    size_t n = 0;
    add_questions_fact(report, &facts[n++]);
    if (report->has_database)
        add_votes_fact(report, &facts[n++]);
    if (report_has_labels(report))
        add_relevant_fact(report, &facts[n++]);
    if (report_has_runs(report))
        add_best_fact(report, &facts[n++]);
    page_add_facts(&report->page, facts, n);
}
