#include "tui/app/presses.h"

#include "core/base/unicode.h"
#include "tui/app/beside.h"
#include "tui/app/effects.h"
#include "tui/app/picture.h"
#include "tui/app/stack.h"
#include "tui/text/shortening.h"

/* In a window too small to show a ballot, a key must not answer it; but the app can be quit. */
static bool is_out_of_sight(const struct app *app, struct action action)
{
    return app_is_too_small(&app->surface) && action.name != ACTION_QUIT;
}

static bool effect_is_vote(const struct effect *effect)
{
    return effect->kind == EFFECT_ACT && effect->act.kind == ACT_ANSWER &&
           answer_is_vote(&effect->act.answer);
}

/* Returns the vote, or the beginning of one, or a remark that says why it is not taken. */
static struct effect guard_vote(struct app *app, const struct effect *vote, enum press press)
{
    vote_guard_vote(&app->guard, press == PRESS_ANEW && vote->kind == EFFECT_ACT);
    if (press == PRESS_WITH_ALT)
        return effect_remark("ignored: a key right after Esc" YIELDING_WHOLLY(" is an Alt key"));
    /* in a list, the next document was visible before */
    if (press == PRESS_UNREAD && vote->act.document_id == 0)
        return effect_remark("ignored: this ballot has just appeared" YIELDING_WHOLLY("; read it first"));
    if (press == PRESS_OF_COMMAND)
        return effect_remark(
            "ignored: there are no commands here" YIELDING_WHOLLY(", so keys after : are not votes"));
    if (press == PRESS_REPEATED)
        return effect_remark(
            "ignored: the same key again, too fast" YIELDING_WHOLLY("; press a key once for one vote"));
    if (press == PRESS_SLIPPED)
        return effect_remark("ignored: two votes at once" YIELDING_WHOLLY(
            "; the first one counts, " KEY_OF("undo") " undoes it"));
    return *vote;
}

/*
 * If a capital does nothing but its small letter does, returns the small letter: Caps Lock may be on. Else returns 0.
 */
static char small_letter_meant(const struct app *app, struct action action)
{
    const struct key_table *table = app_screen(app)->keys(app_model(app));
    struct key small = {.code = action.key.code - 'A' + 'a'};
    bool is_capital = action.key.code >= 'A' && action.key.code <= 'Z';
    if (action.name != ACTION_UNBOUND || !is_capital ||
        keymap_action(app->frame.keymap, table, small).name == ACTION_UNBOUND)
        return 0;
    return (char)small.code;
}

/*
 * Whether the message of a vote must stay a little longer: a user who votes and moves on at once (3j) must see that
 * it was a vote.
 */
static bool is_beside_vote(const struct app *app, const struct effect *effect, int64_t now)
{
    enum { VOTE_SAID_MS = 1500 };
    const int64_t since = now - app->guard.vote_at;
    return app->frame.saved_size > 0 && (effect->kind == EFFECT_NONE || effect->kind == EFFECT_REMARK) &&
           since >= 0 && since < VOTE_SAID_MS;
}

/* The key that was to begin an answer is ignored; the one that was to end it must not become a vote of its own. */
static void give_question_up(struct app *app)
{
    (void)app_screen(app)->update(app_model(app), (struct action){.name = ACTION_BACK});
    vote_guard_bring(&app->guard);
}

void app_press_key(struct app *app, struct key key)
{
    const struct clock *clock = &app->options->clock;
    const int64_t now = clock->now(clock->context);
    enum press press = vote_guard_press(&app->guard, key, now);
    if (key.code == NAMED_CLICK && frame_find_key(&app->frame, key.row, key.column, &key) &&
        press == PRESS_REPEATED)
        return; /* the second half of a double click, when the bar may already have other keys */
    struct action action = keymap_action(app->frame.keymap, app_screen(app)->keys(app_model(app)), key);
    if (is_out_of_sight(app, action))
        return;
    action.is_behind_vote = app_is_behind_vote(app, now);
    const char small = small_letter_meant(app, action);
    struct effect effect = app_screen(app)->update(app_model(app), action);
    if (small != 0 && effect.kind == EFFECT_REMARK)
        effect = effect_remark("%c does nothing here, but %c does: is Caps Lock on?", (char)key.code, small);
    const bool is_kept = effect.kind == EFFECT_KEEP_PREFERENCE, asks = effect.kind == EFFECT_ASK_TIED;
    if (key.is_in_burst && (effect.kind == EFFECT_ACT || effect.kind == EFFECT_QUIT || is_kept || asks)) {
        if (is_kept)
            app_refill_ballot(app); /* the screen has the new layout already */
        effect = effect_remark("ignored: many keys at once" YIELDING_WHOLLY(", like pasted text"));
    }
    if (effect_is_vote(&effect) || effect.kind == EFFECT_ASK_TIED)
        effect = guard_vote(app, &effect, press);
    if (asks && effect.kind == EFFECT_REMARK)
        give_question_up(app);
    if (effect.kind == EFFECT_ADD && effect.addition.kind == ADDITION_SECOND &&
        (press != PRESS_ANEW || key.is_in_burst))
        effect = effect_remark("ignored: two keys at once" YIELDING_WHOLLY("; your vote is saved"));
    if (is_beside_vote(app, &effect, now)) {
        frame_remark_beside_vote(&app->frame, effect.remark);
    } else {
        frame_clear_remark(&app->frame);
        app_carry_out(app, &effect);
    }
    app->is_attended = true;
    app->has_warned_idle = false;
}

void app_type_pasted(struct app *app)
{
    struct bytes text = app->terminal->pasted(app->terminal->context);
    const struct key_table *table = app_screen(app)->keys(app_model(app));
    if (!table->takes_text)
        frame_remark(&app->frame,
                     "pasted text does nothing here" YIELDING_WHOLLY("; " KEY_OF("help") " shows the keys"));
    for (size_t offset = 0; table->takes_text && offset < text.size;) {
        struct key key = {0};
        offset += unicode_decode(text, offset, &key.code);
        app_press_key(app, key);
    }
}
