/*
 * The app is a stack of screens and a loop: draw, wait for a key, hand it to the screen on top, and do what
 * that screen asks for in return (its effect). At the bottom of the stack always lies the ballot in hand, or
 * what is shown without one. Each screen has one model, made when the app starts and filled anew whenever the
 * screen is opened.
 *
 * What is not an answer to a key is done in the pauses between keys: what is left and scores as soon as no key waits, and
 * after a while without one the rest (changed files of runs, what others wrote, the lease of the ballot in
 * hand).
 *
 * All that a screen shows is put into its model when it is filled. So draw_all() reads models alone: it is also
 * called while a call into the store waits for another program.
 *
 * Drawing reads the models and nothing else: it also happens inside a call that waits for another program
 * (show_waiting), where the store must not be called. A screen has one model, so it is open once: going to it
 * again goes back to where it lies, and from there back to the screen below (open_screen).
 */
#include "tui/app/app.h"

#include "core/base/bug.h"
#include "core/base/memory.h"
#include "core/base/unicode.h"
#include "core/store/settings.h"
#include "core/store/labelling/status.h"
#include "core/store/store.h"
#include "import/files/file.h"
#include "live/setting_value.h"
#include "tui/app/frame.h"
#include "tui/app/remarks.h"
#include "tui/app/session_log.h"
#include "tui/keys/vote_guard.h"
#include "tui/screens/screens.h"
#include "tui/terminal/clipboard.h"
#include "tui/text/shortening.h"

#include <stdlib.h>
#include <string.h>

enum {
    AWAITED_MS = 50,        /* between two looks at what a thread reads for the screen */
    IDLE_MS = 2000,         /* without a key for so long, the runs' files are looked at */
    TITLE_CHARACTERS = 160, /* of a document, in the status line */
    UNDRAWN_MAX = 64,       /* keys after which the screen is drawn, whatever waits */
    EARLY_MAX = 64,         /* keys that are kept while a server or another program is waited for */
    LARGE = 20000,          /* questions and votes that are not read in a moment */
};

/* By the screens' places in `screens`: models, and versions. */
struct app {
    struct labelling *labelling;
    struct live_scores *live;
    struct terminal *terminal;
    const struct app_options *options;
    struct frame frame;
    struct surface surface;
    void *models[SCREEN_COUNT];
    int64_t versions[SCREEN_COUNT];     /* of the database, when a screen read it */
    struct location open[SCREEN_COUNT]; /* the last one is shown; each is open once, since it has one model */
    size_t depth;
    struct vote_guard guard;
    int64_t drawn_ballot_id; /* 0: none */
    const char *shown_text;  /* of the ballot's question when the models were filled, NULL: there was none */
    struct key early[EARLY_MAX]; /* pressed during a wait, and not taken yet */
    size_t n_early;
    bool has_failed;               /* the last answer could not be saved … */
    bool may_be_saved;             /* … as far as is known: the server was lost meanwhile */
    bool is_attended;              /* a key was pressed since the ballot's lease was looked at */
    enum theme theme;              /* of the terminal */
    bool has_quit, has_ended_wait; /* … by the same key */
    int n_undrawn;                 /* keys that have not been drawn, since others waited */
    bool is_greeting; /* a new annotator reads the guide, or what came of practice, before the next ballot */
    struct practised practised;
    struct session_log log;
    struct buffer note;        /* that is typed to the ballot in hand */
    bool note_is_new;          /* and is not stored yet */
    struct evidence_mark mark; /* on the ballot in hand, but for its bytes … */
    struct buffer evidence;    /* … which are these */
    bool mark_is_new;
    bool has_warned_idle; /* what the status line says failed without a key, and none was pressed since */
    bool draft_waits;     /* it could not be stored, and is tried again when there is nothing else to do */
};

/* --- Screens -------------------------------------------------------------- */

/* What is shown, and its screen and model. */
static const struct location *location_shown(const struct app *app)
{
    return &app->open[app->depth - 1];
}

static const struct screen *screen_shown(const struct app *app)
{
    return location_shown(app)->screen;
}

static void *model_of(const struct app *app, const struct screen *screen)
{
    return app->models[screen_index(screen)];
}

static void *model_shown(const struct app *app)
{
    return model_of(app, screen_shown(app));
}

static struct desk desk_of(const struct app *app)
{
    const struct clock *clock = &app->options->clock;
    struct labelling *labelling = app->labelling;
    size_t number, of;
    bool is_practice = labelling_practice(app->labelling, &number, &of) != NULL;
    return (struct desk){
        .store = app->options->store,
        .ballot = labelling_ballot(labelling),
        .progress = labelling_progress(labelling),
        .forecast = labelling_forecast(labelling),
        .own_votes = labelling_own_votes(labelling),
        .annotator = labelling_annotator(labelling),
        .scores = live_scores_board(app->live),
        .live = app->live,
        .history = live_scores_history(app->live),
        .decider = labelling_decider(labelling),
        .practised = app->practised,
        .session_sum = session_log_sum(&app->log, labelling_own_votes(labelling)),
        .practice_number = is_practice ? number : 0,
        .practice_of = is_practice ? of : 0,
        .reasons = labelling_reasons(labelling),
        .guide = labelling_guide(labelling),
        .format = labelling_format(labelling),
        .language = labelling_language(labelling),
        .is_blind = labelling_is_blind(labelling),
        .now = clock->now(clock->context),
        .is_lead = app->options->is_lead,
        .is_judge = labelling_adjudicates(labelling),
        .is_ascii = app->terminal->ascii,
        .database_path = app->options->database_path,
        .preferences = app->options->preferences,
        .shown = app->depth > 0 ? screen_shown(app) : NULL,
        .models = app->models,
    };
}

