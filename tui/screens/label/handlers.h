/*
 * The handlers of actions on the labelling screen. Each part of the screen has a table of them, and an action is in
 * at most one table. The handlers do not answer ballots: they return an effect that names the answer, and the app
 * gives it.
 */
#pragma once

#include "tui/keys/effect.h"
#include "tui/screens/label/keys.h"

/* {0}: the table does not have the action. `act_by_key` is for handlers that need to know which key was pressed. */
struct label_handler {
    struct effect (*act)(struct label_model *model);
    struct effect (*act_by_key)(struct label_model *model, struct action action);
    bool is_for_focus; /* the focused document stands out from then on */
};

extern const struct label_handler label_answering[LABEL_ACTION_COUNT]; /* votes, skips, undo, redo */
extern const struct label_handler label_remarking[LABEL_ACTION_COUNT]; /* reasons, notes, marks */
extern const struct label_handler label_places[LABEL_ACTION_COUNT];    /* searches, and places to go to */
extern const struct label_handler label_moving[LABEL_ACTION_COUNT];    /* the focus, scrolling, the mouse */
extern const struct label_handler label_showing[LABEL_ACTION_COUNT];   /* how documents are shown */
