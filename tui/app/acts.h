/* The annotator's actions on the present ballot: answering it, undoing, and going to another question. */
#pragma once

#include "tui/app/state.h"

/* Carries out an effect of kind EFFECT_ACT or EFFECT_TAKE_QUESTION. Drafts are stored first. */
void app_act_on_ballot(struct app *app, const struct effect *effect);
