/* Keys and pasted text on their way to the screen, and what is no vote though it looks like one. */
#ifndef ASSAY_TUI_APP_PRESSES_H
#define ASSAY_TUI_APP_PRESSES_H

#include "tui/app/state.h"

void app_press_key(struct app *app, struct key key);
/* Pasted text is inserted where text is typed; elsewhere its characters are not keys. */
void app_type_pasted(struct app *app);

#endif
