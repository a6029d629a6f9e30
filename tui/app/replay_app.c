#include "tui/app/replay_app.h"

#include "import/files/file.h"
#include "core/store/store.h"
#include "tui/app/frame.h"
#include "tui/screens/help.h"
#include "tui/screens/replay.h"

enum { KEY_WAIT_MS = 60 * 60 * 1000 };

/* Only the help can be open on top of the replay. */
struct replay_app {
    struct terminal *terminal;
    struct replay_model model;
    struct help_model help;
    void *models[SCREEN_COUNT]; /* of the replay and the help */
    const struct screen *screen;
    const struct reason_list no_reasons;
    struct desk desk;
    struct frame frame;
    struct surface surface;
};

static void show(struct replay_app *app)
{
    int rows, columns;
    app->terminal->size(app->terminal->context, &rows, &columns);
    surface_reset(&app->surface, rows, columns);
    if (rows < FRAME_ROWS_MIN || columns < FRAME_COLUMNS_MIN) {
        frame_draw_too_small(&app->surface);
    } else {
        void *model = app->models[screen_index(app->screen)];
        app->screen->arrange(model, frame_body(app->screen, rows, columns));
        app->screen->draw(model, &app->surface);
        frame_draw(&app->frame, &app->surface, app->screen, model);
    }
    app->terminal->present(app->terminal->context, &app->surface);
}

static void open_screen(struct replay_app *app, const struct location *location)
{
    struct err err;
    void *model = app->models[screen_index(location->screen)];
    app->desk.shown = app->screen;
    if (location->screen->fill(model, &app->desk, location, &err))
        app->screen = location->screen;
    else
        frame_warn(&app->frame, err.text);
}

static bool press(struct replay_app *app, struct key key);

/* Returns false at the end. */
static bool carry_out(struct replay_app *app, const struct effect *effect)
{
    frame_clear_remark(&app->frame);
    switch (effect->kind) {
    case EFFECT_QUIT:
        return false;
    case EFFECT_CLOSE:
        if (app->screen == &screen_replay)
            return false;
        app->screen = &screen_replay;
        return true;
    case EFFECT_PRESS:
        app->screen = &screen_replay;
        return press(app, (struct key){.code = effect->press});
    case EFFECT_OPEN:
    case EFFECT_REFILL:
        open_screen(app, &effect->open);
        return true;
    case EFFECT_REMARK:
        frame_remark(&app->frame, "%s", effect->remark);
        return true;
    default:
        return true;
    }
}

static bool press(struct replay_app *app, struct key key)
{
    void *model = app->models[screen_index(app->screen)];
    if (key.code == NAMED_CLICK)
        (void)frame_find_key(&app->frame, key.row, key.column, &key);
    const struct action action = keymap_action(app->frame.keymap, app->screen->keys(model), key);
    const struct effect effect = app->screen->update(model, action);
    return carry_out(app, &effect);
}

static bool run_loop(struct replay_app *app, struct err *err)
{
    while (true) {
        show(app);
        const struct key key = app->terminal->next_key(app->terminal->context, KEY_WAIT_MS);
        if (key.code == NAMED_STOP)
            return err_set(err, ERR_INTERRUPTED, "stopped");
        if (key.code != NAMED_NOTHING && key.code != NAMED_RESIZE && key.code != NAMED_PASTE &&
            !press(app, key))
            return true;
    }
}

/* The votes in force, as in the header. */
static int64_t count_votes(const struct answered_sitting *sitting)
{
    int64_t votes = 0;
    for (size_t i = 0; i < sitting->n; i++)
        votes += sitting->steps[i].skip.size == 0 && sitting->steps[i].control.size == 0 &&
                 sitting->steps[i].withdrawn_by.size == 0;
    return votes;
}

bool replay_app_run(struct terminal *terminal, const struct replay_options *options, struct err *err)
{
    struct replay_app app = {
        .terminal = terminal,
        .desk = {.store = options->store,
                 .format = options->format,
                 .language = options->language,
                 .reasons = &app.no_reasons,
                 .preferences = options->preferences,
                 .models = app.models,
                 .is_lead = true},
        .screen = &screen_replay,
        .frame = {.keymap = &options->preferences->keymap,
                  .database = file_base_name(store_path(options->store)),
                  .annotator = options->annotator,
                  .vote_without_reason = VOTE_ABSENT,
                  .is_replay = true,
                  .is_lead = true},
    };
    const struct location location = {.screen = &screen_replay, .annotator = options->annotator};
    app.models[screen_index(&screen_replay)] = &app.model;
    app.models[screen_index(&screen_help)] = &app.help;
    app.surface.keeps_order = options->preferences->values[PREFERENCE_RIGHT_TO_LEFT] == RIGHT_TO_LEFT_STORED;
    bool done = store_get_progress(options->store, &app.frame.progress, err) &&
                screen_replay.fill(&app.model, &app.desk, &location, err);
    app.frame.own_votes = count_votes(&app.model.sitting);
    done = done && run_loop(&app, err);
    screen_replay.release(&app.model);
    screen_help.release(&app.help);
    frame_release(&app.frame);
    surface_release(&app.surface);
    return done;
}
