/* The screens that are open, from the ballot in hand up: filled, opened, gone back from. */
#ifndef ASSAY_TUI_APP_STACK_H
#define ASSAY_TUI_APP_STACK_H

#include "tui/app/state.h"

void app_make_models(struct app *app);
void app_release_models(struct app *app);

/* The data that fill screens. */
struct desk app_desk(const struct app *app);
/* The frame says how far the labelling is by now. */
void app_show_progress(struct app *app);
/* The header and the scores go on with what others vote. */
bool app_follow_others(struct app *app, struct err *err);

/* Fills the model of the location's screen, shown or not. It fails when there is nothing to show, or it can't be read. */
bool app_fill_screen(struct app *app, const struct location *location, struct err *err);
/* Fills the shown screen anew, with what the location says but for the screen. */
void app_refill_shown(struct app *app, const struct location *with);
/* Once somebody else has written: what the shown screen has read is read anew. */
bool app_reread_shown(struct app *app, struct err *err);
/* Votes, runs and history go on while the scores are looked at. */
void app_follow_scores(struct app *app);

/* Puts the ballot in hand, or what is shown when there is none, below all other screens; app_show_ballot goes to it. */
void app_refill_ballot(struct app *app);
void app_show_ballot(struct app *app);
/*
 * On top of the one that is shown; one that is open already is gone back to, and the
 * key that led to the one that is shown leads back. One that can't be filled is not opened.
 */
void app_open_screen(struct app *app, const struct location *location);
/* So many screens stay open. */
void app_go_back_to(struct app *app, size_t depth);

#endif