static void show_progress(struct app *app)
{
    app->frame.progress = labelling_progress(app->labelling);
    app->frame.own_votes = labelling_own_votes(app->labelling);
    app->frame.forecast = *labelling_forecast(app->labelling);
    app->frame.is_judge = labelling_adjudicates(app->labelling);
    app->frame.decider = labelling_decider(app->labelling);
    app->frame.has_ballot = labelling_ballot(app->labelling) != NULL;
    if (labelling_practice(app->labelling, &app->frame.practice_number, &app->frame.practice_of) == NULL)
        app->frame.practice_number = 0;
    app->frame.reasons = labelling_reasons(app->labelling);
    app->frame.vote_without_reason = labelling_vote_without_reason(app->labelling);
}

/* The header and the scores go on with what others vote. */
static bool follow_others(struct app *app, struct err *err)
{
    if (!labelling_follow(app->labelling, err))
        return false;
    show_progress(app);
    return true;
}

/* Before the reading: what comes in meanwhile makes it another version. */
static bool note_version(struct app *app, const struct screen *screen, struct err *err)
{
    return screen->reread == NULL ||
           store_get_version(app->options->store, &app->versions[screen_index(screen)], err);
}

/* Fills the model of the location's screen, shown or not. It fails when there is nothing to show, or it can't be read. */
static bool fill_screen(struct app *app, const struct location *location, struct err *err)
{
    const struct screen *screen = location->screen;
    if (screen->follows_scores && !follow_others(app, err))
        return false;
    if (screen->shows_history)
        live_scores_want_history(app->live, labelling_progress(app->labelling).ballots_done);
    struct desk desk = desk_of(app);
    return note_version(app, screen, err) && screen->fill(model_of(app, screen), &desk, location, err);
}

/* Once somebody else has written: what the shown screen has read is read anew. */
static bool reread_shown(struct app *app, struct err *err)
{
    const struct screen *screen = screen_shown(app);
    int64_t version;
    if (screen->reread == NULL)
        return true;
    if (!store_get_version(app->options->store, &version, err))
        return false;
    if (version == app->versions[screen_index(screen)])
        return true;
    struct desk desk = desk_of(app);
    return note_version(app, screen, err) && screen->reread(model_shown(app), &desk, err);
}

static void make_models(struct app *app)
{
    for (size_t i = 0; i < SCREEN_COUNT; i++)
        app->models[i] = memory_get_zeroed(1, screens[i]->model_size);
}

static void release_models(struct app *app)
{
    for (size_t i = 0; i < SCREEN_COUNT; i++) {
        if (screens[i]->release != NULL)
            screens[i]->release(app->models[i]);
        free(app->models[i]);
    }
}

/* --- Showing -------------------------------------------------------------- */

/* Puts the ballot in hand, or what is shown when there is none, below all other screens. */
static void refill_ballot(struct app *app)
{
    struct err err;
    show_progress(app);
    app->open[0] = (struct location){.screen = app->frame.has_ballot ? &screen_label : &screen_finished};
    app->shown_text = app->frame.has_ballot ? labelling_ballot(app->labelling)->question.data : NULL;
    if (!fill_screen(app, &app->open[0], &err))
        frame_warn(&app->frame, err.text);
}

