#include "tui/app/stack.h"

#include "core/base/bug.h"
#include "core/base/memory.h"
#include "core/store/labelling/status.h"
#include "core/store/store.h"
#include "tui/app/picture.h"

#include <stdlib.h>

enum {
    LARGE = 20000, /* more questions or votes than this take noticeable time to read */
};

struct desk app_desk(const struct app *app)
{
    const struct clock *clock = &app->options->clock;
    struct labelling *labelling = app->labelling;
    size_t number, of;
    bool is_practice = labelling_practice(app->labelling, &number, &of) != NULL;
    return (struct desk){
        .store = app->options->store,
        .ballot = app_ballot_shown(app),
        .vote = app->is_beside ? labelling_last_vote(labelling) : (struct last_vote){0},
        .asks_second = app->asks_second,
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
        .settings = labelling_settings(labelling),
        .guide = labelling_guide(labelling),
        .format = labelling_format(labelling),
        .language = labelling_language(labelling),
        .is_blind = labelling_is_blind(labelling),
        .takes_ties = labelling_takes_ties(labelling),
        .now = clock->now(clock->context),
        .is_lead = app->options->is_lead,
        .is_judge = labelling_adjudicates(labelling),
        .is_ascii = app->terminal->ascii,
        .database_path = app->options->database_path,
        .preferences = app->options->preferences,
        .shown = app->depth > 0 ? app_screen(app) : NULL,
        .models = app->models,
    };
}

void app_show_progress(struct app *app)
{
    app->options->preferences->keymap.lacks_ties = !labelling_takes_ties(app->labelling);
    app->frame.progress = labelling_progress(app->labelling);
    app->frame.own_votes = labelling_own_votes(app->labelling);
    app->frame.forecast = *labelling_forecast(app->labelling);
    app->frame.is_judge = labelling_adjudicates(app->labelling);
    app->frame.decider = labelling_decider(app->labelling);
    const struct ballot *ballot = labelling_ballot(app->labelling);
    app->frame.has_ballot = ballot != NULL && !ballot->stands;
    if (labelling_practice(app->labelling, &app->frame.practice_number, &app->frame.practice_of) == NULL)
        app->frame.practice_number = 0;
    app->frame.reasons = labelling_reasons(app->labelling);
    app->frame.vote_without_reason = labelling_vote_without_reason(app->labelling);
    app->frame.tied_without_reason = second_tied(labelling_last_vote(app->labelling).second);
}

bool app_follow_others(struct app *app, struct err *err)
{
    if (!labelling_follow(app->labelling, err))
        return false;
    app_show_progress(app);
    return true;
}

/* Notes the version before reading: a change during the reading then counts as a newer version. */
static bool note_version(struct app *app, const struct screen *screen, struct err *err)
{
    return screen->reread == NULL ||
           store_get_version(app->options->store, &app->versions[screen_index(screen)], err);
}

bool app_fill_screen(struct app *app, const struct location *location, struct err *err)
{
    const struct screen *screen = location->screen;
    if (screen->follows_scores && !app_follow_others(app, err))
        return false;
    if (screen->shows_history)
        live_scores_want_history(app->live, labelling_progress(app->labelling).ballots_done);
    struct desk desk = app_desk(app);
    return note_version(app, screen, err) && screen->fill(app_model_of(app, screen), &desk, location, err);
}

bool app_reread_shown(struct app *app, struct err *err)
{
    const struct screen *screen = app_screen(app);
    int64_t version;
    if (screen->reread == NULL)
        return true;
    if (!store_get_version(app->options->store, &version, err))
        return false;
    if (version == app->versions[screen_index(screen)])
        return true;
    struct desk desk = app_desk(app);
    return note_version(app, screen, err) && screen->reread(app_model(app), &desk, err);
}

void app_make_models(struct app *app)
{
    for (size_t i = 0; i < SCREEN_COUNT; i++)
        app->models[i] = memory_get_zeroed(1, screens[i]->model_size);
}

void app_release_models(struct app *app)
{
    for (size_t i = 0; i < SCREEN_COUNT; i++) {
        if (screens[i]->release != NULL)
            screens[i]->release(app->models[i]);
        free(app->models[i]);
    }
}

void app_refill_ballot(struct app *app)
{
    struct err err;
    const struct ballot *ballot = app_ballot_shown(app);
    app_show_progress(app);
    app->open[0] = (struct location){.screen = ballot == NULL      ? &screen_finished
                                               : ballot->is_glance ? &screen_glances
                                                                   : &screen_label};
    app->shown_text = ballot != NULL ? ballot->question.data : NULL;
    if (!app_fill_screen(app, &app->open[0], &err))
        frame_warn(&app->frame, err.text);
}

void app_follow_scores(struct app *app)
{
    struct err err;
    if (app_screen(app)->follows_scores && !app_fill_screen(app, app_location(app), &err))
        frame_warn(&app->frame, err.text);
}

void app_show_ballot(struct app *app)
{
    app->depth = 1;
    app_refill_ballot(app);
}

static void show_wait(struct app *app, const char *text)
{
    frame_remark(&app->frame, "%s", text);
    app_draw(app);
    frame_clear_remark(&app->frame);
}

void app_go_back_to(struct app *app, size_t depth)
{
    BUG_UNLESS(depth > 0);
    for (; app->depth > depth; app->depth--)
        if (app_screen(app)->leave != NULL)
            app_screen(app)->leave(app_model(app));
}

/* The number of screens below this one or, if it is not open, of all open screens. */
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

static bool asks(const struct app *app)
{
    struct buffer text = {0};
    size_t cursor;
    const struct screen *screen = app_screen(app);
    const bool does = screen->prompt != NULL && screen->prompt(app_model(app), &text, &cursor);
    buffer_release(&text);
    return does;
}

void app_open_screen(struct app *app, const struct location *location)
{
    struct err err;
    size_t depth = depth_of(app, location->screen);
    if (depth + 1 == app->depth) {
        app_go_back_to(app, depth);
        return;
    }
    if (location->screen->wait != NULL && is_large(app))
        show_wait(app, location->screen->wait);
    if (!app_fill_screen(app, location, &err)) {
        frame_warn(&app->frame, err.text);
        return;
    }
    if (depth < app->depth)
        app_go_back_to(app, depth + 1);
    app->open[depth] = *location;
    app->depth = depth + 1;
    if (location->screen->legend != NULL && !asks(app))
        frame_remark(&app->frame, KEY_OF("help") " explains the words");
}

void app_refill_shown(struct app *app, const struct location *with)
{
    struct err err;
    struct location location = *with;
    location.screen = app_screen(app);
    if (!app_fill_screen(app, &location, &err))
        frame_warn(&app->frame, err.text);
}
