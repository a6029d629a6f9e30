/* The picture for the terminal: the shown screen in its frame. */
#ifndef ASSAY_TUI_APP_PICTURE_H
#define ASSAY_TUI_APP_PICTURE_H

#include "tui/app/state.h"

/* Of the models alone: it is called in the middle of calls into the store, too. */
void app_draw(struct app *app);
/* Whether it may be called: what the models refer to goes when another ballot is taken in hand, before they are filled anew. */
bool app_can_draw(const struct app *app);
bool app_is_too_small(const struct surface *surface);

#endif