/* Votes, runs and history go on while the scores are looked at. */
static void follow_scores(struct app *app)
{
    struct err err;
    if (screen_shown(app)->follows_scores && !fill_screen(app, location_shown(app), &err))
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

/* Whether what is read before a ballot is shown: who leaves it comes to the ballot. */
static bool leaves_greeting(const struct app *app)
{
    return app->is_greeting && app->depth == 2;
}

/* Of the models alone: it is called in the middle of calls into the store, too. */
static void draw_all(struct app *app)
{
    int rows;
    int columns;
    app->terminal->size(app->terminal->context, &rows, &columns);
    if (rows != app->surface.rows || columns != app->surface.columns)
        frame_forget_window(&app->frame);
    surface_reset(&app->surface, rows, columns);
    if (is_too_small(&app->surface)) {
        frame_draw_too_small(&app->surface);
    } else {
        if (screen_shown(app)->share_header != NULL)
            screen_shown(app)->share_header(model_shown(app), frame_shared_columns(&app->frame, columns));
        screen_shown(app)->arrange(model_shown(app), frame_body(screen_shown(app), rows, columns));
        screen_shown(app)->draw(model_shown(app), &app->surface);
        app->frame.goes_on = leaves_greeting(app);
        frame_draw(&app->frame, &app->surface, screen_shown(app), model_shown(app));
    }
    app->terminal->present(app->terminal->context, &app->surface);
}

/* What the models refer to goes when another ballot is taken in hand, before they are filled anew. */
static bool can_draw(const struct app *app)
{
    const struct ballot *ballot = labelling_ballot(app->labelling);
    return app->shown_text == (ballot != NULL ? ballot->question.data : NULL);
}

/* What somebody reads meanwhile moves by its keys; what else the action would say is for when the wait is over. */
static bool moves_meanwhile(struct app *app, struct action action)
{
    const struct screen *screen = screen_shown(app);
    if (app->n_early > 0 || screen->only_moves == NULL || !screen->only_moves(model_shown(app), action) ||
        !can_draw(app))
        return false;
    screen->update(model_shown(app), action);
    return true;
}

/* Whether the user ends a wait: by the key that quits, or from outside. Others that don't move what is read are for later. */
static bool ends_wait(struct app *app)
{
    const struct terminal *terminal = app->terminal;
    while (app->n_early < EARLY_MAX &&
           (app->n_early == 0 || app->early[app->n_early - 1].code != NAMED_PASTE)) {
        struct key key = terminal->next_key(terminal->context, 0);
        if (key.code == NAMED_NOTHING)
            break;
        const struct key_table *table = screen_shown(app)->keys(model_shown(app));
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

/* The remark goes when the waiting is over. Until then it is drawn each time: the window may have another size by now. */
static bool show_waiting(void *context, const struct busy_wait *wait)
{
    struct app *app = context;
    struct buffer text = {0};
    struct buffer remark = app->frame.remark;
    bool is_warning = app->frame.is_warning;
    app->frame.remark = (struct buffer){0};
    busy_add_text(wait, &text);
    frame_remark(&app->frame, "%s", buffer_string(&text));
    if (can_draw(app))
        draw_all(app);
    buffer_release(&text);
    buffer_release(&app->frame.remark);
    app->frame.remark = remark;
    app->frame.is_warning = is_warning;
    return !ends_wait(app);
}

/* --- Effects -------------------------------------------------------------- */

static void remark_runs(struct app *app, size_t reread)
{
    if (reread > 0)
        frame_remark(&app->frame,
                     reread == 1 ? "a run has changed and was read again"
                                 : "%zu runs" YIELDING_WHOLLY(" have changed and") " were read again",
                     reread);
}

/* Looks for changed run files; says so when they were read again, or why one can't be. */
static void refresh_runs(struct app *app)
{
    struct err err;
    size_t reread;
    if (live_scores_refresh(app->live, &reread, &err))
        remark_runs(app, reread);
    else
        frame_warn(&app->frame, err.text);
}

static bool has_time(const struct app *app)
{
    const struct terminal *terminal = app->terminal;
    return terminal->is_busy != NULL && !terminal->is_busy(terminal->context);
}

/* Some parts of what there is to do for the scores, while no key is pressed: to draw each takes longer than to do it. */
static void work_on_scores(struct app *app)
{
    enum { PARTS = 20 };
    struct err err;
    size_t reread = 0;
    size_t part = 0;
    do {
        if (!live_scores_work(app->live, &reread, &err)) {
            frame_warn(&app->frame, err.text);
            return;
        }
        remark_runs(app, reread);
    } while (++part < PARTS && reread == 0 && live_scores_pause_ms(app->live) == 0 && has_time(app));
}

/* The answer's own scores, so that they are there with the next ballot; whatever comes of them, it is saved. */
static void score_answer(struct app *app)
{
    struct err err;
    size_t reread;
    if (!live_scores_work(app->live, &reread, &err))
        frame_warn_too(&app->frame, err.text);
}

static void warn_of_journal(struct app *app)
{
    if (labelling_journal_failure(app->labelling) != NULL)
        frame_warn_too(&app->frame, labelling_journal_failure(app->labelling));
}

static struct answered answered_in_hand(const struct app *app)
{
    const struct ballot *ballot = labelling_ballot(app->labelling);
    if (ballot == NULL)
        return (struct answered){0};
    return (struct answered){ballot->ballot_id, ballot->question_id, ballot->question_number, {0}};
}

/* The title of the document that the act is a vote for. */
static void add_title(const struct app *app, const struct act *act, struct buffer *title)
{
    const struct ballot *ballot = labelling_ballot(app->labelling);
    if (ballot == NULL || act_takes_back(act))
        return;
    int position = act->kind == ACT_REDO ? ballot->withdrawn.position : act->answer.position;
    if (position > VOTE_NONE)
        unicode_add_beginning(title, ballot->documents[position - 1].title, TITLE_CHARACTERS);
}

static void open_screen(struct app *app, const struct location *location);

/* What the lead said, before the next ballot. */
static void show_practised(struct app *app, const struct outcome *outcome)
{
    app->practised = (struct practised){outcome->practice, outcome->answer.position};
    open_screen(app, &(struct location){.screen = &screen_practice});
    frame_remark(&app->frame, KEY_OF("back") " goes on");
    app->is_greeting = true;
}

/* What matters most stands first, and the path, which may be as long as the window is wide, nowhere: it stands above. */
static void warn_of_failed_act(struct app *app, const struct err *err)
{
    struct buffer text = {0}, path = {0};
    struct bytes why = bytes_of(err->text);
    buffer_add_format(&path, "%s: ", store_path(app->options->store));
    if (!app->has_failed || bytes_starts_with(why, "saved") || bytes_starts_with(why, "perhaps saved")) {
        frame_warn(&app->frame, err->text);
    } else {
        if (bytes_starts_with(why, buffer_string(&path)))
            why = bytes_from(why, path.size);
        buffer_add_string(&text, "Not saved: ");
        buffer_add(&text, why);
        frame_warn(&app->frame, buffer_string(&text));
    }
    buffer_release(&text);
    buffer_release(&path);
}

static void carry_out_act(struct app *app, const struct effect *effect)
{
    const struct act *act = &effect->act;
    struct err err;
    struct outcome outcome;
    struct answered answered = answered_in_hand(app);
    add_title(app, act, &answered.title);
    bool given = labelling_answer(app->labelling, act, &outcome, &err);
    app->has_failed = !given && err.code != ERR_ANSWERED;
    app->may_be_saved = app->has_failed && store_is_away(app->options->store);
    if (given)
        session_log_note(&app->log, act, &outcome, app->guard.last_at);
    show_ballot(app);  /* even when nothing has changed, its texts may have moved */
    refresh_runs(app); /* who answers quickly is never idle */
    if (given && outcome.practice != NULL) {
        show_practised(app, &outcome);
    } else if (given) {
        struct desk desk = desk_of(app);
        if (act->kind == ACT_REDO || (act->kind == ACT_ANSWER && !answer_is_vote(&act->answer)))
            vote_guard_bring(&app->guard);
        remark_answer(&app->frame, &desk, act, &answered, &outcome);
        if (effect->remark[0] != '\0')
            frame_remark_too(&app->frame, effect->remark);
        warn_of_journal(app);
        score_answer(app);
    } else {
        warn_of_failed_act(app, &err);
    }
    buffer_release(&answered.title);
}

/* Goes to a question to label it; where there is nothing to do in it, says why and stays. */
static void take_question(struct app *app, int64_t question_id)
{
    struct err err;
    if (labelling_take_question(app->labelling, question_id, &err)) {
        vote_guard_bring(&app->guard);
        show_ballot(app);
        return;
    }
    refill_ballot(app); /* its texts may have moved */
    frame_warn(&app->frame, err.text);
}

static void show_wait(struct app *app, const char *text)
{
    frame_remark(&app->frame, "%s", text);
    draw_all(app);
    frame_clear_remark(&app->frame);
}

/* A terminal does not say whether it did what it was asked for. */
static void copy_text(struct app *app, struct bytes text)
{
    struct buffer copy = {0};
    size_t characters = clipboard_add_text(text, &copy);
    if (copy.size > CLIPBOARD_TEXT_MAX)
        frame_remark(&app->frame, "not copied: too long for a terminal" YIELDING_WHOLLY(" (%zu characters)"),
                     characters);
    else if (app->terminal->copy(app->terminal->context, buffer_bytes(&copy)))
        frame_remark(&app->frame, "copied: %zu characters" YIELDING_WHOLLY(", if your terminal allows it"),
                     characters);
    else
        frame_remark(&app->frame, "not copied: " YIELDING_WHOLLY("this terminal has ") "no clipboard");
    buffer_release(&copy);
}

static void take_next_theme(struct app *app)
{
    app->theme = (app->theme + 1) % THEME_COUNT;
    app->options->preferences->values[PREFERENCE_THEME] = 1 + (int)app->theme;
    app->terminal->set_theme(app->terminal->context, app->theme);
    frame_remark(&app->frame, "theme: %s · " KEY_OF("theme") " takes the next one",
                 words_at(&theme_words, app->theme));
}

static void switch_mouse(struct app *app)
{
    int *value = &app->options->preferences->values[PREFERENCE_MOUSE];
    bool is_on = *value != PREFERENCE_ON;
    *value = is_on ? PREFERENCE_ON : PREFERENCE_OFF;
    app->terminal->set_mouse(app->terminal->context, is_on);
    frame_remark(&app->frame, is_on ? "the mouse focuses, votes and scrolls"
                                    : "the mouse selects text" YIELDING_WHOLLY(
                                          ", as the terminal has it · " KEY_OF("mouse") " takes it back"));
}

/* What follows from the settings for this session. */
static bool apply_settings(struct app *app, struct err *err)
{
    if (!labelling_take_settings(app->labelling, err))
        return false;
    refill_ballot(app);
    return true;
}

/* Labels, and with them all scores, may follow from the same votes in another way than before. */
static void remark_setting(struct app *app, enum setting setting, enum estimator before, enum estimator after)
{
    if (after != before && labelling_progress(app->labelling).ballots_done > 0)
        frame_remark(&app->frame,
                     "set: %s · labels and scores are estimated anew, by '%s'" YIELDING_WHOLLY(
                         ", no longer by '%s'"),
                     setting_rows[setting].key, words_at(&estimator_words, after),
                     words_at(&estimator_words, before));
    else
        frame_remark(&app->frame, "set: %s", setting_rows[setting].key);
}

/* In the log, as the command that does the same. */
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

static void put_setting(struct app *app, const struct effect *effect)
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
        fill_screen(app, &(struct location){.screen = screen_shown(app)}, &err))
        remark_setting(app, effect->setting.name, before, after);
    else
        frame_warn(&app->frame, err.text);
    store_sign(app->options->store, (struct bytes){0}, (struct bytes){0}, 0); /* also where it failed */
    arena_release(&arena);
    warn_of_journal(app);
}

/* So many screens stay open. */
static void go_back_to(struct app *app, size_t depth)
{
    BUG_UNLESS(depth > 0);
    for (; app->depth > depth; app->depth--)
        if (screen_shown(app)->leave != NULL)
            screen_shown(app)->leave(model_shown(app));
}

/* How many screens lie below this one, or below where it is to lie. */
static size_t depth_of(const struct app *app, const struct screen *screen)
{
    size_t depth = 0;
    while (depth < app->depth && app->open[depth].screen != screen)
        depth++;
    return depth;
}

static bool is_large(const struct app *app)
{
    const struct progress *progress = &app->frame.progress;
    return progress->questions + progress->ballots_done > LARGE;
}

/*
 * On top of the one that is shown; one that is open already is gone back to, and the
 * key that led to the one that is shown leads back. One that can't be filled is not opened.
 */
static void open_screen(struct app *app, const struct location *location)
{
    struct err err;
    size_t depth = depth_of(app, location->screen);
    if (depth + 1 == app->depth) {
        go_back_to(app, depth);
        return;
    }
    if (location->screen->wait != NULL && is_large(app))
        show_wait(app, location->screen->wait);
    if (!fill_screen(app, location, &err)) {
        frame_warn(&app->frame, err.text);
        return;
    }
    if (depth < app->depth)
        go_back_to(app, depth + 1);
    app->open[depth] = *location;
    app->depth = depth + 1;
    if (location->screen->legend != NULL)
        frame_remark(&app->frame, KEY_OF("help") " explains the terms");
}

static void refill_shown(struct app *app, const struct location *with)
{
    struct err err;
    struct location location = *with;
    location.screen = screen_shown(app);
    if (!fill_screen(app, &location, &err))
        frame_warn(&app->frame, err.text);
}

static void add_run(struct app *app, struct bytes path)
{
    struct err err;
    bool added = live_scores_add_run(app->live, path.data, &err);
    refill_ballot(app); /* it was shown when there were no scores, perhaps */
    if (!added) {
        frame_warn(&app->frame, err.text);
        return;
    }
    frame_remark(&app->frame, "loaded: %.*s", BYTES_FORMAT(file_base_name(path.data)));
    go_back_to(app, app->depth - 1);
    follow_scores(app);
}

static void remove_run(struct app *app, size_t run)
{
    const struct scoreboard *scores = live_scores_board(app->live);
    frame_remark(&app->frame, "unloaded: %.*s; its file is as it was",
                 BYTES_FORMAT(scoreboard_run_name(scores, run)));
    live_scores_remove_run(app->live, run);
    follow_scores(app);
}

/* As soon as no key waits: who types does not wait for the disk. */
static void take_note(struct app *app, const struct effect *effect)
{
    buffer_clear(&app->note);
    buffer_add(&app->note, effect->note);
    app->note_is_new = true;
    app->draft_waits = false;
    if (effect->remark[0] != '\0')
        frame_remark(&app->frame, "%s", effect->remark);
}

/* Likewise. */
static void take_mark(struct app *app, const struct effect *effect)
{
    app->mark = effect->mark;
    buffer_clear(&app->evidence);
    buffer_add(&app->evidence, effect->mark.evidence.text);
    app->mark_is_new = true;
    app->draft_waits = false;
    frame_remark(&app->frame, "%s", effect->remark);
}

static void give_reason(struct app *app, size_t number)
{
    struct err err;
    bool given;
    const struct reason_list *reasons = labelling_reasons(app->labelling);
    if (number >= reasons->n) {
        frame_remark_reason_keys(&app->frame, screen_shown(app)->keys(model_shown(app)));
        return;
    }
    struct bytes reason = reasons->items[number];
    if (!labelling_give_reason(app->labelling, reason, &given, &err))
        frame_warn(&app->frame, err.text);
    else if (!given)
        frame_remark(&app->frame, "no vote before" YIELDING_WHOLLY(" this ballot") " to give a reason for");
    else
        frame_remark(&app->frame, "Saved, because: %.*s", BYTES_FORMAT(reason));
    show_progress(app);
    warn_of_journal(app);
}

static bool has_new_draft(const struct app *app)
{
    return app->note_is_new || app->mark_is_new;
}

/* What is typed and marked, each for itself; what can't be stored stays new. */
static bool store_draft(struct app *app, struct err *err)
{
    app->mark.evidence.text = buffer_bytes(&app->evidence);
    if (app->note_is_new && labelling_keep_note(app->labelling, buffer_bytes(&app->note), err))
        app->note_is_new = false;
    if (app->mark_is_new && labelling_keep_mark(app->labelling, &app->mark, err))
        app->mark_is_new = false;
    app->draft_waits = has_new_draft(app);
    return !app->draft_waits;
}

static int64_t ballot_in_hand(const struct app *app)
{
    const struct ballot *ballot = labelling_ballot(app->labelling);
    return ballot != NULL ? ballot->ballot_id : 0;
}

/* An answer takes the draft along, whether or not it is stored; who goes elsewhere would leave it behind. */
static bool may_leave_ballot(struct app *app, const struct effect *effect)
{
    struct err err;
    const bool answers = effect->kind == EFFECT_ACT && !act_takes_back(&effect->act);
    if (store_draft(app, &err))
        return true;
    frame_warn(&app->frame, err.text);
    return answers;
}

static void carry_out_on_ballot(struct app *app, const struct effect *effect)
{
    const int64_t before = ballot_in_hand(app);
    if (!may_leave_ballot(app, effect))
        return;
    if (effect->kind == EFFECT_ACT)
        carry_out_act(app, effect);
    else
        take_question(app, effect->question_id);
    if (ballot_in_hand(app) != before)
        app->note_is_new = app->mark_is_new = false;
}

/* After some answers first says what they came to; from there, and where that can't be read, it is the end. */
static void quit(struct app *app)
{
    enum { CARD_VOTES_MIN = 5 };
    const int64_t votes = session_log_sum(&app->log, labelling_own_votes(app->labelling)).votes;
    const struct location card = {.screen = &screen_card};
    if (screen_shown(app) != &screen_card && votes >= CARD_VOTES_MIN)
        open_screen(app, &card);
    else
        app->has_quit = true;
    app->has_quit = app->has_quit || screen_shown(app) != &screen_card;
}

static void carry_out(struct app *app, const struct effect *effect);

/* What a key does on the screen below. */
static void press_below(struct app *app, char32_t code)
{
    go_back_to(app, app->depth - 1);
    const struct key_table *table = screen_shown(app)->keys(model_shown(app));
    const struct action action = keymap_action(app->frame.keymap, table, (struct key){.code = code});
    const struct effect effect = screen_shown(app)->update(model_shown(app), action);
    carry_out(app, &effect);
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
    case EFFECT_TAKE_QUESTION:
        carry_out_on_ballot(app, effect);
        break;
    case EFFECT_KEEP_NOTE:
        take_note(app, effect);
        break;
    case EFFECT_KEEP_MARK:
        take_mark(app, effect);
        break;
    case EFFECT_GIVE_REASON:
        give_reason(app, effect->reason);
        break;
    case EFFECT_COPY:
        copy_text(app, effect->copy);
        break;
    case EFFECT_KEEP_PREFERENCE:
        app->options->preferences->values[effect->preference.name] = effect->preference.value;
        frame_remark(&app->frame, "%s", effect->remark);
        break;
    case EFFECT_NEXT_THEME:
        take_next_theme(app);
        break;
    case EFFECT_SWITCH_MOUSE:
        switch_mouse(app);
        break;
    case EFFECT_CHANGE_SETTING:
        put_setting(app, effect);
        break;
    case EFFECT_OPEN:
        open_screen(app, &effect->open);
        break;
    case EFFECT_REFILL:
        refill_shown(app, &effect->open);
        break;
    case EFFECT_ADD_RUN:
        add_run(app, effect->path);
        break;
    case EFFECT_REMOVE_RUN:
        remove_run(app, effect->run);
        break;
    case EFFECT_CLOSE:
        go_back_to(app, app->depth - 1);
        break;
    case EFFECT_PRESS:
        press_below(app, effect->press);
        break;
    case EFFECT_QUIT:
        quit(app);
        break;
    }
    app->frame.is_of_window = effect->is_of_window;
}

