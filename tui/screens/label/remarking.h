/* The parts beside an answer: a reason of the list, a note in the annotator's own words, and a mark. */
#ifndef ASSAY_TUI_SCREENS_LABEL_REMARKING_H
#define ASSAY_TUI_SCREENS_LABEL_REMARKING_H

#include "tui/keys/effect.h"
#include "tui/screens/label/model.h"

/* Whether the ballot is the last vote's, beside which something is said. */
bool label_is_beside_vote(const struct label_model *model);
/* While a note is typed: does what the action asks for in its line; false: it is nothing of a line's. */
bool label_note_edit(struct label_model *model, struct action action, struct effect *effect);
/* The note is as it was before it was typed. */
struct effect label_note_leave(struct label_model *model);
/* Nothing is said of what a vote left. */
struct effect label_second_leave(void);
/* Likewise the mark. */
struct effect label_mark_leave(struct label_model *model);

#endif
