/* Carries out the effects that screens ask for after a key. */
#pragma once

#include "tui/app/state.h"

void app_carry_out(struct app *app, const struct effect *effect);
