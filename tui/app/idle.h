/* The work while no key is pressed: at once, or after a while without a key. */
#pragma once

#include "tui/app/state.h"

/*
 * Stores drafts of notes and marks first, then does the other waiting work, then works on the scores if `has_scores`.
 */
void app_work_without_key(struct app *app, bool has_scores);
/* How long to wait for a key before that work, in milliseconds. */
int app_pause_before_work(const struct app *app);
