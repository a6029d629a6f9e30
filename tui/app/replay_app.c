#include "tui/app/replay_app.h"

#include "import/files/file.h"
#include "core/store/store.h"
#include "tui/app/frame.h"
#include "tui/screens/replay.h"

enum { KEY_WAIT_MS = 60 * 60 * 1000 };

struct replay_app {
    struct terminal *terminal;
    struct replay_model model;
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
        screen_replay.arrange(&app->model, frame_body(&screen_replay, rows, columns));
        screen_replay.draw(&app->model, &app->surface);
        frame_draw(&app->frame, &app->surface, &screen_replay, &app->model);
    }
    app->terminal->present(app->terminal->context, &app->surface);
}

/* False: it is the end. */
static bool carry_out(struct replay_app *app, const struct effect *effect)
{
    struct err err;
    frame_clear_remark(&app->frame);
    switch (effect->kind) {
    case EFFECT_CLOSE:
    case EFFECT_QUIT:
        return false;
    case EFFECT_REFILL:
        if (!screen_replay.fill(&app->model, &app->desk, &effect->open, &err))
            frame_warn(&app->frame, err.text);
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
    const struct key_table *table = screen_replay.keys(&app->model);
    if (key.code == NAMED_CLICK && !frame_find_key(&app->frame, key.row, key.column, &key))
        return true;
    const struct effect effect =
        screen_replay.update(&app->model, keymap_action(app->frame.keymap, table, key));
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

/* That stand, as the header has it. */
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
                 .preferences = options->preferences,
                 .is_lead = true},
        .frame = {.keymap = &options->preferences->keymap,
                  .database = file_base_name(store_path(options->store)),
                  .annotator = options->annotator,
                  .vote_without_reason = VOTE_ABSENT,
                  .is_lead = true},
    };
    const struct location location = {.screen = &screen_replay, .annotator = options->annotator};
    app.surface.keeps_order = options->preferences->values[PREFERENCE_RIGHT_TO_LEFT] == RIGHT_TO_LEFT_STORED;
    bool done = store_get_progress(options->store, &app.frame.progress, err) &&
                screen_replay.fill(&app.model, &app.desk, &location, err);
    app.frame.own_votes = count_votes(&app.model.sitting);
    done = done && run_loop(&app, err);
    screen_replay.release(&app.model);
    frame_release(&app.frame);
    surface_release(&app.surface);
    return done;
}
