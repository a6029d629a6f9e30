#include "tui/app/beside.h"

#include "tui/app/picture.h"
#include "tui/app/stack.h"
#include "tui/screens/label/keys.h"
#include "tui/text/shortening.h"

enum { BESIDE_VOTE_MS = 15000 };

void app_take_note(struct app *app, const struct effect *effect)
{
    buffer_clear(&app->note);
    buffer_add(&app->note, effect->note);
    app->note_is_new = true;
    app->draft_waits = false;
    if (effect->remark[0] != '\0')
        frame_remark(&app->frame, "%s", effect->remark);
}

void app_take_mark(struct app *app, const struct effect *effect)
{
    app->mark = effect->mark;
    buffer_clear(&app->evidence);
    buffer_add(&app->evidence, effect->mark.evidence.text);
    app->mark_is_new = true;
    app->draft_waits = false;
    frame_remark(&app->frame, "%s", effect->remark);
}

bool app_is_behind_vote(const struct app *app, int64_t now)
{
    return app->frame.saved_size > 0 && !app->is_beside && now - app->guard.vote_at <= BESIDE_VOTE_MS &&
           labelling_last_vote(app->labelling).ballot != NULL;
}

void app_end_saved_message(struct app *app)
{
    const struct clock *clock = &app->options->clock;
    if (app->frame.saved_size > 0 && clock->now(clock->context) - app->guard.vote_at > BESIDE_VOTE_MS)
        frame_clear_remark(&app->frame);
}

void app_leave_vote(struct app *app)
{
    app->is_beside = app->asks_second = false;
    vote_guard_bring(&app->guard);
    app_show_ballot(app);
}

/* Shows the vote's ballot first, then does there what the key asks for. */
struct effect app_go_beside(struct app *app, enum addition_kind kind)
{
    const struct action action = {.name = kind == ADDITION_EVIDENCE ? LABEL_MARK : LABEL_NOTE};
    struct err err;
    if (kind == ADDITION_EVIDENCE && labelling_last_vote(app->labelling).position <= VOTE_NONE)
        return effect_remark("evidence belongs to a chosen document, and you chose none");
    if (!app_store_draft(app, &err)) {
        frame_warn(&app->frame, err.text);
        return no_effect;
    }
    app->is_beside = true;
    app->asks_second = false;
    app_show_ballot(app);
    app_draw(app);
    return app_screen(app)->update(app_model(app), action);
}

/* The message about the vote stays, so that a note can follow. */
static void remark_second(struct app *app)
{
    const struct last_vote vote = labelling_last_vote(app->labelling);
    struct buffer text = {0};
    buffer_add_format(&text, "Saved: %d, ", vote.position);
    if (vote.second == SECOND_NONE)
        buffer_add_string(&text, "and none of the others");
    else
        buffer_add_format(&text, "then %d", vote.second);
    buffer_add_string(&text, YIELDING_WHOLLY(" · " KEY_OF("note") " adds a note, " KEY_OF(
                                 "evidence") " evidence · " KEY_OF("undo") " undoes"));
    app->guard.vote_at = app->guard.last_at;
    frame_remark_vote(&app->frame, buffer_string(&text));
    buffer_release(&text);
}

/* If this fails, the vote itself remains saved. */
void app_add_to_vote(struct app *app, const struct addition *addition)
{
    struct err err;
    bool added;
    const bool worked = labelling_add_to_vote(app->labelling, addition, &added, &err);
    app_leave_vote(app);
    if (!worked)
        frame_warn(&app->frame, err.text);
    else if (!added)
        frame_remark(&app->frame, "Not kept: that vote was undone meanwhile");
    else if (addition->kind == ADDITION_SECOND)
        remark_second(app);
    else
        frame_remark(&app->frame, "Saved with your last vote: %s",
                     addition->kind == ADDITION_NOTE ? "your note" : "the evidence");
    app_warn_of_journal(app);
}

void app_keep_typed(struct app *app)
{
    const bool is_typing = app->is_beside && app_screen(app)->keys(app_model(app))->takes_text;
    if (!is_typing)
        return;
    const struct effect effect =
        app_screen(app)->update(app_model(app), (struct action){.name = LABEL_NOTE_KEEP});
    if (effect.kind == EFFECT_ADD)
        app_add_to_vote(app, &effect.addition);
}

void app_give_reason(struct app *app, size_t number)
{
    struct err err;
    bool given;
    const struct reason_list *reasons = labelling_reasons(app->labelling);
    if (number >= reasons->n) {
        frame_remark_reason_keys(&app->frame, app_screen(app)->keys(app_model(app)));
        return;
    }
    struct bytes reason = reasons->items[number];
    const struct addition addition = {.kind = ADDITION_REASON, .said = reason};
    if (!labelling_add_to_vote(app->labelling, &addition, &given, &err))
        frame_warn(&app->frame, err.text);
    else if (!given)
        frame_remark(&app->frame, "no vote before" YIELDING_WHOLLY(" this ballot") " to give a reason for");
    else
        frame_remark(&app->frame, "Saved, because: %.*s", BYTES_FORMAT(reason));
    app_show_progress(app);
    app_warn_of_journal(app);
}

bool app_has_new_draft(const struct app *app)
{
    return app->note_is_new || app->mark_is_new;
}

bool app_store_draft(struct app *app, struct err *err)
{
    app->mark.evidence.text = buffer_bytes(&app->evidence);
    if (app->note_is_new && labelling_keep_note(app->labelling, buffer_bytes(&app->note), err))
        app->note_is_new = false;
    if (app->mark_is_new && labelling_keep_mark(app->labelling, &app->mark, err))
        app->mark_is_new = false;
    app->draft_waits = app_has_new_draft(app);
    return !app->draft_waits;
}

bool app_end_draft(struct app *app, bool quit, struct err *err)
{
    struct err unkept;
    const char *draft =
        app->note_is_new ? "the note of the last ballot" : "the evidence marked on the last ballot";
    if (app_store_draft(app, &unkept))
        return quit;
    if (quit)
        return err_set(err, unkept.code, "every answer is saved, but %s is lost: %s", draft, unkept.text);
    const struct err ended = *err;
    return err_set(err, ended.code, "%s, but %s is lost: %s", ended.text, draft, unkept.text);
}
