/* The runs that are scored: they can be added and removed, and are read again when their files change. */
#pragma once

#include "tui/app/state.h"

/* Looks for changed run files. Remarks that they were read again, or why a file can't be read. */
void app_refresh_runs(struct app *app);
/*
 * Does several steps of the waiting work on scores while no key is pressed. Drawing after each single step would take
 * longer than the step.
 */
void app_work_on_scores(struct app *app);
void app_add_run(struct app *app, struct bytes path);
void app_remove_run(struct app *app, size_t run);
