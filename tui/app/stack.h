/* The stack of open screens, with the ballot in hand at the bottom: opening, filling and closing screens. */
#pragma once

#include "tui/app/state.h"

void app_make_models(struct app *app);
void app_release_models(struct app *app);

/* The data from which screens are filled. */
struct desk app_desk(const struct app *app);
/* Updates the progress that the frame shows. */
void app_show_progress(struct app *app);
/* Updates the header and the scores with the votes of others. */
bool app_follow_others(struct app *app, struct err *err);

/*
 * Fills the model of the location's screen, whether the screen is shown or not. Fails if there is nothing to show or
 * it can't be read.
 */
bool app_fill_screen(struct app *app, const struct location *location, struct err *err);
/* Fills the shown screen again for the location `with`, except for its screen. */
void app_refill_shown(struct app *app, const struct location *with);
/* Reads the data of the shown screen again if another session has written. */
bool app_reread_shown(struct app *app, struct err *err);
/* Fills the shown screen again if it shows scores: votes, runs and history change while the user looks at them. */
void app_follow_scores(struct app *app);

/*
 * Fills the screen at the bottom of the stack with the ballot in hand, or with what is shown when there is none;
 * app_show_ballot also goes to that screen.
 */
void app_refill_ballot(struct app *app);
void app_show_ballot(struct app *app);
/*
 * Opens a screen on top of the shown one. If it is open already, goes back to it. The key that led to the shown
 * screen leads back from it. A screen that can't be filled is not opened.
 */
void app_open_screen(struct app *app, const struct location *location);
/* Closes screens until `depth` of them are open. */
void app_go_back_to(struct app *app, size_t depth);
