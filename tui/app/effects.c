#include "tui/app/effects.h"

#include "tui/app/acts.h"
#include "tui/app/beside.h"
#include "tui/app/change_setting.h"
#include "tui/app/scoring.h"
#include "tui/app/stack.h"
#include "tui/terminal/clipboard.h"
#include "tui/text/shortening.h"

/* A terminal does not report whether it has done this. */
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
    frame_remark(&app->frame, "theme: %s · " KEY_OF("theme") ": next theme",
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
                                          ", as the terminal has it · " KEY_OF("mouse") " undoes it"));
}

/* Leaves an answer that is looked at again as it is. Returns whether there is one. */
static bool leave_answer(struct app *app)
{
    const struct ballot *ballot = labelling_ballot(app->labelling);
    const struct effect leave = {.kind = EFFECT_ACT, .act = {.kind = ACT_LEAVE}};
    if (ballot == NULL || !ballot->stands || app->depth > 1)
        return false;
    app_act_on_ballot(app, &leave);
    return true;
}

/* After enough votes, shows a summary first. Quits when the summary is shown already or can't be read. */
static void quit(struct app *app)
{
    enum { CARD_VOTES_MIN = 5 };
    const int64_t votes = session_log_sum(&app->log, labelling_own_votes(app->labelling)).votes;
    const struct location card = {.screen = &screen_card};
    if (leave_answer(app))
        return;
    if (app_screen(app) != &screen_card && votes >= CARD_VOTES_MIN)
        app_open_screen(app, &card);
    else
        app->has_quit = true;
    app->has_quit = app->has_quit || app_screen(app) != &screen_card;
}

/* Does what the key does on the screen below. */
static void press_below(struct app *app, char32_t code)
{
    app_go_back_to(app, app->depth - 1);
    const struct key_table *table = app_screen(app)->keys(app_model(app));
    const struct action action = keymap_action(app->frame.keymap, table, (struct key){.code = code});
    const struct effect effect = app_screen(app)->update(app_model(app), action);
    app_carry_out(app, &effect);
}

static void go_beside(struct app *app, enum addition_kind kind)
{
    const struct effect effect = app_go_beside(app, kind);
    app_carry_out(app, &effect);
}

void app_carry_out(struct app *app, const struct effect *effect)
{
    switch (effect->kind) {
    case EFFECT_NONE:
    case EFFECT_ASK_TIED:
        break;
    case EFFECT_REMARK:
        frame_remark(&app->frame, "%s", effect->remark);
        break;
    case EFFECT_ACT:
    case EFFECT_TAKE_QUESTION:
        app_act_on_ballot(app, effect);
        break;
    case EFFECT_KEEP_NOTE:
        app_take_note(app, effect);
        break;
    case EFFECT_KEEP_MARK:
        app_take_mark(app, effect);
        break;
    case EFFECT_GO_BESIDE:
        go_beside(app, effect->beside);
        break;
    case EFFECT_ADD:
        app_add_to_vote(app, &effect->addition);
        break;
    case EFFECT_LEAVE_VOTE:
        app_leave_vote(app);
        if (effect->remark[0] != '\0')
            frame_remark(&app->frame, "%s", effect->remark);
        break;
    case EFFECT_GIVE_REASON:
        app_give_reason(app, effect->reason);
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
        app_put_setting(app, effect);
        break;
    case EFFECT_OPEN:
        app_open_screen(app, &effect->open);
        break;
    case EFFECT_REFILL:
        app_refill_shown(app, &effect->open);
        break;
    case EFFECT_ADD_RUN:
        app_add_run(app, effect->path);
        break;
    case EFFECT_REMOVE_RUN:
        app_remove_run(app, effect->run);
        break;
    case EFFECT_CLOSE:
        app_go_back_to(app, app->depth - 1);
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
