/* What an annotator does to the ballot in hand: an answer, what takes one back, the way to another question. */
#ifndef ASSAY_TUI_APP_ACTS_H
#define ASSAY_TUI_APP_ACTS_H

#include "tui/app/state.h"

/* `effect`: EFFECT_ACT or EFFECT_TAKE_QUESTION. What is typed and marked is stored first. */
void app_act_on_ballot(struct app *app, const struct effect *effect);

#endif
