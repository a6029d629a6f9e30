/*
 * A question is "labelled" if both the truth and the model have it, "further" if only the model has it, and "alone" if
 * only the truth has it.
 */
#include "cli/score/corrected.h"

#include "cli/shared/opinion.h"
#include "cli/shared/output.h"
#include "cli/shared/pairing.h"
#include "core/base/memory.h"
#include "core/metric/statistics/comparison.h"
#include "core/metric/statistics/prediction_powered.h"
#include "import/files/file.h"

#include <stdlib.h>

#define CONFIDENCE 0.95

/* The values of one run, or one difference, by one measure, question by question. */
struct corrected_room {
    double *labelled, *predicted, *further, *alone;
    size_t n_labelled, n_further, n_alone;
};

struct corrected_report {
    struct scores *scores;
    struct opinion model;
    struct evaluation *by_model; /* of each run */
    struct corrected_room room;
};

/* --- Values ---------------------------------------------------------------------------------- */

static bool score_by_model(struct corrected_report *report, struct world *world, struct err *err)
{
    struct scores *scores = report->scores;
    const struct measure_list asked = {.items = scores->measures.items, .count = scores->n_asked};
    report->by_model = arena_get_array(&scores->arena, scores->n_runs, sizeof *report->by_model);
    for (size_t i = 0; i < scores->n_runs; i++) {
        if (!opinion_score(&report->model, scores->runs[i].path, &asked, scores->ties, scores->type, world,
                           &report->by_model[i], err))
            return false;
    }
    return true;
}

static double value_of(const struct evaluation *evaluation, size_t question, size_t measure)
{
    return evaluation->values[question * evaluation->n_measures + measure];
}

/* Both evaluations have their questions by ascending bytes of the qid. */
static void set_room(struct corrected_report *report, size_t run, size_t measure)
{
    const struct evaluation *truth = &report->scores->runs[run].evaluation;
    const struct evaluation *model = &report->by_model[run];
    struct corrected_room *room = &report->room;
    size_t t = 0;
    room->n_labelled = room->n_further = room->n_alone = 0;
    for (size_t m = 0; m < model->n_questions; m++) {
        const struct bytes qid = model->questions[m]->qid;
        while (t < truth->n_questions && bytes_compare(truth->questions[t]->qid, qid) < 0)
            room->alone[room->n_alone++] = value_of(truth, t++, measure);
        if (t < truth->n_questions && bytes_equal(truth->questions[t]->qid, qid)) {
            room->labelled[room->n_labelled] = value_of(truth, t++, measure);
            room->predicted[room->n_labelled++] = value_of(model, m, measure);
        } else {
            room->further[room->n_further++] = value_of(model, m, measure);
        }
    }
    while (t < truth->n_questions)
        room->alone[room->n_alone++] = value_of(truth, t++, measure);
}

static void room_open(struct corrected_report *report)
{
    const size_t n_questions = report->by_model[0].n_questions;
    report->room = (struct corrected_room){
        .labelled = memory_get_zeroed(n_questions, sizeof(double)),
        .predicted = memory_get_zeroed(n_questions, sizeof(double)),
        .further = memory_get_zeroed(n_questions, sizeof(double)),
        .alone = memory_get_zeroed(report->scores->runs[0].evaluation.n_questions, sizeof(double)),
    };
}

static void room_close(struct corrected_room *room)
{
    free(room->labelled);
    free(room->predicted);
    free(room->further);
    free(room->alone);
}

static void subtract(double *values, const double *baseline, size_t n)
{
    for (size_t i = 0; i < n; i++)
        values[i] -= baseline[i];
}

/* Sets the room to the differences from the first run. */
static void set_difference(struct corrected_report *report, size_t run, size_t measure)
{
    struct corrected_room own;
    set_room(report, run, measure);
    own = report->room;
    room_open(report);
    set_room(report, 0, measure);
    subtract(own.labelled, report->room.labelled, own.n_labelled);
    subtract(own.predicted, report->room.predicted, own.n_labelled);
    subtract(own.further, report->room.further, own.n_further);
    subtract(own.alone, report->room.alone, own.n_alone);
    room_close(&report->room);
    report->room = own;
}

/* --- The table ------------------------------------------------------------------------------- */

/* Clips an interval to the possible range of the measure, or of a difference of two values. */
static void clip(struct mean_interval *mean, const struct measure_row *measure, bool is_difference)
{
    struct estimate estimate = {.low = mean->low, .high = mean->high};
    if (measure->range != RANGE_UNIT)
        return;
    estimate_clip(&estimate, is_difference ? -1 : 0, 1);
    mean->low = estimate.low;
    mean->high = estimate.high;
}

/* Prints a mean difference that is 0 except for rounding as 0, not as -0.0000. */
static void add_mean(struct table *table, const struct mean_interval *mean, int precision)
{
    table_add_real(table, comparison_difference(0, mean->value), precision);
    table_add_real(table, mean->low, precision);
    table_add_real(table, mean->high, precision);
}

