/* Carries out the effects that screens ask for after a key. */
#ifndef ASSAY_TUI_APP_EFFECTS_H
#define ASSAY_TUI_APP_EFFECTS_H

#include "tui/app/state.h"

void app_carry_out(struct app *app, const struct effect *effect);

#endif