/* --- The loop ------------------------------------------------------------- */

/* In a window that shows no ballot, a key must not answer one; but it can be left. */
static bool is_out_of_sight(const struct app *app, struct action action)
{
    return is_too_small(&app->surface) && action.name != ACTION_QUIT;
}

static bool effect_is_vote(const struct effect *effect)
{
    return effect->kind == EFFECT_ACT && effect->act.kind == ACT_ANSWER &&
           answer_is_vote(&effect->act.answer);
}

/* The vote, or why it is none. */
static struct effect guard_vote(struct app *app, const struct effect *vote, enum press press)
{
    vote_guard_vote(&app->guard, press == PRESS_ANEW);
    if (press == PRESS_WITH_ALT)
        return effect_remark("not taken: a key at once after Esc" YIELDING_WHOLLY(" is one with Alt"));
    if (press == PRESS_UNREAD)
        return effect_remark(
            "not taken: this ballot came just now" YIELDING_WHOLLY("; it is there to be read first"));
    if (press == PRESS_OF_COMMAND)
        return effect_remark("not taken: there are no commands" YIELDING_WHOLLY(", and behind : no votes"));
    if (press == PRESS_REPEATED)
        return effect_remark(
            "not taken: the same key at once again" YIELDING_WHOLLY("; one press is one vote"));
    if (press == PRESS_SLIPPED)
        return effect_remark("not taken: two votes at once" YIELDING_WHOLLY(
            "; the first one counts, " KEY_OF("undo") " takes it back"));
    return *vote;
}

