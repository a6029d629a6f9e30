/*
 * The app is a stack of screens and a loop: draw, wait for a key, pass it to the top screen, and carry out the effect
 * that the screen returns. At the bottom of the stack is always the ballot in hand, or the screen that is shown
 * without one. Each screen has one model, which is made when the app starts and filled again when the screen is
 * opened. The stack is in stack.c, keys go through presses.c, effects through effects.c.
 *
 * All other work is done in pauses between keys (idle.c): drafts and scores as soon as no key is waiting; the rest
 * after some time without a key (changed files of runs, what others wrote, the lease of the ballot in hand).
 *
 * Everything that a screen shows is in its model once it is filled. Drawing reads only the models, because it also
 * happens inside a call that waits for another program (waiting.c), where the store must not be called. Because a
 * screen has one model, it can be open only once: going to it again goes back to its place, and from there back to
 * the screen below (app_open_screen).
 */
#include "tui/app/app.h"

#include "core/store/labelling/status.h"
#include "core/store/store.h"
#include "import/files/file.h"
#include "tui/app/beside.h"
#include "tui/app/idle.h"
#include "tui/app/picture.h"
#include "tui/app/presses.h"
#include "tui/app/remarks.h"
#include "tui/app/scoring.h"
#include "tui/app/stack.h"
#include "tui/app/waiting.h"
#include "tui/text/shortening.h"

#include <string.h>

enum {
    UNDRAWN_MAX = 64, /* after so many keys the screen is drawn, even if more keys are waiting */
};

/*
 * Before another ballot is drawn, drops keys that were pressed for the previous ballot, so that they can't answer the
 * new one. Returns false if the ballot is the same as before.
 */
static bool drop_early_keys(struct app *app)
{
    const struct terminal *terminal = app->terminal;
    const struct ballot *shown = app_ballot_shown(app);
    int64_t ballot_id = shown != NULL ? shown->ballot_id : 0;
    bool is_another = ballot_id != app->drawn_ballot_id;
    bool has_dropped = is_another && terminal->drop_keys != NULL && terminal->drop_keys(terminal->context);
    if (is_another && app->n_early > 0 && app->early[app->n_early - 1].code != NAMED_STOP) {
        app->n_early = 0;
        has_dropped = true;
    }
    if (has_dropped)
        frame_remark_too(&app->frame, "ignored: keys" YIELDING_WHOLLY(" pressed before this ballot"));
    app->drawn_ballot_id = ballot_id;
    return is_another;
}

/*
 * Draws the screen unless keys are waiting or the last picture is still being sent: on a slow line, drawing after
 * each key would make a held arrow key scroll on long after its release. A ballot is always drawn before a key can
 * answer it.
 */
static void show(struct app *app)
{
    const struct terminal *terminal = app->terminal;
    labelling_cover(app->labelling, app->depth > 1 || app->is_beside);
    bool must_draw = drop_early_keys(app) || app->n_undrawn == UNDRAWN_MAX;
    if (!must_draw && terminal->is_busy != NULL && terminal->is_busy(terminal->context)) {
        app->n_undrawn++;
        return;
    }
    app_follow_scores(app);
    app_draw(app);
    app->n_undrawn = 0;
}

/* The remark above the first ballot and above each practice ballot. */
static void remark_start(struct app *app)
{
    size_t number, of;
    bool is_practice = labelling_practice(app->labelling, &number, &of) != NULL;
    if (is_practice)
        frame_remark(&app->frame,
                     "Practice %zu of %zu" YIELDING_WHOLLY(
                         ", which does not count") ": press a "
                                                   "number" YIELDING_WHOLLY(
                                                       ", or " KEY_OF("none") " for none") ".",
                     number, of);
    else if (labelling_may_be_doubled(app->labelling))
        frame_remark(&app->frame,
                     YIELDING_WHOLLY("Everything is saved. ") "The last session ended abruptly, or %.*s "
                                                              "votes elsewhere" YIELDING_WHOLLY(
                                                                  ", on the same ballots"),
                     BYTES_FORMAT(app->frame.annotator));
    else if (app_screen(app) == &screen_glances)
        frame_remark(&app->frame,
                     YIELDING("Which candidates may answer the question? ") "Keep or drop each.");
    else if (app->frame.has_ballot)
        frame_remark(&app->frame,
                     YIELDING("Which document answers the question best? ") "Press its number, or " KEY_OF(
                         "none") " for none.");
    remark_dense(&app->frame, labelling_kept_percent(app->labelling));
}

/* An annotator without votes reads the guide first. */
static void greet(struct app *app)
{
    app->is_greeting = app->options->greets && app->frame.has_ballot && app->frame.own_votes == 0 &&
                       labelling_guide(app->labelling).size > 0;
    if (!app->is_greeting) {
        remark_start(app);
        return;
    }
    app_open_screen(app, &(struct location){.screen = &screen_guide});
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

static struct key next_key(struct app *app)
{
    if (app->n_early == 0)
        return app->terminal->next_key(app->terminal->context, app_pause_before_work(app));
    struct key key = app->early[0];
    memmove(app->early, app->early + 1, --app->n_early * sizeof *app->early);
    return key;
}

static bool fail_stopped(const struct app *app, struct err *err)
{
    return err_set(
        err, ERR_INTERRUPTED,
        app->may_be_saved
            ? "stopped without the server: the last answer may not be saved, but all earlier answers are"
        : app->has_failed ? "stopped; the last answer was not saved, but all earlier answers are"
                          : "stopped; every answer is saved");
}

static bool run_loop(struct app *app, struct err *err)
{
    while (!app->has_quit) {
        show(app);
        bool has_scores = live_scores_pause_ms(app->live) >= 0;
        struct key key = next_key(app);
        if (key.code == NAMED_STOP) {
            app_keep_typed(app);
            return fail_stopped(app, err);
        }
        if (key.code == NAMED_NOTHING)
            app_work_without_key(app, has_scores);
        else if (key.code == NAMED_PASTE)
            app_type_pasted(app);
        else if (key.code != NAMED_RESIZE)
            app_press_key(app, key);
        end_greeting(app);
    }
    return !app->has_ended_wait || !app->has_failed || fail_stopped(app, err);
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
    app_make_models(&app);
    app_show_ballot(&app);
    greet(&app);
    app_warn_of_journal(&app);
    struct busy_watch watch_before =
        store_watch_busy(options->store, (struct busy_watch){.go_on = app_show_waiting, .context = &app});
    app_work_on_scores(&app); /* with few labels, all scores are ready for the first ballot */
    bool quit = run_loop(&app, err);
    quit = app_end_draft(&app, quit, err);
    store_watch_busy(options->store, watch_before);

    app_release_models(&app);
    session_log_release(&app.log);
    buffer_release(&app.note);
    buffer_release(&app.evidence);
    frame_release(&app.frame);
    surface_release(&app.surface);
    return quit;
}
