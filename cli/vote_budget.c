#include "cli/vote_budget.h"

#include "cli/database.h"
#include "core/store/annotators.h"
#include "core/store/status.h"

#include <math.h>

struct vote_budget vote_budget_of(const struct status *status)
{
    return (struct vote_budget){
        .n_labelled = (size_t)(status->questions_done + status->questions_begun),
        .n_untouched = (size_t)status->questions_untouched,
        .per_question = share_or_nan(status->ballots_done + status->ballots_left,
                                     status->questions - status->lacking.count),
        .per_hour = vote_pace_per_hour(status->pace),
    };
}

bool vote_budget_read(const struct truth *truth, struct vote_budget *out, struct world *world,
                      struct err *err)
{
    struct store *store = NULL;
    struct arena arena = {0};
    struct status status;
    *out = (struct vote_budget){.per_question = NAN, .per_hour = NAN};
    if (!truth->is_database || truth->source != NULL)
        return true;
    bool read = database_open(&store, truth->path, STORE_READING, world, err) &&
                left_out_apply(&truth->left_out, store, err) && store_get_status(store, &arena, &status, err);
    if (read)
        *out = vote_budget_of(&status);
    arena_release(&arena);
    store_close(store);
    return read;
}

double vote_budget_ballots(const struct vote_budget *budget, double questions)
{
    return ceil(questions * budget->per_question);
}

double vote_budget_hours(const struct vote_budget *budget, double ballots)
{
    return budget->per_hour > 0 ? ballots / budget->per_hour : NAN;
}

bool vote_budget_lacks(const struct vote_budget *budget, size_t questions)
{
    return !isnan(budget->per_question) && questions > budget->n_untouched;
}
