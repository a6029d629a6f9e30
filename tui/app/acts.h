/* The actions of the annotator on the present ballot: answering, undoing, going to another question. */
#ifndef ASSAY_TUI_APP_ACTS_H
#define ASSAY_TUI_APP_ACTS_H

#include "tui/app/state.h"

/* `effect`: EFFECT_ACT or EFFECT_TAKE_QUESTION. Drafts are stored first. */
void app_act_on_ballot(struct app *app, const struct effect *effect);

#endif
