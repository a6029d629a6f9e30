/* The work while no key is pressed: at once, or after a while without a key. */
#ifndef ASSAY_TUI_APP_IDLE_H
#define ASSAY_TUI_APP_IDLE_H

#include "tui/app/state.h"

/* First of all what is typed and marked is stored, then what is left, then the scores, if `has_scores`. */
void app_work_without_key(struct app *app, bool has_scores);
/* How long a key is waited for before that, in ms. */
int app_pause_before_work(const struct app *app);

#endif
