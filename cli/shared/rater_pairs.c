#include "cli/shared/rater_pairs.h"

#include "core/store/upkeep/check.h"

#include <math.h>

/* --- Reading --------------------------------------------------------------------------------- */

/* The labels of all annotators come together, question by question. */
static bool add_labels(void *context, size_t rater, struct bytes qid, const struct judgment *labels, size_t n,
                       struct err *err)
{
    struct graders *out = context;
    (void)err;
    rater_grades_add(&out->grades[rater], &out->ids, qid, labels, n);
    return true;
}

static bool read_grader(struct graders *out, size_t number, struct store *store,
                        const struct grading_rule *rule, struct err *err)
{
    struct qrels qrels = {0};
    bool read = store_read_rater(store, &out->raters[number], rule, &qrels, err);
    if (read)
        rater_grades_make(&out->grades[number], &out->ids, &qrels);
    qrels_release(&qrels);
    return read;
}

bool graders_read(struct graders *out, struct store *store, struct err *err)
{
    const struct grading_rule rule = grading_rule_default();
    *out = (struct graders){0};
    if (!store_list_raters(store, &out->arena, &out->raters, &out->n, err))
        return false;
    out->grades = arena_get_array(&out->arena, out->n, sizeof *out->grades);
    for (size_t i = 0; i < out->n; i++)
        out->grades[i].highest = -INFINITY;
    bool read = store_visit_raters(store, out->raters, out->n, &rule, add_labels, out, err);
    store_let_held_go(store);
    for (size_t i = 0; read && i < out->n; i++)
        read = out->raters[i].kind == RATER_ANNOTATOR || read_grader(out, i, store, &rule, err);
    return read;
}

void graders_release(struct graders *graders)
{
    for (size_t i = 0; graders->grades != NULL && i < graders->n; i++)
        rater_grades_release(&graders->grades[i]);
    rated_ids_release(&graders->ids);
    arena_release(&graders->arena);
    *graders = (struct graders){0};
}

void graders_pair(const struct graders *graders, size_t a, size_t b, struct paired_judgments *out)
{
    paired_judgments_of_raters(out, &graders->ids, &graders->grades[a], &graders->grades[b]);
}

/* --- Rows ------------------------------------------------------------------------------------ */

void rater_pair_add_columns(const struct rater_pair_style *style, struct table *table)
{
    static const char *const numbers[] = {"documents", "agreement", "alpha_ordinal", "low", "high", "AC1"};
    table_add_column(table, "A", ALIGN_LEFT);
    table_add_column(table, "B", ALIGN_LEFT);
    table_add_column(table, style->per_question ? "qid" : "questions",
                     style->per_question ? ALIGN_LEFT : ALIGN_RIGHT);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        table_add_column(table, numbers[i], ALIGN_RIGHT);
    table_add_column(table, "verdict", ALIGN_LEFT);
}

struct resampled_estimate rater_pair_add_row(const struct rater_pair_style *style, const struct rater *first,
                                             const struct rater *second, struct bytes qid,
                                             const struct paired_judgments *pairs, struct table *table)
{
    struct resampled_estimate estimates[N_COEFFICIENTS];
    const struct resampled_estimate *alpha = &estimates[COEFFICIENT_ALPHA_ORDINAL];
    paired_judgments_estimate(pairs, style->relevant, &style->resampling, estimates);
    table_add_text(table, first->name);
    table_add_text(table, second->name);
    if (style->per_question)
        table_add_text(table, qid);
    else
        table_add_integer(table, (int64_t)pairs->n_questions);
    table_add_integer(table, (int64_t)pairs->n_judgments);
    table_add_real(table, estimates[COEFFICIENT_RAW].value, style->precision);
    table_add_real(table, alpha->value, style->precision);
    table_add_real(table, alpha->low, style->precision);
    table_add_real(table, alpha->high, style->precision);
    table_add_real(table, estimates[COEFFICIENT_AC1].value, style->precision);
    table_add_text(table, bytes_of(alpha_verdict(alpha->value)));
    return *alpha;
}
