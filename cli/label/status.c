/*
 * Reads the store once and prints the result. For people: sentences about the whole and a table of annotators. For
 * lines of programs: only that table. For JSON: everything in one object.
 */
#include "cli/commands.h"

#include "cli/label/status_metrics.h"
#include "cli/shared/database.h"
#include "cli/shared/left_out.h"
#include "cli/shared/output.h"
#include "cli/shared/vote_budget.h"
#include "core/base/moment.h"
#include "core/base/unicode.h"
#include "core/metric/statistics/power.h"
#include "core/store/votes/annotators.h"
#include "core/store/content/judgments.h"
#include "core/store/rights.h"
#include "core/store/labelling/status.h"
#include "core/store/store.h"
#include "export/forms/json.h"
#include "export/progress.h"

#include <math.h>
#include <time.h>

struct status_call {
    struct text_list left_out;
    size_t format;
    int watch; /* seconds between two outputs; 0: only one */
};

/* A format that only this command has, after those of tables. */
enum { STATUS_OPENMETRICS = TABLE_FORMAT_COUNT };

static const char *const format_names[] = {
    [TABLE_PEOPLE] = "table", [TABLE_TSV] = "tsv",           [TABLE_JSON] = "json",
    [TABLE_CSV] = "csv",      [TABLE_MARKDOWN] = "markdown", [STATUS_OPENMETRICS] = "openmetrics",
};
static const struct words format_words = WORDS_OF(format_names);

enum { WATCH_MAX = 24 * 60 * 60 };

static const struct option options[] = {
    OPTION_ROW_WITHOUT(struct status_call, left_out),
    CHOICE_OPTION("format", "FORMAT", struct status_call, format, .words = &format_words),
    INTEGER_OPTION("watch", "SECONDS", struct status_call, watch, 1, WATCH_MAX, 0,
                   .help = "print the status again every SECONDS, until Ctrl-C"),
};

static bool is_for_people(size_t format)
{
    return format != STATUS_OPENMETRICS && table_format_is_for_people((enum table_format)format);
}

/*
 * Adds the name of a line about the whole. In Markdown, where lines flow together, the line is an item of a list.
 */
static void add_heading(const char *name, size_t format, struct buffer *text)
{
    if (format == TABLE_MARKDOWN)
        buffer_add_format(text, "- %s ", name);
    else
        buffer_add_format(text, "%-12s", name);
}

static void add_sources(const struct status *status, size_t format, struct buffer *text)
{
    for (size_t i = 0; i < status->n_sources; i++) {
        const struct judgment_source *source = &status->sources[i];
        add_heading("judgments", format, text);
        buffer_add_format(text, "%lld of ", (long long)source->judgments);
        unicode_add_visible(text, source->name);
        buffer_add_format(text, ", on %lld question%s\n", (long long)source->questions,
                          source->questions == 1 ? "" : "s");
    }
}

/*
 * Returns the smallest difference that the labels can show, as a guide without runs; NAN if there are too few.
 */
static double smallest_difference(const struct status *status)
{
    double smallest =
        power_smallest_difference(POWER_DEVIATION, vote_budget_of(status).n_labelled, POWER_USUAL);
    return smallest < 1 ? smallest : NAN;
}

static void add_power(const struct status *status, size_t format, struct buffer *text)
{
    const double smallest = smallest_difference(status);
    if (isnan(smallest))
        return;
    add_heading("power", format, text);
    buffer_add_format(
        text,
        "%zu questions with votes are enough to detect a difference of %.3f in " POWER_MEASURE
        " (%.0f %% power, at a deviation of %g; `assay plan DB RUN RUN` uses the deviation of your runs)\n",
        vote_budget_of(status).n_labelled, smallest, 100 * POWER_USUAL, POWER_DEVIATION);
}

