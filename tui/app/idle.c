#include "tui/app/idle.h"

#include "tui/app/beside.h"
#include "tui/app/scoring.h"
#include "tui/app/stack.h"

enum {
    AWAITED_MS = 50, /* time between two looks at what a thread reads for the screen */
    IDLE_MS = 2000,  /* after so long without a key, the runs' files are checked */
};

/* A failure without a key does not replace a warning that followed a key. */
static void warn_while_idle(struct app *app, const struct err *err)
{
    if (app->frame.is_warning)
        return;
    frame_warn(&app->frame, err->text);
    app->has_warned_idle = true;
}

/* Removes the warning: everything that may fail without a key is tried again, and warns again if it fails. */
static void end_idle_warning(struct app *app)
{
    if (app->has_warned_idle)
        frame_clear_remark(&app->frame);
    app->has_warned_idle = false;
}

/*
 * Renews the lease soon after a key, not at the key itself, which must not wait for the disk. Once done, it needs
 * another key.
 */
static void renew_lease(struct app *app)
{
    struct err err;
    app->is_attended = app->is_attended && !labelling_keep(app->labelling, &err);
    if (app->is_attended)
        warn_while_idle(app, &err);
}

static void store_draft_while_idle(struct app *app)
{
    struct err err;
    if (!app_store_draft(app, &err))
        warn_while_idle(app, &err);
}

/* After some time without a key: looks at what other annotators and programs did meanwhile. */
static void work_while_idle(struct app *app)
{
    struct err err;
    end_idle_warning(app);
    app_end_saved_message(app);
    app_refresh_runs(app);
    if (!app_follow_others(app, &err) || !app_reread_shown(app, &err))
        warn_while_idle(app, &err);
    renew_lease(app);
    store_draft_while_idle(app);
    if (labelling_ballot(app->labelling) != NULL)
        return;
    if (labelling_look_again(app->labelling, &err))
        app_refill_ballot(app);
    else
        warn_while_idle(app, &err);
}

static bool awaits(const struct app *app)
{
    return app_screen(app)->awaits != NULL && app_screen(app)->awaits(app_model(app));
}

static void take_awaited(struct app *app)
{
    struct err err;
    if (!app_screen(app)->take_awaited(app_model(app), &err))
        frame_warn(&app->frame, err.text);
}

/* Updates the forecast in the header. */
static void update_forecast(struct app *app)
{
    labelling_update_forecast(app->labelling);
    app_show_progress(app);
}

void app_work_without_key(struct app *app, bool has_scores)
{
    const bool waits = awaits(app);
    if (waits)
        take_awaited(app);
    if (app_has_new_draft(app) && !app->draft_waits)
        store_draft_while_idle(app);
    else if (labelling_forecast_is_due(app->labelling))
        update_forecast(app);
    else if (has_scores)
        app_work_on_scores(app);
    else if (!waits)
        work_while_idle(app);
}

int app_pause_before_work(const struct app *app)
{
    int pause_ms = live_scores_pause_ms(app->live);
    if ((app_has_new_draft(app) && !app->draft_waits) || labelling_forecast_is_due(app->labelling))
        return 0;
    if (pause_ms < 0)
        pause_ms = IDLE_MS;
    return awaits(app) && pause_ms > AWAITED_MS ? AWAITED_MS : pause_ms;
}