/* The small letter of a capital that does nothing while that does something: Caps Lock is on, perhaps. 0: it is none. */
static char small_letter_meant(const struct app *app, struct action action)
{
    const struct key_table *table = screen_shown(app)->keys(model_shown(app));
    struct key small = {.code = action.key.code - 'A' + 'a'};
    bool is_capital = action.key.code >= 'A' && action.key.code <= 'Z';
    if (action.name != ACTION_UNBOUND || !is_capital ||
        keymap_action(app->frame.keymap, table, small).name == ACTION_UNBOUND)
        return 0;
    return (char)small.code;
}

/* Who votes and moves on at once, as by 3j, is to see that it was a vote. */
static bool is_beside_vote(const struct app *app, const struct effect *effect, int64_t now)
{
    enum { VOTE_SAID_MS = 1500 };
    const int64_t since = now - app->guard.vote_at;
    return app->frame.saved_size > 0 && (effect->kind == EFFECT_NONE || effect->kind == EFFECT_REMARK) &&
           since >= 0 && since < VOTE_SAID_MS;
}

static void press_key(struct app *app, struct key key)
{
    const struct clock *clock = &app->options->clock;
    const int64_t now = clock->now(clock->context);
    enum press press = vote_guard_press(&app->guard, key, now);
    if (key.code == NAMED_CLICK && frame_find_key(&app->frame, key.row, key.column, &key) &&
        press == PRESS_REPEATED)
        return; /* the second half of a double click, on a bar that may be another one by now */
    struct action action = keymap_action(app->frame.keymap, screen_shown(app)->keys(model_shown(app)), key);
    if (is_out_of_sight(app, action))
        return;
    const char small = small_letter_meant(app, action);
    struct effect effect = screen_shown(app)->update(model_shown(app), action);
    if (small != 0 && effect.kind == EFFECT_REMARK)
        effect = effect_remark("%c does nothing here, %c does: is Caps Lock on?", (char)key.code, small);
    if (key.is_in_burst && (effect.kind == EFFECT_ACT || effect.kind == EFFECT_QUIT))
        effect = effect_remark("not taken: many keys at once" YIELDING_WHOLLY(", as of pasted text"));
    if (effect_is_vote(&effect))
        effect = guard_vote(app, &effect, press);
    if (is_beside_vote(app, &effect, now)) {
        frame_remark_beside_vote(&app->frame, effect.remark);
    } else {
        frame_clear_remark(&app->frame);
        carry_out(app, &effect);
    }
    app->is_attended = true;
    app->has_warned_idle = false;
}

