#include "cli/zscores.h"

#include "core/metric/measure_name.h"
#include "import/file.h"

bool zscores_open(struct zscores *out, const char *path, const struct measure *measures, size_t n_measures,
                  struct err *err)
{
    *out = (struct zscores){.path = path, .measures = measures, .n_measures = n_measures};
    for (size_t m = 0; m < n_measures; m++) {
        if (measures[m].row->is_geometric)
            return err_set(err, ERR_USAGE, "%s is a mean of logarithms and has no z-scores; leave it out",
                           measures[m].row->name);
    }
    return reference_scores_read(&out->reference, path, err);
}

void zscores_close(struct zscores *zscores)
{
    reference_scores_release(&zscores->reference);
}

/* What a run scores on a question by a measure. */
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
        return err_set(err, ERR_INPUT, "%s: it has no %.*s of question '%.*s'; add its mean and deviation",
                       path, BYTES_FORMAT(place->measure), BYTES_FORMAT(place->qid));
    if (score->deviation == 0 && *value != score->mean)
        return err_set(
            err, ERR_INPUT,
            "%s:%zu: the deviation is 0 and run %.*s is off the mean, so %.*s of question '%.*s' has "
            "no z-score; leave the question out of the truth",
            path, score->line, BYTES_FORMAT(place->run), BYTES_FORMAT(place->measure),
            BYTES_FORMAT(place->qid));
    *value = score->deviation == 0 ? 0 : (*value - score->mean) / score->deviation;
    return true;
}

static bool convert_measure(const struct zscores *zscores, size_t measure, struct bytes run,
                            struct evaluation *evaluation, struct err *err)
{
    struct buffer name = {0};
    measure_add_name(&zscores->measures[measure], &name);
    bool done = true;
    for (size_t q = 0; done && q < evaluation->n_questions; q++) {
        const struct zscore_place place = {run, evaluation->questions[q]->qid, buffer_bytes(&name)};
        done = convert(zscores, &place, &evaluation->values[q * evaluation->n_measures + measure], err);
    }
    buffer_release(&name);
    return done;
}

static bool has_zscore(const struct measure_row *row)
{
    return !row->is_sum && row->range != RANGE_TEXT;
}

bool zscores_apply(const struct zscores *zscores, struct bytes run, struct evaluation *evaluation,
                   struct err *err)
{
    for (size_t m = 0; m < zscores->n_measures; m++) {
        if (has_zscore(zscores->measures[m].row) && !convert_measure(zscores, m, run, evaluation, err))
            return false;
    }
    evaluation_add_up(evaluation, zscores->measures, NULL, evaluation->means);
    return true;
}
