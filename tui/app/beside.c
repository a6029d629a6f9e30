#include "tui/app/beside.h"

#include "tui/app/stack.h"
#include "tui/text/shortening.h"

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
    if (!labelling_give_reason(app->labelling, reason, &given, &err))
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
        app->note_is_new ? "the note of the last ballot" : "what was marked on the last ballot";
    if (app_store_draft(app, &unkept))
        return quit;
    if (quit)
        return err_set(err, unkept.code, "every answer is saved, but %s is lost: %s", draft, unkept.text);
    const struct err ended = *err;
    return err_set(err, ended.code, "%s, but %s is lost: %s", ended.text, draft, unkept.text);
}
