#include "tui/app_private.h"

#include "core/base/bug.h"
#include "core/base/unicode.h"
#include "tui/clipboard.h"

enum { IDLE_MS = 2000 }; /* without a key for so long, the runs' files are looked at */

/* --- Showing -------------------------------------------------------------- */

/* The file's name without its folder. */
static struct bytes base_name(const char *path)
{
    struct bytes name = bytes_of(path);
    for (size_t i = 0; path[i] != '\0'; i++)
        if (path[i] == '/' && path[i + 1] != '\0')
            name = bytes_of(path + i + 1);
    return name;
}

static void show_progress(struct app *app)
{
    app->frame.progress = labelling_progress(app->labelling);
    app->frame.median_ms = labelling_median_ms(app->labelling);
    app->frame.has_ballot = labelling_ballot(app->labelling) != NULL;
}

/* Puts the ballot in hand, or what is shown when there is none, below all other screens. */
static void refill_ballot(struct app *app)
{
    struct err err;
    show_progress(app);
    app->open[0] = (struct place){.screen = app->frame.has_ballot ? SCREEN_LABEL : SCREEN_FINISHED};
    if (!app_fill(app, &app->open[0], &err))
        frame_warn(&app->frame, err.text);
}

static void follow_scores(struct app *app)
{
    struct err err;
    if (app_place(app)->screen == SCREEN_SCORES && !app_fill(app, app_place(app), &err))
        frame_warn(&app->frame, err.text);
}

/* Goes to it. */
static void show_ballot(struct app *app)
{
    app->depth = 1;
    refill_ballot(app);
}

static bool is_too_small(const struct surface *surface)
{
    return surface->rows < FRAME_ROWS_MIN || surface->columns < FRAME_COLUMNS_MIN;
}

static void draw(struct app *app)
{
    int rows;
    int columns;
    app->terminal->size(app->terminal->context, &rows, &columns);
    surface_reset(&app->surface, rows, columns);
    follow_scores(app);
    if (is_too_small(&app->surface)) {
        frame_draw_too_small(&app->surface);
    } else {
        app_screen(app)->arrange(app_model(app), frame_body(rows, columns));
        app_screen(app)->draw(app_model(app), &app->surface);
        frame_draw(&app->frame, &app->surface, app_screen(app), app_model(app));
    }
    app->terminal->present(app->terminal->context, &app->surface);
}

/* The database waits for another program; the remark goes when the waiting is over. */
static void show_waiting(void *context)
{
    struct app *app = context;
    struct buffer remark = app->frame.remark;
    bool is_warning = app->frame.is_warning;
    app->frame.remark = (struct buffer){0};
    frame_remark(&app->frame, "waiting for another program that writes to the database …");
    draw(app);
    buffer_release(&app->frame.remark);
    app->frame.remark = remark;
    app->frame.is_warning = is_warning;
}

/* --- Effects -------------------------------------------------------------- */

static void remark_runs(struct app *app, size_t reread)
{
    if (reread > 0)
        frame_remark(&app->frame,
                     reread == 1 ? "a run has changed and was read again"
                                 : "%zu runs have changed and were read again",
                     reread);
}

/* Looks for changed run files; says so when they were read again, or why one can't be. */
static void refresh_runs(struct app *app)
{
    struct err err;
    size_t reread;
    if (labelling_refresh_runs(app->labelling, &reread, &err))
        remark_runs(app, reread);
    else
        frame_warn(&app->frame, err.text);
}

/* A part of what there is to do for the scores, while no key is pressed. */
static void work(struct app *app)
{
    struct err err;
    size_t reread;
    if (labelling_work(app->labelling, &reread, &err))
        remark_runs(app, reread);
    else
        frame_warn(&app->frame, err.text);
}

static struct answered in_hand(const struct app *app)
{
    const struct ballot *ballot = labelling_ballot(app->labelling);
    if (ballot == NULL)
        return (struct answered){0};
    return (struct answered){ballot->ballot_id, ballot->question_id, ballot->question_number};
}