/* What fails without a key does not displace what came of one. */
static void warn_while_idle(struct app *app, const struct err *err)
{
    if (app->frame.is_warning)
        return;
    frame_warn(&app->frame, err->text);
    app->has_warned_idle = true;
}

/* All that may fail without a key is tried again, and says so again where it does. */
static void end_idle_warning(struct app *app)
{
    if (app->has_warned_idle)
        frame_clear_remark(&app->frame);
    app->has_warned_idle = false;
}

/* Not at the key itself, which is not to wait for the disk; and once it is done not again without another key. */
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
    if (!store_draft(app, &err))
        warn_while_idle(app, &err);
}

/* Without a key for a while: what others and other programs did meanwhile. */
static void work_while_idle(struct app *app)
{
    struct err err;
    end_idle_warning(app);
    refresh_runs(app);
    if (!follow_others(app, &err) || !reread_shown(app, &err))
        warn_while_idle(app, &err);
    renew_lease(app);
    store_draft_while_idle(app);
    if (labelling_ballot(app->labelling) != NULL)
        return;
    if (labelling_look_again(app->labelling, &err))
        refill_ballot(app);
    else
        warn_while_idle(app, &err);
}

/*
 * Before another ballot is drawn: keys that were pressed for the one before must not answer it. False: the ballot is
 * the one that was drawn.
 */
