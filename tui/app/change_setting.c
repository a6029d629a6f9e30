#include "tui/app/change_setting.h"

#include "core/store/settings.h"
#include "core/store/store.h"
#include "live/setting_value.h"
#include "tui/app/stack.h"
#include "tui/text/shortening.h"

/* Applies the settings to this session. */
static bool apply_settings(struct app *app, struct err *err)
{
    if (!labelling_take_settings(app->labelling, err))
        return false;
    app_refill_ballot(app);
    return true;
}

/*
 * Remarks on the new setting. With another estimator, labels and all scores are computed differently from the same
 * votes.
 */
static void remark_setting(struct app *app, enum setting setting, enum estimator before, enum estimator after)
{
    if (after != before && labelling_progress(app->labelling).ballots_done > 0)
        frame_remark(&app->frame,
                     "set: %s · labels and scores are estimated again, by '%s'" YIELDING_WHOLLY(
                         ", no longer by '%s'"),
                     setting_rows[setting].key, words_at(&estimator_words, after),
                     words_at(&estimator_words, before));
    else
        frame_remark(&app->frame, "set: %s", setting_rows[setting].key);
}

/* Writes the change to the log as the equivalent command. */
static void sign_setting(const struct app *app, const struct effect *effect)
{
    const struct clock *clock = &app->options->clock;
    struct buffer call = {0};
    buffer_add_format(&call, "set %s %s ", app->options->database_path,
                      setting_rows[effect->setting.name].key);
    buffer_add(&call, effect->setting.value);
    store_sign(app->options->store, labelling_annotator(app->labelling), buffer_bytes(&call),
               clock->now(clock->context));
    buffer_release(&call);
}

void app_put_setting(struct app *app, const struct effect *effect)
{
    struct err err;
    struct arena arena = {0};
    struct bytes value;
    enum estimator before, after;
    sign_setting(app, effect);
    if (setting_value_read(effect->setting.name, effect->setting.value, &arena, &value, &err) &&
        setting_get_estimator(app->options->store, &before, &err) &&
        setting_put(app->options->store, effect->setting.name, value, &err) && apply_settings(app, &err) &&
        setting_get_estimator(app->options->store, &after, &err) &&
        app_fill_screen(app, &(struct location){.screen = app_screen(app)}, &err))
        remark_setting(app, effect->setting.name, before, after);
    else
        frame_warn(&app->frame, err.text);
    store_sign(app->options->store, (struct bytes){0}, (struct bytes){0}, 0); /* even if it failed */
    arena_release(&arena);
    app_warn_of_journal(app);
}