static void carry_out_act(struct app *app, const struct act *act)
{
    struct err err;
    struct outcome outcome;
    struct answered answered = in_hand(app);
    bool given = labelling_answer(app->labelling, act, &outcome, &err);
    app->has_failed = !given && err.code != ERR_ANSWERED;
    show_ballot(app);  /* even when nothing has changed, its texts may have moved */
    refresh_runs(app); /* who answers quickly is never idle */
    if (given)
        app_remark_answer(app, act, &answered, &outcome);
    else
        frame_warn(&app->frame, err.text);
}

/* Goes to a question to label it; where there is nothing to do in it, says why and stays. */
static void take_question(struct app *app, int64_t question_id)
{
    struct err err;
    if (labelling_take_question(app->labelling, question_id, &err)) {
        show_ballot(app);
        return;
    }
    refill_ballot(app); /* its texts may have moved */
    frame_warn(&app->frame, err.text);
}

static void say_wait(struct app *app, const char *text)
{
    frame_remark(&app->frame, "%s", text);
    draw(app);
    frame_clear_remark(&app->frame);
}

/* A terminal does not say whether it did what it was asked for. */
static void copy_text(struct app *app, struct bytes text)
{
    struct buffer copy = {0};
    size_t characters = clipboard_add_text(text, &copy);
    if (copy.size > CLIPBOARD_TEXT_MAX)
        frame_remark(&app->frame, "not copied: %zu characters are more than a terminal takes", characters);
    else if (app->terminal->copy(app->terminal->context, buffer_bytes(&copy)))
        frame_remark(&app->frame, "copied: %zu characters, if your terminal allows it", characters);
    else
        frame_remark(&app->frame, "not copied: this terminal has no clipboard");
    buffer_release(&copy);
}

static void switch_mouse(struct app *app)
{
    int *value = &app->options->config->values[CONFIG_MOUSE];
    bool is_on = *value != CONFIG_ON;
    *value = is_on ? CONFIG_ON : CONFIG_OFF;
    app->terminal->set_mouse(app->terminal->context, is_on);
    frame_remark(&app->frame, is_on ? "the mouse focuses, votes and scrolls"
                                    : "the mouse selects text, as the terminal has it · " KEY_OF(
                                          "mouse") " takes it back");
}

/* What follows from the settings for this session. */
static bool take_settings(struct app *app, struct err *err)
{
    if (!labelling_take_settings(app->labelling, err))
        return false;
    app->label.shows_origins = !labelling_is_blind(app->labelling);
    app->label.format = labelling_format(app->labelling);
    show_progress(app);
    if (labelling_ballot(app->labelling) != NULL)
        return app_fill(app, &(struct place){.screen = SCREEN_LABEL}, err);
    return true;
}

static void put_setting(struct app *app, const struct effect *effect)
{
    struct err err;
    if (setting_put(labelling_store(app->labelling), effect->setting, effect->setting_value, &err) &&
        take_settings(app, &err) && app_fill(app, app_place(app), &err))
        frame_remark(&app->frame, "set: %s", setting_rows[effect->setting].key);
    else
        frame_warn(&app->frame, err.text);
}

/* So many screens stay open. */
static void go_back_to(struct app *app, size_t depth)
{
    BUG_UNLESS(depth > 0);
    for (; app->depth > depth; app->depth--)
        app_forget(app, app_place(app)->screen);
}

/* How many screens lie below this one, or below where it is to lie. */
static size_t depth_of(const struct app *app, enum screen_name screen)
{
    size_t depth = 0;
    while (depth < app->depth && app->open[depth].screen != screen)
        depth++;
    return depth;
}

/*
 * On top of the one that is shown; one that is open already is gone back to, and the
 * key that led to the one that is shown leads back. One that can't be filled is not opened.
 */
static void open_screen(struct app *app, const struct place *place)
{
    struct err err;
    size_t depth = depth_of(app, place->screen);
    if (depth + 1 == app->depth) {
        go_back_to(app, depth);
        return;
    }
    if (app_wait(app, place->screen) != NULL)
        say_wait(app, app_wait(app, place->screen));
    if (!app_fill(app, place, &err)) {
        frame_warn(&app->frame, err.text);
        return;
    }
    if (depth < app->depth)
        go_back_to(app, depth + 1);
    app->open[depth] = *place;
    app->depth = depth + 1;
}

