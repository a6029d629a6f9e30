#include "tui/app/state.h"

const struct location *app_location(const struct app *app)
{
    return &app->open[app->depth - 1];
}

const struct screen *app_screen(const struct app *app)
{
    return app_location(app)->screen;
}

void *app_model_of(const struct app *app, const struct screen *screen)
{
    return app->models[screen_index(screen)];
}

void *app_model(const struct app *app)
{
    return app_model_of(app, app_screen(app));
}

int64_t app_ballot_in_hand(const struct app *app)
{
    const struct ballot *ballot = labelling_ballot(app->labelling);
    return ballot != NULL ? ballot->ballot_id : 0;
}

void app_warn_of_journal(struct app *app)
{
    if (labelling_journal_failure(app->labelling) != NULL)
        frame_warn_too(&app->frame, labelling_journal_failure(app->labelling));
}

const struct ballot *app_ballot_shown(const struct app *app)
{
    return app->is_beside ? labelling_last_vote(app->labelling).ballot : labelling_ballot(app->labelling);
}
