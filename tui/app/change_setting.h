/* Carries out the change of a setting on the settings screen. */
#pragma once

#include "tui/app/state.h"

/* Carries out an effect of kind EFFECT_CHANGE_SETTING. */
void app_put_setting(struct app *app, const struct effect *effect);