static void look_into_folder(struct app *app, struct bytes path)
{
    struct err err;
    if (!app_fill_folder(app, path, &err))
        frame_warn(&app->frame, err.text);
}

/* The screens that show the scores below all others may have been opened when there were none. */
static void show_scoreboard(struct app *app)
{
    app->label.scores = labelling_scoreboard(app->labelling);
    app->finished.scores = labelling_scoreboard(app->labelling);
}

static void add_run(struct app *app, struct bytes path)
{
    struct err err;
    bool added = labelling_add_run(app->labelling, path.data, &err);
    show_scoreboard(app);
    if (!added) {
        frame_warn(&app->frame, err.text);
        return;
    }
    frame_remark(&app->frame, "loaded: %.*s", BYTES_FORMAT(base_name(path.data)));
    go_back_to(app, app->depth - 1);
    follow_scores(app);
}

static void remove_run(struct app *app, size_t run)
{
    const struct scoreboard *scores = labelling_scoreboard(app->labelling);
    frame_remark(&app->frame, "unloaded: %.*s; its file is as it was",
                 BYTES_FORMAT(scoreboard_run_name(scores, run)));
    scores_forget_run(&app->scores, run);
    labelling_remove_run(app->labelling, run);
    follow_scores(app);
}

static void carry_out(struct app *app, const struct effect *effect)
{
    switch (effect->kind) {
    case EFFECT_NONE:
        break;
    case EFFECT_REMARK:
        frame_remark(&app->frame, "%s", effect->remark);
        break;
    case EFFECT_ACT:
        carry_out_act(app, &effect->act);
        break;
    case EFFECT_COPY:
        copy_text(app, effect->copy);
        break;
    case EFFECT_CONFIG:
        app->options->config->values[effect->option] = effect->value;
        frame_remark(&app->frame, "%s", effect->remark);
        break;
    case EFFECT_MOUSE:
        switch_mouse(app);
        break;
    case EFFECT_SETTING:
        put_setting(app, effect);
        break;
    case EFFECT_OPEN:
        open_screen(app, &effect->open);
        break;
    case EFFECT_FOLDER:
        look_into_folder(app, effect->path);
        break;
    case EFFECT_ADD_RUN:
        add_run(app, effect->path);
        break;
    case EFFECT_REMOVE_RUN:
        remove_run(app, effect->open.run);
        break;
    case EFFECT_CLOSE:
        go_back_to(app, app->depth - 1);
        break;
    case EFFECT_TAKE_QUESTION:
        take_question(app, effect->question_id);
        break;
    case EFFECT_QUIT:
        app->has_quit = true;
        break;
    }
}

/* --- The loop ------------------------------------------------------------- */

/* In a window that shows no ballot, a key must not answer one; but it can be left. */
static bool is_out_of_sight(const struct app *app, struct action action)
{
    return is_too_small(&app->surface) && action.name != ACTION_QUIT;
}

static bool is_vote(const struct effect *effect)
{
    return effect->kind == EFFECT_ACT && effect->act.kind == ACT_ANSWER &&
           answer_is_vote(&effect->act.answer);
}

static void press(struct app *app, struct key key)
{
    const struct clock *clock = &app->options->clock;
    bool is_repeated = vote_guard_is_repeated(&app->guard, key, clock->now(clock->context));
    struct action action = keymap_action(app->frame.keymap, app_screen(app)->keys(app_model(app)), key);
    if (is_out_of_sight(app, action))
        return;
    frame_clear_remark(&app->frame);
    struct effect effect = app_screen(app)->update(app_model(app), action);
    if (is_vote(&effect) && is_repeated)
        effect = effect_remark("not taken: the same key at once again; one press is one vote");
    carry_out(app, &effect);
    app->is_attended = true;
}

