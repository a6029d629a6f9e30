/* The runs that are scored: read anew when their files change, added, removed. */
#ifndef ASSAY_TUI_APP_SCORING_H
#define ASSAY_TUI_APP_SCORING_H

#include "tui/app/state.h"

/* Looks for changed run files; says so when they were read again, or why one can't be. */
void app_refresh_runs(struct app *app);
/* Some parts of what there is to do for the scores, while no key is pressed: to draw each takes longer than to do it. */
void app_work_on_scores(struct app *app);
/* The answer's own scores, so that they are there with the next ballot; whatever comes of them, it is saved. */
void app_score_answer(struct app *app);
void app_add_run(struct app *app, struct bytes path);
void app_remove_run(struct app *app, size_t run);

#endif
