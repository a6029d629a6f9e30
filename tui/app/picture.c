#include "tui/app/picture.h"

bool app_is_too_small(const struct surface *surface)
{
    return surface->rows < FRAME_ROWS_MIN || surface->columns < FRAME_COLUMNS_MIN;
}

/* Whether the user is reading what is shown before a ballot, so that leaving it leads to the ballot. */
static bool leaves_greeting(const struct app *app)
{
    return app->is_greeting && app->depth == 2;
}

void app_draw(struct app *app)
{
    int rows;
    int columns;
    app->terminal->size(app->terminal->context, &rows, &columns);
    if (rows != app->surface.rows || columns != app->surface.columns)
        frame_forget_window(&app->frame);
    surface_reset(&app->surface, rows, columns);
    if (app_is_too_small(&app->surface)) {
        frame_draw_too_small(&app->surface);
    } else {
        if (app_screen(app)->share_header != NULL)
            app_screen(app)->share_header(app_model(app), frame_shared_columns(&app->frame, columns));
        app_screen(app)->arrange(app_model(app), frame_body(app_screen(app), rows, columns));
        app_screen(app)->draw(app_model(app), &app->surface);
        app->frame.goes_on = leaves_greeting(app);
        frame_draw(&app->frame, &app->surface, app_screen(app), app_model(app));
    }
    app->terminal->present(app->terminal->context, &app->surface);
}

bool app_can_draw(const struct app *app)
{
    const struct ballot *ballot = app_ballot_shown(app);
    return app->shown_text == (ballot != NULL ? ballot->question.data : NULL);
}
