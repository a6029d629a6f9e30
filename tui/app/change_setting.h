/* A setting that the settings screen changes. */
#ifndef ASSAY_TUI_APP_CHANGE_SETTING_H
#define ASSAY_TUI_APP_CHANGE_SETTING_H

#include "tui/app/state.h"

/* `effect`: EFFECT_CHANGE_SETTING. */
void app_put_setting(struct app *app, const struct effect *effect);

#endif
