/* Carries out the change of a setting on the settings screen. */
#ifndef ASSAY_TUI_APP_CHANGE_SETTING_H
#define ASSAY_TUI_APP_CHANGE_SETTING_H

#include "tui/app/state.h"

/* Carries out an effect of kind EFFECT_CHANGE_SETTING. */
void app_put_setting(struct app *app, const struct effect *effect);

#endif
