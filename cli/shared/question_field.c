#include "cli/shared/question_field.h"

#include "cli/shared/database.h"
#include "core/base/number.h"
#include "core/store/content/questions.h"

/* Skips questions that the truth does not know. */
static void place_values(const struct truth *truth, const struct question_value *kept, size_t n,
                         struct bytes *values)
{
    for (size_t i = 0; i < n; i++) {
        const struct qrels_question *question = qrels_find(&truth->qrels, kept[i].qid);
        if (question != NULL)
            values[question - truth->qrels.questions] = kept[i].value;
    }
}

bool question_field_read(const struct truth *truth, const char *field, struct arena *arena,
                         struct bytes **values, struct world *world, struct err *err)
{
    struct store *store = NULL;
    struct question_value *kept;
    size_t n;
    if (!truth->is_database)
        return err_set(
            err, ERR_USAGE,
            "%s: not a database, but '%s' is a field of the questions in a database; import the questions, "
            "and these judgments with --as NAME; then name the database, with --judgments NAME",
            truth->path, field);
    if (!database_open(&store, truth->path, STORE_READING, world, err))
        return false;
    bool read = store_read_question_values(store, bytes_of(field), arena, &kept, &n, err) ||
                err_context(err, "%s", truth->path);
    store_close(store);
    *values = arena_get_array(arena, truth->qrels.n_questions, sizeof **values);
    if (read)
        place_values(truth, kept, n, *values);
    return read;
}

/* With larger weights, sums over many questions would overflow. */
static const double WEIGHT_MAX = 1e15;

static bool read_weight(const struct truth *truth, const char *field, size_t question, struct bytes value,
                        double *weight, struct err *err)
{
    const struct bytes qid = truth->qrels.questions[question].qid;
    if (value.size == 0)
        return err_set(err, ERR_INPUT,
                       "%s: question '%.*s' has no field '%s' with its weight; import the questions with "
                       "this field, and --replace",
                       truth->path, BYTES_FORMAT(qid), field);
    return (number_parse_real(bytes_trim(value), weight) && *weight >= 0 && *weight <= WEIGHT_MAX) ||
           err_set(err, ERR_INPUT,
                   "%s: question '%.*s' has the value '%.*s' in '%s'; a weight is a number from 0 to 1e15",
                   truth->path, BYTES_FORMAT(qid), BYTES_FORMAT(value), field);
}

bool question_field_read_weights(const struct truth *truth, const char *field, struct arena *arena,
                                 double **weights, struct world *world, struct err *err)
{
    struct bytes *values;
    bool some = false;
    if (!question_field_read(truth, field, arena, &values, world, err))
        return false;
    *weights = arena_get_array(arena, truth->qrels.n_questions, sizeof **weights);
    for (size_t i = 0; i < truth->qrels.n_questions; i++) {
        if (!read_weight(truth, field, i, values[i], &(*weights)[i], err))
            return false;
        some = some || (*weights)[i] > 0;
    }
    return some || err_set(err, ERR_INPUT,
                           "%s: all questions have the weight 0 in '%s'; give some of them a weight above 0",
                           truth->path, field);
}
