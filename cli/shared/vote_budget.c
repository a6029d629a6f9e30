#include "cli/shared/vote_budget.h"

#include "cli/shared/database.h"
#include "core/store/votes/annotators.h"
#include "core/store/labelling/status.h"

#include <math.h>

struct vote_budget vote_budget_of(const struct status *status)
{
    return (struct vote_budget){
        .n_labelled = (size_t)status->questions_labelled,
        .n_untouched = (size_t)status->questions_untouched,
        .n_outside = (size_t)status->questions_outside,
        .per_question = status->question_ballots,
        .time = ballot_time_of(NAN, status->vote_ms),
        .annotators = status->annotators,
        .n_annotators = status->n_annotators,
    };
}

bool vote_budget_read(const struct truth *truth, struct arena *arena, struct vote_budget *out,
                      struct world *world, struct err *err)
{
    struct store *store = NULL;
    struct status status;
    *out = (struct vote_budget){.per_question = NAN};
    if (!truth->is_database || truth->source != NULL)
        return true;
    bool read = database_open(&store, truth->path, STORE_READING, world, err) &&
                left_out_apply(&truth->left_out, store, err) && store_get_status(store, arena, &status, err);
    if (read)
        *out = vote_budget_of(&status);
    store_close(store);
    return read;
}

double vote_budget_ballots(const struct vote_budget *budget, double questions)
{
    return ceil(questions * budget->per_question);
}

void vote_budget_add_time(const struct ballot_time *time, double ballots, struct buffer *out)
{
    forecast_add_hours(ballot_time_hours(time, ballots), out);
    buffer_add_byte(out, ' ');
    ballot_time_add(time, out);
}

bool vote_budget_lacks(const struct vote_budget *budget, size_t questions)
{
    return !isnan(budget->per_question) && questions > budget->n_untouched;
}

void vote_budget_add_lack(const struct vote_budget *budget, const char *database, size_t questions,
                          struct buffer *out)
{
    buffer_add_format(out, "questions without votes: %zu", budget->n_untouched);
    if (budget->n_outside > 0)
        buffer_add_format(out, ", and %zu more outside the sample (`assay set %s sample all`)",
                          budget->n_outside, database);
    if (questions > budget->n_untouched + budget->n_outside)
        buffer_add_string(out, "; import more questions");
}