/* Adds the forecast, except before the first vote and at the end. */
static void add_forecast(const struct status *status, size_t format, struct buffer *text)
{
    if (status->votes == 0 || status->ballots_left == 0)
        return;
    add_heading("forecast", format, text);
    const size_t before = text->size;
    forecast_add(&status->forecast, text);
    if (isnan(status->forecast.hours))
        buffer_add_format(text, "%sminutes: not known yet, after %lld vote%s",
                          text->size > before ? "; " : "", (long long)status->votes,
                          status->votes == 1 ? "" : "s");
    buffer_add_byte(text, '\n');
}

/* Adds how far dealing and labels rely on the runs, once votes say something about that. */
static void add_priors(const struct status *status, size_t format, struct buffer *text)
{
    const struct learned_priors *priors = &status->priors;
    if (priors->n_questions == 0)
        return;
    add_heading("prior", format, text);
    buffer_add_string(text, "weight");
    if (!isnan(priors->weight))
        buffer_add_format(text, " %.2f", priors->weight);
    if (!isnan(priors->label_weight))
        buffer_add_format(text, "%s %.2f in labels", isnan(priors->weight) ? "" : " in dealing,",
                          priors->label_weight);
    buffer_add_format(text, ", learned from %zu question%s: how far %s on the order of the runs\n",
                      priors->n_questions, priors->n_questions == 1 ? "" : "s",
                      isnan(priors->label_weight) ? "dealing relies"
                      : isnan(priors->weight)     ? "they rely"
                                                  : "each relies");
}

static void print_whole(const struct status *status, size_t format, struct world *world)
{
    struct buffer text = {0};
    add_heading("questions", format, &text);
    buffer_add_format(&text, "%lld: %lld done, %lld begun, %lld untouched", (long long)status->questions,
                      (long long)status->questions_done, (long long)status->questions_begun,
                      (long long)status->questions_untouched);
    if (status->questions_left_out > 0)
        buffer_add_format(&text, ", %lld not in the sample", (long long)status->questions_left_out);
    if (status->lacking.count > 0) {
        buffer_add_format(&text, ", %lld without candidates", (long long)status->lacking.count);
        output_add_some(&text, status->lacking.qids, status->lacking.n_qids, status->lacking.count);
    }
    buffer_add_byte(&text, '\n');
    if (status->strata.n > 0) {
        add_heading("labelled", format, &text);
        strata_add(&status->strata, &text);
        buffer_add_byte(&text, '\n');
    }
    add_heading("documents", format, &text);
    buffer_add_format(&text, "%lld\n", (long long)status->documents);
    add_heading("candidates", format, &text);
    buffer_add_format(&text, "%lld\n", (long long)status->candidates);
    add_heading("ballots", format, &text);
    buffer_add_format(&text, "%lld done, %lld left\n", (long long)status->ballots_done,
                      (long long)status->ballots_left);
    add_forecast(status, format, &text);
    add_heading("votes", format, &text);
    if (status->votes > 0)
        buffer_add_format(&text, "%lld, none: %.0f%%\n", (long long)status->votes,
                          100 * share_or_nan(status->none_votes, status->votes));
    else
        buffer_add_string(&text, "0, none: –\n");
    add_priors(status, format, &text);
    add_power(status, format, &text);
    add_sources(status, format, &text);
    output_text(&text, world);
    buffer_release(&text);
}

/* Returns the share of skips among the answered ballots. */
static double skip_share(const struct annotator_row *row)
{
    return share_or_nan(row->skips, row->pace.votes + row->skips);
}

/* Returns NAN without timed votes. */
static double median_seconds(const struct annotator_row *row)
{
    return row->pace.timed_votes > 0 ? (double)row->median_ms / 1000 : NAN;
}

/* Returns NAN without timed votes. */
static double quick_votes(const struct annotator_row *row)
{
    return row->pace.timed_votes > 0 ? (double)row->quick_votes : NAN;
}

/* Returns an empty text if there are too few votes. */
static const char *say_bias(const struct slot_wins *slots)
{
    if (isnan(slot_wins_p(slots)))
        return "";
    return slot_wins_are_biased(slots) ? "yes" : "no";
}

