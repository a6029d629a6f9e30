#include "export/forms/trec_eval.h"

static const struct bytes all_questions = {.data = "all", .size = 3};

/* The name of a z-score is one column wider, because its Z precedes the 22 columns. */
static void add_line_start(const struct trec_eval_style *style, size_t measure, struct bytes qid,
                           struct buffer *out)
{
    const char *name = style->names[measure];
    const bool is_zscore = style->are_zscores && style->measures[measure].row->range != RANGE_TEXT;
    buffer_add_format(out, "%-*s\t", is_zscore ? 23 : 22, name);
    buffer_add(out, qid);
    buffer_add_byte(out, '\t');
}

static void add_value_line(const struct trec_eval_style *style, size_t measure, struct bytes qid,
                           double value, struct buffer *out)
{
    add_line_start(style, measure, qid, out);
    if (style->measures[measure].row->is_sum && !style->are_zscores)
        buffer_add_format(out, "%.0f\n", value);
    else
        buffer_add_format(out, "%6.*f\n", style->precision, value);
}

static void add_text_line(const struct trec_eval_style *style, size_t measure, struct bytes qid,
                          struct bytes text, struct buffer *out)
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
            add_text_line(style, m, qid, style->texts[i], out);
        else
            add_value_line(style, m, qid, evaluation->values[i], out);
    }
}

void trec_eval_add_means(const struct evaluation *evaluation, const struct trec_eval_style *style,
                         struct buffer *out)
{
    for (size_t m = 0; m < style->n_measures; m++) {
        if (is_text(&style->measures[m]) && is_of_whole_run(&style->measures[m]))
            add_text_line(style, m, all_questions, style->runid, out);
        else if (!is_text(&style->measures[m]))
            add_value_line(style, m, all_questions, evaluation->means[m], out);
    }
}
