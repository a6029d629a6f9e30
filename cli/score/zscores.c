#include "cli/score/zscores.h"

#include "import/files/file.h"

bool zscores_open(struct zscores *zscores, struct err *err)
{
    return reference_scores_read(&zscores->reference, zscores->path, err);
}

void zscores_close(struct zscores *zscores)
{
    reference_scores_release(&zscores->reference);
}

/* Identifies the score of a run on a question by a measure. */
struct zscore_place {
    struct bytes run, qid, measure;
};

static bool convert(const struct zscores *zscores, const struct zscore_place *place, double *value,
                    struct err *err)
{
    const char *path = file_label(zscores->path);
    const struct reference_score *score =
        reference_scores_find(&zscores->reference, place->qid, place->measure);
    if (score == NULL)
        return err_set(err, ERR_INPUT, "%s: there is no %.*s of question '%.*s'; add its mean and deviation",
                       path, BYTES_FORMAT(place->measure), BYTES_FORMAT(place->qid));
    if (score->deviation == 0 && *value != score->mean)
        return err_set(err, ERR_INPUT,
                       "%s:%zu: the deviation is 0 and run %.*s is not at the mean, so %.*s of question "
                       "'%.*s' has no z-score; remove the question from the qrels",
                       path, score->line, BYTES_FORMAT(place->run), BYTES_FORMAT(place->measure),
                       BYTES_FORMAT(place->qid));
    *value = score->deviation == 0 ? 0 : (*value - score->mean) / score->deviation;
    return true;
}

static bool is_text(const struct measure *measure)
{
    return measure->row->range == RANGE_TEXT;
}

bool zscores_has(const struct zscores *zscores, const struct measure *measure, struct bytes name)
{
    return is_text(measure) ||
           (!measure->row->is_geometric && reference_scores_know(&zscores->reference, name));
}

void zscores_rename(struct measure *measure, struct measure_names *names, struct arena *arena)
{
    if (is_text(measure))
        return;
    struct measure_row *row = arena_get_array(arena, 1, sizeof *row);
    *row = *measure->row;
    row->name = arena_format(arena, "Z%s", row->name);
    row->ir_measures = NULL;
    row->range = RANGE_ANY;
    measure->row = row;
    names->trec_eval = arena_format(arena, "Z%s", names->trec_eval);
}

bool zscores_apply(const struct zscores *zscores, const struct measure_names *names, size_t n_names,
                   const struct measure_list *measures, struct bytes run, struct evaluation *evaluation,
                   struct err *err)
{
    for (size_t m = 0; m < n_names; m++) {
        for (size_t q = 0; !is_text(&measures->items[m]) && q < evaluation->n_questions; q++) {
            const struct zscore_place place = {run, evaluation->questions[q]->qid, names[m].plain};
            if (!convert(zscores, &place, &evaluation->values[q * evaluation->n_measures + m], err))
                return false;
        }
    }
    evaluation_add_up(evaluation, measures->items, NULL, evaluation->means);
    return true;
}