static void print_annotators(const struct status *status, size_t format, struct world *world)
{
    struct table table = {0};
    table_add_column(&table, "annotator", ALIGN_LEFT);
    table_add_column(&table, "votes", ALIGN_RIGHT);
    table_add_column(&table, "none %", ALIGN_RIGHT);
    table_add_column(&table, "median seconds", ALIGN_RIGHT);
    table_add_column(&table, "quick", ALIGN_RIGHT);
    table_add_column(&table, "per hour", ALIGN_RIGHT);
    table_add_column(&table, "skip %", ALIGN_RIGHT);
    table_add_column(&table, "consistent %", ALIGN_RIGHT);
    table_add_column(&table, "slot bias", ALIGN_LEFT);
    for (size_t i = 0; i < status->n_annotators; i++) {
        const struct annotator_row *row = &status->annotators[i];
        table_add_text(&table, row->name);
        table_add_integer(&table, row->pace.votes);
        table_add_real(&table, 100 * share_or_nan(row->none_votes, row->pace.votes), 0);
        table_add_real(&table, median_seconds(row), 1);
        table_add_real(&table, quick_votes(row), 0);
        table_add_real(&table, pace_per_hour(&row->pace), 0);
        table_add_real(&table, 100 * skip_share(row), 0);
        table_add_real(&table, 100 * repeats_share(&row->repeats), 0);
        table_add_text(&table, bytes_of(say_bias(&row->slots)));
    }
    output_table(&table, format, world);
    table_release(&table);
}

static void print_status_json(const struct status *status, bool is_line, struct world *world)
{
    struct json *root = json_object();
    struct json *questions = json_add_object(root, "questions");
    json_add_integer(questions, "total", status->questions);
    json_add_integer(questions, "done", status->questions_done);
    json_add_integer(questions, "begun", status->questions_begun);
    json_add_integer(questions, "untouched", status->questions_untouched);
    json_add_integer(questions, "not_in_sample", status->questions_left_out);
    json_add_integer(questions, "without_candidates", status->lacking.count);
    json_add_strata(root, &status->strata);
    json_add_integer(root, "documents", status->documents);
    json_add_integer(root, "candidates", status->candidates);
    struct json *ballots = json_add_object(root, "ballots");
    json_add_integer(ballots, "done", status->ballots_done);
    json_add_integer(ballots, "left", status->ballots_left);
    json_add_forecast(root, &status->forecast);
    if (!isnan(status->priors.weight) || !isnan(status->priors.label_weight)) {
        struct json *prior = json_add_object(root, "prior");
        json_add_real(prior, "weight", status->priors.weight);
        json_add_real(prior, "label_weight", status->priors.label_weight);
        json_add_integer(prior, "questions", (int64_t)status->priors.n_questions);
    }
    json_add_integer(root, "votes", status->votes);
    json_add_real(root, "none_share", share_or_nan(status->none_votes, status->votes));
    json_add_real(root, "smallest_difference", smallest_difference(status));
    struct json *annotators = status->has_annotators ? json_add_array(root, "annotators") : NULL;
    for (size_t i = 0; i < status->n_annotators; i++) {
        const struct annotator_row *row = &status->annotators[i];
        struct json *annotator = json_add_object(annotators, NULL);
        json_add_text(annotator, "name", row->name);
        json_add_integer(annotator, "votes", row->pace.votes);
        json_add_real(annotator, "none_share", share_or_nan(row->none_votes, row->pace.votes));
        json_add_real(annotator, "median_seconds", median_seconds(row));
        json_add_real(annotator, "quick_votes", quick_votes(row));
        json_add_real(annotator, "per_hour", pace_per_hour(&row->pace));
        json_add_real(annotator, "skip_share", skip_share(row));
        json_add_integer(annotator, "pairs_again", row->repeats.all);
        json_add_real(annotator, "agreement", share_or_nan(row->repeats.agreeing, row->repeats.all));
        json_add_real(annotator, "slot_bias_p", slot_wins_p(&row->slots));
    }
    struct json *sources = json_add_array(root, "judgments");
    for (size_t i = 0; i < status->n_sources; i++) {
        struct json *source = json_add_object(sources, NULL);
        json_add_text(source, "source", status->sources[i].name);
        json_add_integer(source, "judgments", status->sources[i].judgments);
        json_add_integer(source, "questions", status->sources[i].questions);
    }
    (is_line ? output_json_line : output_json)(root, world);
}