static void add_row(const struct corrected_report *report, struct bytes baseline, size_t run, size_t measure,
                    struct table *table)
{
    const struct corrected_room *room = &report->room;
    const int precision = report->scores->precision;
    const struct prediction_sample sample = {
        .labelled = room->labelled,
        .predicted = room->predicted,
        .n_labelled = room->n_labelled,
        .further = room->further,
        .n_further = room->n_further,
        .alone = room->alone,
        .n_alone = room->n_alone,
        .is_bounded = report->scores->measures.items[measure].row->range == RANGE_UNIT,
        .are_differences = baseline.size > 0,
    };
    struct prediction_powered made;
    prediction_powered_make(&made, &sample, CONFIDENCE);
    clip(&made.corrected, report->scores->measures.items[measure].row, baseline.size > 0);
    clip(&made.experts, report->scores->measures.items[measure].row, baseline.size > 0);
    table_add_text(table, report->scores->runs[run].name);
    table_add_text(table, baseline);
    table_add_text(table, bytes_of(scores_measure_name(report->scores, measure)));
    add_mean(table, &made.corrected, precision);
    add_mean(table, &made.experts, precision);
    table_add_real(table, made.model, precision);
    table_add_real(table, made.weight, precision);
}

static void fill_corrected(struct corrected_report *report, struct table *table)
{
    static const char *const numbers[] = {"value",       "low",          "high",  "experts",
                                          "experts_low", "experts_high", "model", "weight"};
    const struct scores *scores = report->scores;
    table_add_column(table, "run", ALIGN_LEFT);
    table_add_column(table, "minus", ALIGN_LEFT);
    table_add_column(table, "measure", ALIGN_LEFT);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        table_add_column(table, numbers[i], ALIGN_RIGHT);
    for (size_t i = 0; i < scores->n_runs * scores->n_asked; i++) {
        set_room(report, i / scores->n_asked, i % scores->n_asked);
        add_row(report, (struct bytes){0}, i / scores->n_asked, i % scores->n_asked, table);
    }
    for (size_t i = scores->n_asked; i < scores->n_runs * scores->n_asked; i++) {
        set_difference(report, i / scores->n_asked, i % scores->n_asked);
        add_row(report, scores->runs[0].name, i / scores->n_asked, i % scores->n_asked, table);
    }
}

static void remark_corrected(const struct corrected_report *report, struct world *world)
{
    const struct corrected_room *room = &report->room;
    output_remark(world,
                  "labelled by experts and judged by %s: %zu question%s; judged only by the model: %zu; the "
                  "intervals hold if the experts' questions were drawn at random",
                  report->model.word, room->n_labelled, room->n_labelled == 1 ? "" : "s", room->n_further);
    if (room->n_labelled < PREDICTION_POWERED_LEAST)
        output_remark(world,
                      "with fewer than %d such questions the errors of %s are unknown, so only the experts' "
                      "labels count",
                      PREDICTION_POWERED_LEAST, report->model.word);
    if (room->n_alone > 0)
        output_remark(world, "%zu question%s that %s did not judge count%s only by the experts' labels",
                      room->n_alone, room->n_alone == 1 ? "" : "s", report->model.word,
                      room->n_alone == 1 ? "s" : "");
}

static bool check_room(const struct corrected_report *report, struct err *err)
{
    return report->room.n_labelled > 0 ||
           err_set(err, ERR_INPUT,
                   "%s and %s judged no question in common; check whether they belong together",
                   file_label(report->scores->truth.path), report->model.word);
}

static bool read_model(struct corrected_report *report, const char *model, struct world *world,
                       struct err *err)
{
    const struct truth *truth = &report->scores->truth;
    const bool is_read = truth->is_database
                             ? opinion_read_named(&report->model, truth->path, model, world, err)
                             : opinion_read(&report->model, model, world, err);
    return is_read && (report->model.qrels.n_questions > 0 ||
                       err_set(err, ERR_INPUT, "%s has judged nothing so far", model));
}

bool corrected_print(struct scores *scores, const char *model, size_t format, struct world *world,
                     struct err *err)
{
    struct corrected_report report = {.scores = scores};
    struct table table = {0};
    bool done = pairing_check_means(scores, err) && read_model(&report, model, world, err) &&
                score_by_model(&report, world, err);
    if (done) {
        room_open(&report);
        set_room(&report, 0, 0);
        done = check_room(&report, err);
    }
    if (done) {
        fill_corrected(&report, &table);
        output_table(&table, format, world);
        scores_remark(scores, world);
        if (table_format_is_for_people((enum table_format)format))
            scores_remark_unjudged(scores, world);
        remark_corrected(&report, world);
    }
    for (size_t i = 0; report.by_model != NULL && i < scores->n_runs; i++)
        evaluation_release(&report.by_model[i]);
    room_close(&report.room);
    table_release(&table);
    opinion_release(&report.model);
    return done;
}
