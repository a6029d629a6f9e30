/* Draws the picture for the terminal: the shown screen in its frame. */
#pragma once

#include "tui/app/state.h"

/* Uses only the models, because it is also called in the middle of calls into the store. */
void app_draw(struct app *app);
/*
 * Whether app_draw may be called. It may not between the moment another ballot is taken in hand, which frees what the
 * models refer to, and the moment the models are filled again.
 */
bool app_can_draw(const struct app *app);
bool app_is_too_small(const struct surface *surface);