/* Not at the key itself, which is not to wait for the disk; and not again without another key. */
static void keep_ballot(struct app *app)
{
    struct err err;
    if (app->is_attended && !labelling_keep(app->labelling, &err))
        frame_warn(&app->frame, err.text);
    app->is_attended = false;
}

/* Without a key for a while: what others and other programs did meanwhile. */
static void idle(struct app *app)
{
    struct err err;
    refresh_runs(app);
    if (!app_reread(app, &err))
        frame_warn(&app->frame, err.text);
    keep_ballot(app);
    if (labelling_ballot(app->labelling) != NULL)
        return;
    if (labelling_look_again(app->labelling, &err))
        refill_ballot(app);
    else
        frame_warn(&app->frame, err.text);
}

/* Before another ballot is drawn: keys that were pressed for the one before must not answer it. */
static void drop_early_keys(struct app *app)
{
    const struct terminal *terminal = app->terminal;
    int64_t ballot_id = in_hand(app).ballot_id;
    if (ballot_id != app->drawn_ballot_id && terminal->drop_keys != NULL &&
        terminal->drop_keys(terminal->context))
        frame_remark(&app->frame, "not taken: keys that were pressed before this ballot was shown");
    app->drawn_ballot_id = ballot_id;
}

/* What is pasted is typed where text is typed; elsewhere its characters are no keys. */
static void paste(struct app *app)
{
    struct bytes text = app->terminal->pasted(app->terminal->context);
    const struct key_table *table = app_screen(app)->keys(app_model(app));
    if (!table->takes_text)
        frame_remark(&app->frame, "what is pasted does nothing here; " KEY_OF("help") " shows the keys");
    for (size_t offset = 0; table->takes_text && offset < text.size;) {
        struct key key = {0};
        offset += unicode_decode(text, offset, &key.code);
        press(app, key);
    }
}

static bool loop(struct app *app, struct err *err)
{
    while (!app->has_quit) {
        drop_early_keys(app);
        draw(app);
        int pause_ms = labelling_pause_ms(app->labelling);
        bool has_work = pause_ms >= 0;
        struct key key = app->terminal->next_key(app->terminal->context, has_work ? pause_ms : IDLE_MS);
        if (key.code == NAMED_STOP)
            return err_set(err, ERR_INTERRUPTED,
                           app->has_failed ? "stopped; the last answer was not saved, all before it are"
                                           : "stopped; every answer is saved");
        if (key.code == NAMED_NOTHING && has_work)
            work(app);
        else if (key.code == NAMED_NOTHING)
            idle(app);
        else if (key.code == NAMED_PASTE)
            paste(app);
        else if (key.code != NAMED_RESIZE)
            press(app, key);
    }
    return true;
}

/* What is said above the first ballot. */
static void remark_start(struct app *app)
{
    if (labelling_may_be_doubled(app->labelling))
        frame_remark(&app->frame, "%.*s may be voting elsewhere too: both are asked the same ballots",
                     BYTES_FORMAT(app->frame.annotator));
    else if (app->frame.has_ballot)
        frame_remark(&app->frame, "Press the number of the most relevant document, or 0 for none.");
}

bool app_run(struct labelling *labelling, struct terminal *terminal, const struct app_options *options,
             struct err *err)
{
    struct app app = {
        .labelling = labelling,
        .terminal = terminal,
        .options = options,
        .frame = {.keymap = &options->config->keymap,
                  .database = base_name(options->database_path),
                  .annotator = labelling_annotator(labelling)},
        .scores = {.keymap = &options->config->keymap, .ascii = terminal->ascii},
        .label = {.layout = (enum layout_choice)options->config->values[CONFIG_LAYOUT],
                  .shows_origins = !labelling_is_blind(labelling),
                  .format = labelling_format(labelling),
                  .is_lead = options->is_lead},
    };
    show_ballot(&app);
    remark_start(&app);
    labelling_on_busy(labelling, show_waiting, &app);
    work(&app); /* with few labels all scores are there when the first ballot is */
    bool quit = loop(&app, err);
    labelling_on_busy(labelling, NULL, NULL);

    app_release_screens(&app);
    frame_release(&app.frame);
    surface_release(&app.surface);
    return quit;
}
