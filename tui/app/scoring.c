#include "tui/app/scoring.h"

#include "import/files/file.h"
#include "tui/app/stack.h"
#include "tui/text/shortening.h"

static void remark_runs(struct app *app, size_t reread)
{
    if (reread > 0)
        frame_remark(&app->frame,
                     reread == 1 ? "a run has changed; assay read it again"
                                 : "%zu runs" YIELDING_WHOLLY(" have changed and") " were read again",
                     reread);
}

void app_refresh_runs(struct app *app)
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

void app_work_on_scores(struct app *app)
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

void app_add_run(struct app *app, struct bytes path)
{
    struct err err;
    bool added = live_scores_add_run(app->live, path.data, &err);
    app_refill_ballot(app); /* without runs, it may have been shown without scores */
    if (!added) {
        frame_warn(&app->frame, err.text);
        return;
    }
    frame_remark(&app->frame, "loaded: %.*s", BYTES_FORMAT(file_base_name(path.data)));
    app_go_back_to(app, app->depth - 1);
    app_follow_scores(app);
}

void app_remove_run(struct app *app, size_t run)
{
    const struct scoreboard *scores = live_scores_board(app->live);
    frame_remark(&app->frame, "unloaded: %.*s; its file is as it was",
                 BYTES_FORMAT(scoreboard_run_name(scores, run)));
    live_scores_remove_run(app->live, run);
    app_follow_scores(app);
}
