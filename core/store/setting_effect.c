/*
 * Sets the value, reads the resulting state, and rolls the transaction back. So the prediction is what would really
 * happen.
 */
#include "core/store/setting_effect.h"

#include "core/base/number.h"
#include "core/judge/overlap.h"
#include "core/store/content/questions.h"
#include "core/store/labelling/status.h"
#include "core/store/settings_private.h"
#include "core/store/store_private.h"

#include <math.h>

enum { QUESTIONS_COMPARED_MAX = 20000 };

/* The state of the labelling with one of the two values. */
struct labelling_state {
    struct progress progress;
    struct forecast forecast;
    struct question_row *rows;
    size_t n_rows;
};

static bool read_state(struct store *store, struct arena *arena, struct labelling_state *state,
                       struct err *err)
{
    *state = (struct labelling_state){.rows = NULL};
    return store_get_progress(store, &state->progress, err) && store_forecast(store, &state->forecast, err) &&
           (state->progress.questions > QUESTIONS_COMPARED_MAX ||
            store_list_questions(store, arena, &state->rows, &state->n_rows, err));
}

static bool is_over(const struct question_row *row)
{
    return row->place > 0 && row->ballots_left == 0;
}

/* A question without a vote never counts as done. */
static bool is_done(const struct question_row *row)
{
    return is_over(row) && row->ballots_done > 0;
}

static void compare_questions(const struct labelling_state *before, const struct labelling_state *after,
                              struct setting_effect *effect)
{
    effect->are_questions_known = before->rows != NULL && before->n_rows == after->n_rows;
    for (size_t i = 0; effect->are_questions_known && i < before->n_rows; i++) {
        const struct question_row *old = &before->rows[i], *new = &after->rows[i];
        effect->reopened += is_done(old) && !is_over(new);
        effect->ended += !is_over(old) && is_done(new);
        effect->counted += new->ballots_done - old->ballots_done;
        effect->unjudged += old->ballots_done > 0 && new->ballots_done == 0;
    }
}

/* Returns the expected number of second answers and checks. They come on top of the ballots that are left. */
static double more_answers_of(enum setting setting, struct bytes value, double left)
{
    enum { GOLD_ONE_IN = 20 };
    struct overlap overlap;
    double share;
    if (setting == SETTING_OVERLAP && overlap_parse(value, &overlap))
        return overlap.share * (double)(overlap.annotators - 1) * left;
    if (setting == SETTING_REPEATS && number_parse_real(value, &share))
        return share * left;
    return setting == SETTING_GOLD && value.size > 0 ? left / GOLD_ONE_IN : 0;
}

static bool compare_states(struct store *store, enum setting setting, struct bytes value, struct arena *arena,
                           struct setting_effect *effect, struct err *err)
{
    const struct setting_row *row = &setting_rows[setting];
    struct labelling_state before, after;
    double vote_ms;
    *effect = (struct setting_effect){.hours = NAN};
    if (!setting_get(store, setting, arena, &effect->before, err) ||
        !store_read_vote_time(store, &vote_ms, err) || !read_state(store, arena, &before, err) ||
        (row->suits != NULL && !row->suits(store, value, err)) ||
        !store_put_setting(store, row->key, value, err) ||
        (row->changes_targets && !settings_apply(store, err)) || !store_heed_set_aside(store, err) ||
        !read_state(store, arena, &after, err))
        return false;
    effect->votes = before.progress.ballots_done;
    effect->ballots = after.progress.ballots_left - before.progress.ballots_left;
    effect->time = ballot_time_of(NAN, vote_ms);
    effect->hours =
        ballot_time_hours(&effect->time, after.forecast.ballots.expected - before.forecast.ballots.expected);
    effect->more_answers = more_answers_of(setting, value, (double)after.progress.ballots_left) -
                           more_answers_of(setting, effect->before, (double)before.progress.ballots_left);
    compare_questions(&before, &after, effect);
    return true;
}

bool setting_try(struct store *store, enum setting setting, struct bytes value, struct arena *arena,
                 struct setting_effect *effect, struct err *err)
{
    if (!setting_accepts(&setting_rows[setting], &value, err) || !store_begin(store, err))
        return false;
    const bool worked = compare_states(store, setting, value, arena, effect, err);
    store_rollback(store);
    const bool heeded = store_heed_set_aside(store, err_if(worked, err));
    return worked && heeded;
}
