#include "tui/app/acts.h"

#include "core/base/unicode.h"
#include "core/store/store.h"
#include "tui/app/beside.h"
#include "tui/app/remarks.h"
#include "tui/app/scoring.h"
#include "tui/app/stack.h"

enum {
    TITLE_CHARACTERS = 160, /* of a document, in the status line */
};

static struct answered answered_in_hand(const struct app *app)
{
    const struct ballot *ballot = labelling_ballot(app->labelling);
    if (ballot == NULL)
        return (struct answered){0};
    return (struct answered){
        ballot->ballot_id, ballot->question_id, ballot->question_number, ballot->is_glance, {0}};
}

/* Appends the title of the document for which the act votes. */
static void add_title(const struct app *app, const struct act *act, struct buffer *title)
{
    const struct ballot *ballot = labelling_ballot(app->labelling);
    if (ballot == NULL || act_goes_back(act))
        return;
    int position = act->kind == ACT_REDO ? ballot->withdrawn.position : act->answer.position;
    if (position > VOTE_NONE)
        unicode_add_beginning(title, ballot->documents[position - 1].title, TITLE_CHARACTERS);
}

/* Shows the lead's answer before the next ballot. */
static void show_practised(struct app *app, const struct outcome *outcome)
{
    app->practised = (struct practised){outcome->practice, outcome->answer};
    app_open_screen(app, &(struct location){.screen = &screen_practice});
    frame_remark(&app->frame, KEY_OF("back") " continues");
    app->is_greeting = true;
}

/*
 * Puts the most important part first. Leaves out the database's path: it may be as long as the window is wide, and
 * the header shows its name.
 */
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
    app->is_beside = app->asks_second = false;
    bool given = labelling_answer(app->labelling, act, &outcome, &err);
    if (given && outcome.changed && !act_goes_back(act))
        app->is_beside = app->asks_second = labelling_asks_second(app->labelling);
    app->has_failed = !given && err.code != ERR_ANSWERED;
    app->may_be_saved = app->has_failed && store_is_away(app->options->store);
    if (given)
        session_log_note(&app->log, act, &outcome, app->guard.last_at);
    app_show_ballot(app);  /* even if nothing changed, its texts may have moved in memory */
    app_refresh_runs(app); /* an annotator who answers quickly is never idle */
    if (given && outcome.practice != NULL) {
        show_practised(app, &outcome);
    } else if (given) {
        struct desk desk = app_desk(app);
        if (act->kind == ACT_REDO || (act->kind == ACT_ANSWER && !answer_is_vote(&act->answer)))
            vote_guard_bring(&app->guard);
        remark_answer(&app->frame, &desk, act, &answered, &outcome);
        if (effect->remark[0] != '\0')
            frame_remark_too(&app->frame, effect->remark);
        if (!app->is_beside)
            remark_dense(&app->frame, labelling_kept_percent(app->labelling));
        app_warn_of_journal(app);
    } else {
        warn_of_failed_act(app, &err);
    }
    buffer_release(&answered.title);
}

/* Goes to a question to label it. If the question has nothing to label, says why and stays. */
static void take_question(struct app *app, int64_t question_id)
{
    struct err err;
    app->is_beside = app->asks_second = false;
    if (labelling_take_question(app->labelling, question_id, &err)) {
        vote_guard_bring(&app->guard);
        app_show_ballot(app);
        remark_dense(&app->frame, labelling_kept_percent(app->labelling));
        return;
    }
    app_refill_ballot(app); /* the ballot's texts may have moved in memory */
    frame_warn(&app->frame, err.text);
}

/*
 * Stores the draft before the user leaves the ballot. An answer may go on if that fails, because it contains the
 * draft; any other way to leave the ballot would lose it.
 */
static bool may_leave_ballot(struct app *app, const struct effect *effect)
{
    struct err err;
    const bool answers = effect->kind == EFFECT_ACT && !act_goes_back(&effect->act);
    if (app_store_draft(app, &err))
        return true;
    frame_warn(&app->frame, err.text);
    return answers;
}

void app_act_on_ballot(struct app *app, const struct effect *effect)
{
    const int64_t before = app_ballot_in_hand(app);
    if (!may_leave_ballot(app, effect))
        return;
    if (effect->kind == EFFECT_ACT)
        carry_out_act(app, effect);
    else
        take_question(app, effect->question_id);
    if (app_ballot_in_hand(app) != before)
        app->note_is_new = app->mark_is_new = false;
}
