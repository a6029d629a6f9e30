/*
 * The handlers of actions on the labelling screen: each of its parts has a table of them, and an action is in at most one
 * table. Answers are not given here: an effect names the answer, and the app gives it.
 */
#ifndef ASSAY_TUI_SCREENS_LABEL_HANDLERS_H
#define ASSAY_TUI_SCREENS_LABEL_HANDLERS_H

#include "tui/keys/effect.h"
#include "tui/screens/label/keys.h"

/* {0}: the table does not have the action. Some need to know which key it was. */
struct label_handler {
    struct effect (*act)(struct label_model *model);
    struct effect (*act_by_key)(struct label_model *model, struct action action);
    bool is_for_focus; /* the document that has the focus stands out from then on */
};

extern const struct label_handler label_answering[LABEL_ACTION_COUNT]; /* votes, skips, undo, redo */
extern const struct label_handler label_remarking[LABEL_ACTION_COUNT]; /* reasons, notes, marks */
extern const struct label_handler label_places[LABEL_ACTION_COUNT];    /* finds, and places to go to */
extern const struct label_handler label_moving[LABEL_ACTION_COUNT];    /* the focus, scrolling, the pointer */
extern const struct label_handler label_showing[LABEL_ACTION_COUNT];   /* how documents are shown */

#endif
