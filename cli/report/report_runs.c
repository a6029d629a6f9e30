/*
 * The sections of a report about runs: their scores, question by question, the rankings of the hardest questions, and
 * scores over the votes.
 */
#include "cli/report/report.h"

#include "cli/shared/pairing.h"
#include "core/base/memory.h"
#include "core/base/unicode.h"
#include "core/metric/statistics/comparison.h"
#include "core/metric/statistics/gate.h"
#include "core/store/content/documents.h"
#include "core/store/content/questions.h"
#include "export/forms/chart.h"
#include "import/runs/run.h"
#include "live/history.h"

#include <math.h>
#include <stdlib.h>

enum {
    HARD_QUESTIONS = 10, /* number of questions whose rankings are shown */
    HARD_RUNS = 4,       /* number of runs whose rankings are shown, the best ones */
    HARD_DEPTH = 5,      /* documents of each ranking */
};

bool report_has_runs(const struct report *report)
{
    return report->scores.n_runs > 0;
}

bool report_has_baseline(const struct report *report)
{
    return report->baseline < report->scores.n_runs && report->scores.n_runs > 1;
}

/* Parts of runs have no rankings. */
bool report_has_rankings(const struct report *report)
{
    for (size_t i = 0; i < report->scores.n_runs; i++) {
        if (report->scores.runs[i].is_part)
            return false;
    }
    return report_has_runs(report);
}

bool report_has_history(const struct report *report)
{
    return report->history != NULL && history_count(report->history) > 1;
}

static struct bytes run_name(const struct report *report, size_t place)
{
    return report->scores.runs[report->by_merit[place]].name;
}

static double run_mean(const struct report *report, size_t run, size_t measure)
{
    return report->scores.runs[run].evaluation.means[measure];
}

static const struct measure_row *first_measure(const struct report *report)
{
    return report->scores.measures.items[0].row;
}

/* Returns the value of the run at this place by merit. */
static double value_at(const struct report *report, size_t question, size_t place)
{
    return report->values[question * report->scores.n_runs + report->by_merit[place]];
}

/* --- Sorting ---------------------------------------------------------------------------------- */

/* An item with its value; equal items keep their order. */
struct ranked {
    size_t number;
    double value;
};

