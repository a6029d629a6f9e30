#include "tui/app/waiting.h"

#include "tui/app/picture.h"

/* Lets the user scroll during a wait. Everything else that the action would do is left until the wait is over. */
static bool moves_meanwhile(struct app *app, struct action action)
{
    const struct screen *screen = app_screen(app);
    if (app->n_early > 0 || screen->only_moves == NULL || !screen->only_moves(app_model(app), action) ||
        !app_can_draw(app))
        return false;
    screen->update(app_model(app), action);
    return true;
}

/*
 * Whether the user ends the wait, by the key that quits or by a signal. Other keys that do not scroll are kept for
 * later.
 */
static bool ends_wait(struct app *app)
{
    const struct terminal *terminal = app->terminal;
    while (app->n_early < EARLY_MAX &&
           (app->n_early == 0 || app->early[app->n_early - 1].code != NAMED_PASTE)) {
        struct key key = terminal->next_key(terminal->context, 0);
        if (key.code == NAMED_NOTHING)
            break;
        const struct key_table *table = app_screen(app)->keys(app_model(app));
        const struct action action = keymap_action(app->frame.keymap, table, key);
        if (key.code == NAMED_RESIZE || moves_meanwhile(app, action))
            continue;
        app->has_quit = action.name == ACTION_QUIT;
        if (app->has_quit)
            return app->has_ended_wait = true;
        app->early[app->n_early++] = key;
        if (key.code == NAMED_STOP)
            return true;
    }
    return terminal->shall_end != NULL && terminal->shall_end(terminal->context);
}

/* The remark is removed when the wait is over. It is drawn at each call, because the window's size may have changed. */
bool app_show_waiting(void *context, const struct busy_wait *wait)
{
    struct app *app = context;
    struct buffer text = {0};
    struct buffer remark = app->frame.remark;
    bool is_warning = app->frame.is_warning;
    app->frame.remark = (struct buffer){0};
    busy_add_text(wait, &text);
    frame_remark(&app->frame, "%s", buffer_string(&text));
    if (app_can_draw(app))
        app_draw(app);
    buffer_release(&text);
    buffer_release(&app->frame.remark);
    app->frame.remark = remark;
    app->frame.is_warning = is_warning;
    return !ends_wait(app);
}