static void print_status(const struct status *status, const struct activity *activity,
                         const struct status_call *call, struct world *world)
{
    const size_t format = call->format;
    if (format == STATUS_OPENMETRICS) {
        struct buffer text = {0};
        status_add_metrics(status, activity, &text);
        output_text(&text, world);
        buffer_release(&text);
    } else if (format == TABLE_JSON) {
        print_status_json(status, call->watch > 0, world);
    } else if (!is_for_people(format)) {
        print_annotators(status, format, world); /* lines hold one table only */
    } else {
        print_whole(status, format, world);
        if (status->n_annotators == 0)
            return;
        fputc('\n', world->out);
        print_annotators(status, format, world);
    }
}

/* Returns whether the format shows only the annotators. */
static bool is_of_annotators(size_t format)
{
    return !is_for_people(format) && format != TABLE_JSON && format != STATUS_OPENMETRICS;
}

static bool show(const struct status_call *call, struct store *store, struct world *world, struct err *err)
{
    struct arena arena = {0};
    struct status status;
    struct activity activity = {0};
    bool done = (!is_of_annotators(call->format) ||
                 store_require_all(store, "looking at the figures of each annotator", err)) &&
                store_get_status(store, &arena, &status, err) &&
                (call->format != STATUS_OPENMETRICS ||
                 store_read_activity(store, world->clock.now(world->clock.context), &activity, err));
    if (done) {
        print_status(&status, &activity, call, world);
        left_out_remark(&call->left_out, store_path(store), world);
    }
    if (done && is_for_people(call->format) && !status.has_annotators)
        output_remark(world, "only leads see the figures of each annotator; you have an annotator's rights");
    if (done && is_for_people(call->format)) {
        output_remark_bare(world, store);
        done = left_out_remark_set_aside(store, world, err);
    }
    arena_release(&arena);
    return done;
}

/* Waits. Returns false when the user has pressed Ctrl-C, or nobody reads the output any more. */
static bool wait_for_next(int seconds, struct world *world)
{
    enum { PAUSES_PER_SECOND = 20 };
    const struct timespec pause = {.tv_nsec = 1000L * 1000 * 1000 / PAUSES_PER_SECOND};
    bool goes_on = fflush(world->out) == 0;
    for (int i = 0; i < seconds * PAUSES_PER_SECOND && goes_on; i++) {
        nanosleep(&pause, NULL);
        goes_on = !world->interrupted();
    }
    return goes_on;
}

static void print_time(struct world *world)
{
    struct buffer text = {0};
    buffer_add_byte(&text, '\n');
    moment_add_for_people(&text, world->clock.now(world->clock.context));
    buffer_add_byte(&text, '\n');
    output_text(&text, world);
    buffer_release(&text);
}

static bool run_status(const struct arguments *arguments, struct world *world, struct err *err)
{
    const struct status_call *call = arguments->filled;
    struct store *store = NULL;
    bool done = database_open(&store, arguments->operands[0], STORE_READING, world, err) &&
                left_out_apply(&call->left_out, store, err) && show(call, store, world, err);
    while (done && call->watch > 0 && wait_for_next(call->watch, world)) {
        if (is_for_people(call->format))
            print_time(world);
        done = show(call, store, world, err);
    }
    store_close(store);
    return done;
}

const struct command status_command = {
    .name = "status",
    .group = "Label",
    .summary = "Show progress, forecast and annotators",
    .example = "assay status labels.db",
    .operands = "DB",
    .least_operands = 1,
    .most_operands = 1,
    OPTIONS_FILL(struct status_call),
    .run = run_status,
};