static int compare_ascending(const void *left, const void *right)
{
    const struct ranked *a = left, *b = right;
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

/* Returns the numbers of the items, by ascending value; in the arena. */
static size_t *sort_ascending(struct ranked *items, size_t n, struct arena *arena)
{
    size_t *numbers = arena_get_array(arena, n, sizeof *numbers);
    if (n > 1)
        qsort(items, n, sizeof *items, compare_ascending);
    for (size_t i = 0; i < n; i++)
        numbers[i] = items[i].number;
    return numbers;
}

static void order_runs(struct report *report)
{
    const size_t n = report->scores.n_runs;
    struct ranked *items = arena_get_array(&report->arena, n, sizeof *items);
    for (size_t i = 0; i < n; i++)
        items[i] = (struct ranked){i, -measure_merit(first_measure(report), run_mean(report, i, 0))};
    report->by_merit = sort_ascending(items, n, &report->arena);
}

static void gather_values(struct report *report)
{
    const struct scores *scores = &report->scores;
    const struct qrels *qrels = &scores->truth.qrels;
    const size_t n_values = qrels->n_questions * scores->n_runs;
    report->values = arena_get_array(&report->arena, n_values, sizeof *report->values);
    for (size_t i = 0; i < n_values; i++)
        report->values[i] = NAN;
    for (size_t run = 0; run < scores->n_runs; run++) {
        const struct evaluation *evaluation = &scores->runs[run].evaluation;
        for (size_t q = 0; q < evaluation->n_questions; q++) {
            size_t question = (size_t)(evaluation->questions[q] - qrels->questions);
            report->values[question * scores->n_runs + run] = evaluation->values[q * evaluation->n_measures];
        }
    }
}

/* Returns the mean over the runs with a score on the question; NAN: none. */
static double question_mean(const struct report *report, size_t question)
{
    double sum = 0;
    size_t n = 0;
    for (size_t run = 0; run < report->scores.n_runs; run++) {
        double value = report->values[question * report->scores.n_runs + run];
        if (isnan(value))
            continue;
        sum += value;
        n++;
    }
    return n > 0 ? sum / (double)n : NAN;
}

static void order_questions(struct report *report)
{
    const size_t n = report->scores.truth.qrels.n_questions;
    struct ranked *items = arena_get_array(&report->arena, n, sizeof *items);
    for (size_t q = 0; q < n; q++) {
        double mean = question_mean(report, q);
        if (isfinite(mean))
            items[report->n_hardest++] = (struct ranked){q, measure_merit(first_measure(report), mean)};
    }
    report->hardest_first = sort_ascending(items, report->n_hardest, &report->arena);
    report->n_hard = report->n_hardest < HARD_QUESTIONS ? report->n_hardest : HARD_QUESTIONS;
}

/* --- Intervals ------------------------------------------------------------ */

/* Returns half the width of the part of a mean's 95 % interval that comes from the votes. */
static double reach_of_votes(const struct report *report, const double *variances,
                             const struct qrels_question *const *questions, size_t n, size_t run)
{
    const struct vote_mean mean = {.questions = questions, .n_questions = n, .run = run};
    return vote_noise_interval(&report->noise, variances, &report->scores, &mean).high;
}

static void estimate_run(struct report *report, size_t run)
{
    const struct evaluation *evaluation = &report->scores.runs[run].evaluation;
    const struct estimate_kind kind = estimate_kind_of(false, first_measure(report)->range == RANGE_UNIT);
    report->estimates[run] =
        estimate_make(evaluation->values, evaluation->n_questions, evaluation->n_measures, &kind);
    if (report->votes != NULL)
        report->votes[run] =
            reach_of_votes(report, report->noise.values, evaluation->questions, evaluation->n_questions, run);
}

/* Estimates the difference over the questions that both runs are scored on. */
static void estimate_difference(struct report *report, size_t run)
{
    struct scores *scores = &report->scores;
    const struct estimate_kind kind = estimate_kind_of(true, first_measure(report)->range == RANGE_UNIT);
    struct pairing pairing;
    pairing_make(&pairing, scores, &scores->runs[report->baseline], &scores->runs[run], scores_whole);
    double *differences = memory_get_zeroed(pairing.n_questions + 1, sizeof *differences);
    for (size_t q = 0; q < pairing.n_questions; q++)
        differences[q] = comparison_difference(pairing.baseline_rows[q][0], pairing.run_rows[q][0]);
    report->differences[run] = estimate_make(differences, pairing.n_questions, 1, &kind);
    free(differences);
    if (report->votes != NULL)
        report->votes_apart[run] =
            reach_of_votes(report, report->noise.differences, pairing.questions, pairing.n_questions, run);
}

/* Judgments that are no votes have no such variance, and a count has no interval. */
static bool make_noise(struct report *report, struct world *world, struct err *err)
{
    const struct scores *scores = &report->scores;
    const struct vote_noise_plan plan = {
        .n_measures = 1,
        .baseline = report_has_baseline(report) ? report->baseline : 0,
        .seed = 1,
        .workforce = {.n_threads = world->n_processors, .interrupted = world->interrupted},
    };
    if (scores->truth.base.kept == NULL || first_measure(report)->is_sum)
        return true;
    report->votes = arena_get_array(&report->arena, scores->n_runs, sizeof *report->votes);
    report->votes_apart = arena_get_array(&report->arena, scores->n_runs, sizeof *report->votes_apart);
    return vote_noise_make(&report->noise, scores, &plan, err);
}

static void estimate_runs(struct report *report)
{
    const size_t n = report->scores.n_runs;
    report->estimates = arena_get_array(&report->arena, n, sizeof *report->estimates);
    report->differences = arena_get_array(&report->arena, n, sizeof *report->differences);
    for (size_t run = 0; run < n; run++) {
        estimate_run(report, run);
        if (report_has_baseline(report))
            estimate_difference(report, run);
    }
}

/* --- Reading -------------------------------------------------------------- */

/* The document at a rank. */
struct ranked_document {
    struct bytes docid; /* empty: the run has no more documents */
    struct bytes title; /* or the beginning of the text */
};

struct hard_question {
    size_t question;
    struct bytes text;
    struct ranked_document documents[HARD_RUNS][HARD_DEPTH];
};

static size_t n_ranked_runs(const struct report *report)
{
    return report->scores.n_runs < HARD_RUNS ? report->scores.n_runs : HARD_RUNS;
}

static bool goes_on(void *context, double share)
{
    const struct world *world = context;
    (void)share;
    return !world->interrupted();
}

/* Judgments that are no votes have no history. */
static bool replays_votes(const struct report *report, const struct store *store)
{
    return store != NULL && report->scores.truth.source == NULL && report->status.votes <= REPORT_VOTES_MAX;
}

/* Reads the rankings of the questions that are keys of `qids`; NULL: of all. */
static bool read_rankings(struct report *report, const struct map *qids, struct world *world, struct err *err)
{
    const struct reading_watch watch = {.goes_on = goes_on, .context = world};
    scoreboard_open(&report->rankings, report->scores.measures.items, 1);
    for (size_t i = 0; i < report->scores.n_runs; i++) {
        struct ranked_run run;
        if (!import_ranked_questions(report->scores.runs[i].path, report->scores.ties, report->scores.type,
                                     qids, &watch, &run, err))
            return false;
        scoreboard_put_run(report->rankings,
                           scoreboard_add_run(report->rankings, report->scores.runs[i].name), &run);
    }
    return true;
}

/* A history needs the rankings of all questions. */
static bool read_needed_rankings(struct report *report, const struct store *store, struct world *world,
                                 struct err *err)
{
    struct map hard = {0};
    for (size_t i = 0; i < report->n_hard; i++)
        map_put(&hard, report->scores.truth.qrels.questions[report->hardest_first[i]].qid, NULL);
    bool read = read_rankings(report, replays_votes(report, store) ? NULL : &hard, world, err);
    map_release(&hard);
    return read;
}

static bool read_documents(struct report *report, struct store *store, struct bytes qid, size_t place,
                           struct ranked_document *documents, struct err *err)
{
    struct ranked_question ranking =
        ranked_run_find(scoreboard_run(report->rankings, report->by_merit[place]), qid);
    size_t n = 0;
    while (n < HARD_DEPTH && ranked_question_next(&ranking, &documents[n].docid))
        n++;
    for (size_t i = 0; store != NULL && i < n; i++)
        store_prefetch_title(store, documents[i].docid);
    for (size_t i = 0; store != NULL && i < n; i++) {
        if (!store_read_title(store, documents[i].docid, &report->arena, &documents[i].title, err))
            return false;
    }
    return true;
}

static bool read_hard_question(struct report *report, struct store *store, struct hard_question *hard,
                               struct err *err)
{
    struct bytes qid = report->scores.truth.qrels.questions[hard->question].qid;
    if (store != NULL && !store_read_question_text(store, qid, &report->arena, &hard->text, err))
        return false;
    for (size_t place = 0; place < n_ranked_runs(report); place++) {
        if (!read_documents(report, store, qid, place, hard->documents[place], err))
            return false;
    }
    return true;
}

static bool read_hard_questions(struct report *report, struct store *store, struct err *err)
{
    report->hard = arena_get_array(&report->arena, report->n_hard, sizeof *report->hard);
    for (size_t i = 0; i < report->n_hard; i++) {
        report->hard[i].question = report->hardest_first[i];
        if (!read_hard_question(report, store, &report->hard[i], err))
            return false;
    }
    return true;
}

static bool replay_votes(struct report *report, struct store *store, struct world *world, struct err *err)
{
    if (!replays_votes(report, store))
        return true;
    if (!history_open(&report->history, store, report->rankings, world->n_processors, err))
        return false;
    while (!history_is_complete(report->history)) {
        if (world->interrupted())
            return err_set(err, ERR_INTERRUPTED, "stopped before all votes were replayed");
        if (!history_work(report->history, err))
            return false;
    }
    return true;
}

bool report_prepare_runs(struct report *report, struct store *store, struct world *world, struct err *err)
{
    order_runs(report);
    gather_values(report);
    order_questions(report);
    if (!make_noise(report, world, err))
        return false;
    estimate_runs(report);
    return report_make_letters(report, world, err) &&
           (!report_has_rankings(report) ||
            (read_needed_rankings(report, store, world, err) && read_hard_questions(report, store, err) &&
             replay_votes(report, store, world, err)));
}

void report_release_runs(struct report *report)
{
    history_close(report->history);
    scoreboard_close(report->rankings);
    vote_noise_release(&report->noise);
}

/* --- Scores --------------------------------------------------------------- */

/* Returns a scale for all intervals, widened to tenths. */
static struct chart_scale scale_of_intervals(const struct report *report)
{
    struct chart_scale scale = {INFINITY, -INFINITY};
    for (size_t run = 0; run < report->scores.n_runs; run++) {
        const struct estimate *estimate = &report->estimates[run];
        scale.low = fmin(scale.low, fmin(estimate->mean, estimate->low)); /* fmin ignores a NAN */
        scale.high = fmax(scale.high, fmax(estimate->mean, estimate->high));
    }
    scale.low = floor(scale.low * 10) / 10;
    scale.high = fmax(ceil(scale.high * 10) / 10, scale.low + 0.1);
    return scale;
}

static void add_mean(const struct report *report, struct table *table, size_t run, size_t measure)
{
    double value = run_mean(report, run, measure);
    if (report->scores.measures.items[measure].row->is_sum)
        table_add_integer(table, (int64_t)value);
    else
        table_add_real(table, value, report->scores.precision);
}

static bool all_is_answered(const struct report *report)
{
    for (size_t run = 0; run < report->scores.n_runs; run++) {
        if (report->scores.runs[run].evaluation.n_answered < report->scores.truth.qrels.n_questions)
            return false;
    }
    return true;
}

static void add_answered(const struct report *report, struct table *table, size_t run)
{
    struct buffer text = {0};
    buffer_add_format(&text, "%zu of %zu", report->scores.runs[run].evaluation.n_answered,
                      report->scores.truth.qrels.n_questions);
    table_add_text(table, buffer_bytes(&text));
    buffer_release(&text);
}

static void add_letters(const struct report *report, struct table *table, size_t run)
{
    struct buffer text = {0};
    letters_add(report->letters[run], &text);
    table_add_text(table, buffer_bytes(&text));
    buffer_release(&text);
}

static void add_run(struct report *report, struct table *table, size_t run)
{
    const struct scores *scores = &report->scores;
    table_add_text(table, scores->runs[run].name);
    add_mean(report, table, run, 0);
    table_add_real(table, first_measure(report)->is_sum ? NAN : report->estimates[run].low,
                   scores->precision);
    table_add_real(table, first_measure(report)->is_sum ? NAN : report->estimates[run].high,
                   scores->precision);
    if (report->votes != NULL)
        table_add_real(table, report->votes[run], scores->precision);
    if (report->letters != NULL)
        add_letters(report, table, run);
    for (size_t m = 1; m < scores->n_asked; m++)
        add_mean(report, table, run, m);
    if (!all_is_answered(report))
        add_answered(report, table, run);
}

static void add_run_columns(struct report *report, struct table *table)
{
    struct scores *scores = &report->scores;
    table_add_column(table, "run", ALIGN_LEFT);
    table_add_column(table, scores_measure_name(scores, 0), ALIGN_RIGHT);
    table_add_column(table, "low", ALIGN_RIGHT);
    table_add_column(table, "high", ALIGN_RIGHT);
    if (report->votes != NULL)
        table_add_column(table, "votes ±", ALIGN_RIGHT);
    if (report->letters != NULL)
        table_add_column(table, "letters", ALIGN_RIGHT);
    for (size_t m = 1; m < scores->n_asked; m++)
        table_add_column(table, scores_measure_name(scores, m), ALIGN_RIGHT);
    if (!all_is_answered(report))
        table_add_column(table, "answered", ALIGN_RIGHT);
}

static void add_interval(const struct report *report, struct buffer *chart, size_t run,
                         struct chart_scale scale)
{
    const struct estimate *estimate = &report->estimates[run];
    chart_add_interval(chart,
                       &(struct chart_interval){.low = estimate->low,
                                                .value = estimate->mean,
                                                .high = estimate->high,
                                                .reference = report->estimates[report->by_merit[0]].mean,
                                                .part = report->votes != NULL ? report->votes[run] : 0},
                       scale);
}

static void add_remarks(struct report *report)
{
    struct bytes rest = buffer_bytes(&report->remarks);
    struct bytes line;
    while (bytes_next_line(&rest, &line))
        page_add_text(&report->page, line);
}

void report_add_runs(struct report *report)
{
    const size_t n_runs = report->scores.n_runs;
    const struct chart_scale scale = scale_of_intervals(report);
    struct table table = {0};
    struct buffer *charts = memory_get_zeroed(n_runs, sizeof *charts);
    add_run_columns(report, &table);
    for (size_t place = 0; place < n_runs; place++) {
        add_run(report, &table, report->by_merit[place]);
        add_interval(report, &charts[place], report->by_merit[place], scale);
    }
    const char *name = arena_format(&report->arena, "from %.1f to %.1f", scale.low, scale.high);
    page_add_table(&report->page, &table, &(struct page_charts){.name = name, .charts = charts});
    page_add_note(&report->page, "low, high: the 95 %% interval of %s for questions like these.%s",
                  scores_measure_name(&report->scores, 0),
                  page_has_charts(&report->page) ? " The dashed line is the best run's mean." : "");
    if (report->votes != NULL)
        page_add_note(
            &report->page,
            "votes ±%s: if annotators voted on these questions again and again, 95 of 100 means would lie "
            "this close to their average. This is the only part of the interval that more votes reduce.",
            page_has_charts(&report->page) ? ", the thick part of the line" : "");
    report_add_letters_note(report);
    add_remarks(report);
    for (size_t place = 0; place < n_runs; place++)
        buffer_release(&charts[place]);
    free(charts);
    table_release(&table);
}

/* --- Comparison with the baseline ------------------------------------------------------------- */

/* Returns a scale for all intervals, symmetric around 0. */
static struct chart_scale scale_of_differences(const struct report *report)
{
    double largest = report->margin;
    for (size_t run = 0; run < report->scores.n_runs; run++) {
        const struct estimate *difference = &report->differences[run];
        largest = fmax(largest, fmax(fabs(difference->low), fabs(difference->high))); /* fmax ignores a NAN */
    }
    largest = fmax(ceil(largest * 20) / 20, 0.05);
    return (struct chart_scale){-largest, largest};
}

/* Returns the verdict of `assay gate`, which refuses to judge in these cases. */
static const char *verdict_on(const struct report *report, size_t run)
{
    if (first_measure(report)->is_sum)
        return "no verdict: a count is neither better nor worse";
    if (!truth_has_relevant(&report->scores.truth))
        return "no verdict: no document is relevant";
    if (scores_are_renamed(&report->scores, run))
        return "no verdict: its documents were renamed";
    if (scores_are_renamed(&report->scores, report->baseline))
        return "no verdict: the baseline's documents were renamed";
    return words_at(&gate_verdict_words, gate_decide(&report->differences[run], report->margin));
}

static void add_difference(const struct report *report, struct table *table, size_t run, struct buffer *chart,
                           struct chart_scale scale)
{
    const struct estimate *difference = &report->differences[run];
    table_add_text(table, report->scores.runs[run].name);
    table_add_real(table, difference->mean, report->scores.precision);
    table_add_real(table, difference->low, report->scores.precision);
    table_add_real(table, difference->high, report->scores.precision);
    if (report->votes != NULL)
        table_add_real(table, report->votes_apart[run], report->scores.precision);
    table_add_text(table, bytes_of(verdict_on(report, run)));
    chart_add_interval(chart,
                       &(struct chart_interval){.low = difference->low,
                                                .value = difference->mean,
                                                .high = difference->high,
                                                .part = report->votes != NULL ? report->votes_apart[run] : 0},
                       scale);
}

void report_add_baseline(struct report *report)
{
    const struct scores *scores = &report->scores;
    const struct chart_scale scale = scale_of_differences(report);
    struct table table = {0};
    struct buffer *charts = memory_get_zeroed(scores->n_runs, sizeof *charts);
    size_t n = 0;
    table_add_column(&table, "run", ALIGN_LEFT);
    table_add_column(&table, "difference", ALIGN_RIGHT);
    table_add_column(&table, "low", ALIGN_RIGHT);
    table_add_column(&table, "high", ALIGN_RIGHT);
    if (report->votes != NULL)
        table_add_column(&table, "votes ±", ALIGN_RIGHT);
    table_add_column(&table, "verdict", ALIGN_LEFT);
    for (size_t place = 0; place < scores->n_runs; place++) {
        if (report->by_merit[place] != report->baseline)
            add_difference(report, &table, report->by_merit[place], &charts[n++], scale);
    }
    const char *name = arena_format(&report->arena, "from %.2f to %.2f", scale.low, scale.high);
    page_add_note(&report->page,
                  "The difference from %.*s in %s with its 95 %% interval, and whether the run may replace "
                  "the baseline: not worse if the whole interval lies above %s%g, worse if the whole "
                  "interval lies below 0. Each of these verdicts is wrong at most once in 40.",
                  BYTES_FORMAT(scores->runs[report->baseline].name), scores_measure_name(&report->scores, 0),
                  report->margin > 0 ? "-" : "", report->margin);
    page_add_table(&report->page, &table, &(struct page_charts){.name = name, .charts = charts});
    for (size_t i = 0; i < n; i++)
        buffer_release(&charts[i]);
    free(charts);
    table_release(&table);
}

/* --- Question by question ------------------------------------------------- */

enum {
    FIELDS_MAX = 240,       /* cells in a row of the heat map */
    FIELDS_IN_ALL = 20000,  /* cells of the whole heat map */
    LISTED_QUESTIONS = 200, /* questions listed in numbers below it */
    LISTED_RUNS = 12,
};

/* Returns how many questions a cell of the heat map stands for: one, unless there are too many. */
static size_t questions_a_field(const struct report *report)
{
    size_t room = FIELDS_IN_ALL / report->scores.n_runs;
    room = room > FIELDS_MAX ? FIELDS_MAX : room < 1 ? 1 : room;
    return (report->n_hardest + room - 1) / room;
}

/* Makes a cell from the mean of a run over its questions. */
static struct chart_field make_field(struct report *report, size_t place, size_t first, size_t n,
                                     double highest)
{
    const struct qrels *qrels = &report->scores.truth.qrels;
    double sum = 0;
    size_t n_scored = 0;
    for (size_t i = first; i < first + n; i++) {
        double value = value_at(report, report->hardest_first[i], place);
        if (isnan(value))
            continue;
        sum += value;
        n_scored++;
    }
    double mean = n_scored > 0 ? sum / (double)n_scored : NAN;
    struct buffer label = {0};
    if (n == 1)
        buffer_add(&label, qrels->questions[report->hardest_first[first]].qid);
    else
        buffer_add_format(&label, "%zu questions", n);
    if (n_scored > 0)
        buffer_add_format(&label, " %.*f", report->scores.precision, mean);
    struct chart_field field = {mean / highest, arena_copy(&report->arena, buffer_bytes(&label))};
    buffer_release(&label);
    return field;
}

static void add_strip(struct report *report, struct buffer *chart, size_t place, double highest)
{
    const size_t width = questions_a_field(report);
    struct chart_field *fields = memory_get_zeroed(FIELDS_MAX, sizeof *fields);
    size_t n = 0;
    for (size_t first = 0; first < report->n_hardest; first += width) {
        size_t left = report->n_hardest - first;
        fields[n++] = make_field(report, place, first, left < width ? left : width, highest);
    }
    chart_add_strip(chart, fields, n);
    free(fields);
}

/* Counts the questions on which a run scores 0. */
static size_t count_zeros(const struct report *report, size_t place)
{
    size_t n = 0;
    for (size_t i = 0; i < report->n_hardest; i++)
        n += value_at(report, report->hardest_first[i], place) == 0;
    return n;
}

static double highest_value(const struct report *report)
{
    double highest = 0;
    for (size_t i = 0; i < report->n_hardest; i++) {
        for (size_t place = 0; place < report->scores.n_runs; place++)
            highest = fmax(highest, value_at(report, report->hardest_first[i], place));
    }
    return highest > 0 ? highest : 1;
}

static void add_heat_map(struct report *report)
{
    const size_t n_runs = report->scores.n_runs;
    const double highest = highest_value(report);
    struct table table = {0};
    struct buffer *charts = memory_get_zeroed(n_runs, sizeof *charts);
    table_add_column(&table, "run", ALIGN_LEFT);
    table_add_column(&table, "questions at 0", ALIGN_RIGHT);
    for (size_t place = 0; place < n_runs; place++) {
        table_add_text(&table, run_name(report, place));
        table_add_integer(&table, (int64_t)count_zeros(report, place));
        add_strip(report, &charts[place], place, highest);
    }
    page_add_table(&report->page, &table,
                   &(struct page_charts){.name = "questions, the hardest first", .charts = charts});
    for (size_t place = 0; place < n_runs; place++)
        buffer_release(&charts[place]);
    free(charts);
    table_release(&table);
}

static void add_question_numbers(struct report *report)
{
    const struct qrels *qrels = &report->scores.truth.qrels;
    const size_t n_runs = report->scores.n_runs < LISTED_RUNS ? report->scores.n_runs : LISTED_RUNS;
    struct table table = {0};
    table_add_column(&table, "question", ALIGN_LEFT);
    for (size_t place = 0; place < n_runs; place++) {
        const char *name = arena_format(&report->arena, "%.*s", BYTES_FORMAT(run_name(report, place)));
        table_add_column(&table, name, ALIGN_RIGHT);
    }
    for (size_t i = 0; i < report->n_hardest && i < LISTED_QUESTIONS; i++) {
        table_add_text(&table, qrels->questions[report->hardest_first[i]].qid);
        for (size_t place = 0; place < n_runs; place++)
            table_add_real(&table, value_at(report, report->hardest_first[i], place),
                           report->scores.precision);
    }
    page_add_numbers(&report->page, &table);
    table_release(&table);
}

void report_add_questions(struct report *report)
{
    const char *measure = scores_measure_name(&report->scores, 0);
    const size_t width = questions_a_field(report);
    const char *colours = page_has_charts(&report->page) ? ": pale is 0, full is the highest" : "";
    if (width == 1)
        page_add_note(
            &report->page,
            "%s of each question%s. The questions are in the order of their mean over the runs, the hardest "
            "first.",
            measure, colours);
    else
        page_add_note(&report->page,
                      "%s of %zu questions at a time%s. The questions are in the order of their mean over "
                      "the runs, the hardest first.",
                      measure, width, colours);
    add_heat_map(report);
    add_question_numbers(report);
    if (report->n_hardest > LISTED_QUESTIONS)
        page_add_note(&report->page, "The table has the %d hardest of %zu questions.", LISTED_QUESTIONS,
                      report->n_hardest);
    if (report->scores.n_runs > LISTED_RUNS)
        page_add_note(&report->page, "The table has the %d best of %zu runs.", LISTED_RUNS,
                      report->scores.n_runs);
}

/* --- The hardest questions ------------------------------------------------ */

/* Returns the judgment of a document as a sign, readable without colour. */
static const char *sign_of(const struct qrels_question *truth, struct bytes docid)
{
    const struct judgment *judgment = qrels_question_find(truth, docid);
    if (judgment == NULL)
        return "?";
    return judgment->grade > 0 ? "●" : "○";
}

static void add_document(struct table *table, const struct qrels_question *truth,
                         const struct ranked_document *document)
{
    enum { TITLE_CHARACTERS = 48 };
    if (document->docid.size == 0) {
        table_add_empty(table);
        return;
    }
    struct buffer text = {0};
    buffer_add_format(&text, "%s ", sign_of(truth, document->docid));
    buffer_add(&text, document->docid);
    if (document->title.size > 0) {
        buffer_add_string(&text, " · ");
        unicode_add_beginning(&text, document->title, TITLE_CHARACTERS);
    }
    table_add_text(table, buffer_bytes(&text));
    buffer_release(&text);
}

static void add_hard_question(struct report *report, const struct hard_question *hard)
{
    const struct qrels_question *truth = &report->scores.truth.qrels.questions[hard->question];
    struct table table = {0};
    table_add_column(&table, "rank", ALIGN_LEFT);
    for (size_t place = 0; place < n_ranked_runs(report); place++) {
        const char *name = arena_format(&report->arena, "%.*s %.*f", BYTES_FORMAT(run_name(report, place)),
                                        report->scores.precision, value_at(report, hard->question, place));
        table_add_column(&table, name, ALIGN_LEFT);
    }
    for (size_t rank = 0; rank < HARD_DEPTH; rank++) {
        table_add_integer(&table, (int64_t)rank + 1);
        for (size_t place = 0; place < n_ranked_runs(report); place++)
            add_document(&table, truth, &hard->documents[place][rank]);
    }
    page_add_heading(&report->page, truth->qid, hard->text);
    page_add_table(&report->page, &table, NULL);
    table_release(&table);
}

void report_add_hard(struct report *report)
{
    page_add_note(&report->page,
                  "The %zu of %zu questions with the lowest scores, with the first %d documents of each%s: ● "
                  "relevant, ○ not relevant, ? not judged.",
                  report->n_hard, report->n_hardest, HARD_DEPTH,
                  report->scores.n_runs > HARD_RUNS ? " of the best four runs" : "");
    for (size_t i = 0; i < report->n_hard; i++)
        add_hard_question(report, &report->hard[i]);
}

/* --- Scores over the votes ------------------------------------------------ */

static void add_history_cells(const struct report *report, struct table *table, size_t moment, size_t run)
{
    const int precision = report->scores.precision;
    const struct estimate estimate = history_estimate(report->history, moment, run, 0);
    table_add_real(table, history_mean(report->history, moment, run, 0), precision);
    table_add_real(table, estimate.low, precision);
    table_add_real(table, estimate.high, precision);
}

static void add_history_numbers(struct report *report, size_t n_runs)
{
    struct table table = {0};
    table_add_column(&table, "votes", ALIGN_RIGHT);
    for (size_t place = 0; place < n_runs; place++) {
        table_add_column(&table, arena_format(&report->arena, "%.*s", BYTES_FORMAT(run_name(report, place))),
                         ALIGN_RIGHT);
        table_add_column(&table, "low", ALIGN_RIGHT);
        table_add_column(&table, "high", ALIGN_RIGHT);
    }
    for (size_t moment = 0; moment < history_count(report->history); moment++) {
        table_add_integer(&table, history_votes(report->history, moment));
        for (size_t place = 0; place < n_runs; place++)
            add_history_cells(report, &table, moment, report->by_merit[place]);
    }
    page_add_numbers(&report->page, &table);
    table_release(&table);
}

/* Makes the line of the run at this place by merit. */
static struct chart_line history_line(const struct report *report, size_t place, struct arena *arena)
{
    const size_t n = history_count(report->history);
    const size_t run = report->by_merit[place];
    double *y = arena_get_array(arena, n, sizeof *y);
    double *low = arena_get_array(arena, n, sizeof *low), *high = arena_get_array(arena, n, sizeof *high);
    for (size_t moment = 0; moment < n; moment++) {
        const struct estimate estimate = history_estimate(report->history, moment, run, 0);
        y[moment] = history_mean(report->history, moment, run, 0);
        low[moment] = estimate.low;
        high[moment] = estimate.high;
    }
    return (struct chart_line){.label = run_name(report, place), .y = y, .low = low, .high = high};
}

static void add_history_chart(struct report *report, size_t n_runs)
{
    const size_t n = history_count(report->history);
    struct chart_line lines[CHART_LINES_MAX];
    struct arena arena = {0};
    struct buffer chart = {0};
    double *x = arena_get_array(&arena, n, sizeof *x);
    for (size_t moment = 0; moment < n; moment++)
        x[moment] = (double)history_votes(report->history, moment);
    for (size_t place = 0; place < n_runs; place++)
        lines[place] = history_line(report, place, &arena);
    chart_add_lines(&chart,
                    &(struct chart_lines){.label = "The scores of the runs over the votes",
                                          .x = x,
                                          .n_points = n,
                                          .lines = lines,
                                          .n_lines = n_runs,
                                          .x_name = arena_format(&arena, "after %.0f votes →", x[n - 1])});
    page_add_chart(&report->page, &chart);
    buffer_release(&chart);
    arena_release(&arena);
}

void report_add_history(struct report *report)
{
    const size_t n_runs = report->scores.n_runs < CHART_LINES_MAX ? report->scores.n_runs : CHART_LINES_MAX;
    page_add_note(&report->page,
                  "%s as the votes came in, %s, with its 95 %% interval over questions. Where the lines are "
                  "flat and keep their order, more votes are unlikely to change the order.",
                  scores_measure_name(&report->scores, 0),
                  report->scores.n_runs > CHART_LINES_MAX ? "of the best runs"
                                                          : "on the questions labelled by then");
    add_history_chart(report, n_runs);
    add_history_numbers(report, n_runs);
}