static bool drop_early_keys(struct app *app)
{
    const struct terminal *terminal = app->terminal;
    int64_t ballot_id = answered_in_hand(app).ballot_id;
    bool is_another = ballot_id != app->drawn_ballot_id;
    bool has_dropped = is_another && terminal->drop_keys != NULL && terminal->drop_keys(terminal->context);
    if (is_another && app->n_early > 0 && app->early[app->n_early - 1].code != NAMED_STOP) {
        app->n_early = 0;
        has_dropped = true;
    }
    if (has_dropped)
        frame_remark_too(&app->frame, "not taken: keys" YIELDING_WHOLLY(" pressed before this ballot"));
    app->drawn_ballot_id = ballot_id;
    return is_another;
}

/*
 * While keys wait, or the last picture is on its way, what keys make of the screen is not drawn key by key: over a slow
 * line a held arrow would scroll on long after it was let go. A ballot is always drawn before a key can answer it.
 */
static void show(struct app *app)
{
    const struct terminal *terminal = app->terminal;
    labelling_cover(app->labelling, app->depth > 1);
    bool must_draw = drop_early_keys(app) || app->n_undrawn == UNDRAWN_MAX;
    if (!must_draw && terminal->is_busy != NULL && terminal->is_busy(terminal->context)) {
        app->n_undrawn++;
        return;
    }
    follow_scores(app);
    draw_all(app);
    app->n_undrawn = 0;
}

/* What is pasted is typed where text is typed; elsewhere its characters are no keys. */
static void type_pasted(struct app *app)
{
    struct bytes text = app->terminal->pasted(app->terminal->context);
    const struct key_table *table = screen_shown(app)->keys(model_shown(app));
    if (!table->takes_text)
        frame_remark(&app->frame,
                     "pasted text does nothing here" YIELDING_WHOLLY("; " KEY_OF("help") " shows the keys"));
    for (size_t offset = 0; table->takes_text && offset < text.size;) {
        struct key key = {0};
        offset += unicode_decode(text, offset, &key.code);
        press_key(app, key);
    }
}

/* What is said above the first ballot, and above each to practise on. */
static void remark_start(struct app *app)
{
    size_t number, of;
    bool is_practice = labelling_practice(app->labelling, &number, &of) != NULL;
    if (is_practice)
        frame_remark(&app->frame,
                     "Practice %zu of %zu" YIELDING_WHOLLY(
                         ", which counts nowhere") ": press a "
                                                   "number" YIELDING_WHOLLY(
                                                       ", or " KEY_OF("none") " for none") ".",
                     number, of);
    else if (labelling_may_be_doubled(app->labelling))
        frame_remark(&app->frame,
                     YIELDING_WHOLLY("All is saved. ") "The last session was cut off, or %.*s votes "
                                                       "elsewhere" YIELDING_WHOLLY(", on the same ballots"),
                     BYTES_FORMAT(app->frame.annotator));
    else if (app->frame.has_ballot)
        frame_remark(&app->frame,
                     YIELDING("Which document answers the question best? ") "Press its number, or " KEY_OF(
                         "none") " for none.");
}

