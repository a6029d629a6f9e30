#include "export/trec_eval.h"

#include "core/metric/measure_name.h"

static const struct bytes all_questions = {.data = "all", .size = 3};

/* Without what is said of all of them: trec_eval -J changes no name. */
static struct measure named_measure(const struct trec_eval_style *style, const struct measure *measure)
{
    struct measure named = *measure;
    if (style->judged_only && named.judged_only) {
        named.judged_only = false;
        named.given &= ~(unsigned)PARAMETER_JUDGED_ONLY;
    }
    return named;
}

static void add_line_start(const struct trec_eval_style *style, const struct measure *measure,
                           struct bytes qid, struct buffer *out)
{
    const struct measure named = named_measure(style, measure);
    struct buffer name = {0};
    measure_add_trec_eval_name(&named, &name);
    buffer_add_format(out, "%-22s\t", buffer_string(&name));
    buffer_add(out, qid);
    buffer_add_byte(out, '\t');
    buffer_release(&name);
}

static void add_value_line(const struct trec_eval_style *style, const struct measure *measure,
                           struct bytes qid, double value, struct buffer *out)
{
    add_line_start(style, measure, qid, out);
    if (measure->row->is_sum)
        buffer_add_format(out, "%.0f\n", value);
    else
        buffer_add_format(out, "%6.*f\n", style->precision, value);
}

static void add_text_line(const struct trec_eval_style *style, const struct measure *measure,
                          struct bytes qid, struct bytes text, struct buffer *out)
{
    add_line_start(style, measure, qid, out);
    buffer_add(out, text);
    buffer_add_byte(out, '\n');
}

static bool is_text(const struct measure *measure)
{
    return measure->row->range == RANGE_TEXT;
}

static bool is_of_whole_run(const struct measure *measure)
{
    return measure->row->is_geometric || measure->row->is_of_run;
}

void trec_eval_add_question(const struct evaluation *evaluation, size_t question,
                            const struct trec_eval_style *style, struct buffer *out)
{
    const struct bytes qid = evaluation->questions[question]->qid;
    for (size_t m = 0; m < style->n_measures; m++) {
        const size_t i = question * evaluation->n_measures + m;
        if (is_of_whole_run(&style->measures[m]))
            continue;
        if (is_text(&style->measures[m]))
            add_text_line(style, &style->measures[m], qid, style->texts[i], out);
        else
            add_value_line(style, &style->measures[m], qid, evaluation->values[i], out);
    }
}

void trec_eval_add_means(const struct evaluation *evaluation, const struct trec_eval_style *style,
                         struct buffer *out)
{
    for (size_t m = 0; m < style->n_measures; m++) {
        if (is_text(&style->measures[m]) && is_of_whole_run(&style->measures[m]))
            add_text_line(style, &style->measures[m], all_questions, style->runid, out);
        else if (!is_text(&style->measures[m]))
            add_value_line(style, &style->measures[m], all_questions, evaluation->means[m], out);
    }
}