/* Who has not voted yet reads the guide first. */
static void greet(struct app *app)
{
    app->is_greeting = app->options->greets && app->frame.has_ballot && app->frame.own_votes == 0 &&
                       labelling_guide(app->labelling).size > 0;
    if (!app->is_greeting) {
        remark_start(app);
        return;
    }
    open_screen(app, &(struct location){.screen = &screen_guide});
    frame_remark(&app->frame, YIELDING("Welcome. ") "Please read this, then press Enter." YIELDING_WHOLLY(
                                  " " KEY_OF("examples") ": practise first."));
}

static void end_greeting(struct app *app)
{
    if (!app->is_greeting || app->depth > 1)
        return;
    app->is_greeting = false;
    remark_start(app);
}

static bool awaits(const struct app *app)
{
    return screen_shown(app)->awaits != NULL && screen_shown(app)->awaits(model_shown(app));
}

static void take_awaited(struct app *app)
{
    struct err err;
    if (!screen_shown(app)->take_awaited(model_shown(app), &err))
        frame_warn(&app->frame, err.text);
}

/* For the header. */
static void foretell(struct app *app)
{
    labelling_foretell(app->labelling);
    show_progress(app);
}

/* What is to be done without a key: first of all what is typed and marked is stored, then what is left, then the scores. */
static void work_without_key(struct app *app, bool has_scores)
{
    const bool waits = awaits(app);
    if (waits)
        take_awaited(app);
    if (has_new_draft(app) && !app->draft_waits)
        store_draft_while_idle(app);
    else if (labelling_forecast_is_due(app->labelling))
        foretell(app);
    else if (has_scores)
        work_on_scores(app);
    else if (!waits)
        work_while_idle(app);
}

static int pause_before_work(const struct app *app)
{
    int pause_ms = live_scores_pause_ms(app->live);
    if ((has_new_draft(app) && !app->draft_waits) || labelling_forecast_is_due(app->labelling))
        return 0;
    if (pause_ms < 0)
        pause_ms = IDLE_MS;
    return awaits(app) && pause_ms > AWAITED_MS ? AWAITED_MS : pause_ms;
}

static struct key next_key(struct app *app)
{
    if (app->n_early == 0)
        return app->terminal->next_key(app->terminal->context, pause_before_work(app));
    struct key key = app->early[0];
    memmove(app->early, app->early + 1, --app->n_early * sizeof *app->early);
    return key;
}

static bool fail_stopped(const struct app *app, struct err *err)
{
    return err_set(err, ERR_INTERRUPTED,
                   app->may_be_saved
                       ? "stopped without the server: the last answer may not be saved, all before it are"
                   : app->has_failed ? "stopped; the last answer was not saved, all before it are"
                                     : "stopped; every answer is saved");
}

static bool run_loop(struct app *app, struct err *err)
{
    while (!app->has_quit) {
        show(app);
        bool has_scores = live_scores_pause_ms(app->live) >= 0;
        struct key key = next_key(app);
        if (key.code == NAMED_STOP)
            return fail_stopped(app, err);
        if (key.code == NAMED_NOTHING)
            work_without_key(app, has_scores);
        else if (key.code == NAMED_PASTE)
            type_pasted(app);
        else if (key.code != NAMED_RESIZE)
            press_key(app, key);
        end_greeting(app);
    }
    return !app->has_ended_wait || !app->has_failed || fail_stopped(app, err);
}

/* The last chance of what is typed and marked: there is no screen any more that could say that it is lost. */
static bool end_draft(struct app *app, bool quit, struct err *err)
{
    struct err unkept;
    const char *draft =
        app->note_is_new ? "the note of the last ballot" : "what was marked on the last ballot";
    if (store_draft(app, &unkept))
        return quit;
    if (quit)
        return err_set(err, unkept.code, "every answer is saved, but %s is lost: %s", draft, unkept.text);
    const struct err ended = *err;
    return err_set(err, ended.code, "%s, but %s is lost: %s", ended.text, draft, unkept.text);
}

bool app_run(struct labelling *labelling, struct terminal *terminal, const struct app_options *options,
             struct err *err)
{
    struct app app = {
        .labelling = labelling,
        .live = labelling_scores(labelling),
        .terminal = terminal,
        .options = options,
        .theme = options->theme,
        .frame = {.keymap = &options->preferences->keymap,
                  .database = file_base_name(store_path(options->store)),
                  .annotator = labelling_annotator(labelling),
                  .is_lead = options->is_lead},
    };
    app.surface.keeps_order = options->preferences->values[PREFERENCE_RIGHT_TO_LEFT] == RIGHT_TO_LEFT_STORED;
    app.log.votes_before = labelling_own_votes(labelling);
    make_models(&app);
    show_ballot(&app);
    greet(&app);
    warn_of_journal(&app);
    struct busy_watch watch_before =
        store_watch_busy(options->store, (struct busy_watch){.go_on = show_waiting, .context = &app});
    work_on_scores(&app); /* with few labels all scores are there when the first ballot is */
    bool quit = run_loop(&app, err);
    quit = end_draft(&app, quit, err);
    store_watch_busy(options->store, watch_before);

    release_models(&app);
    session_log_release(&app.log);
    buffer_release(&app.note);
    buffer_release(&app.evidence);
    frame_release(&app.frame);
    surface_release(&app.surface);
    return quit;
}
