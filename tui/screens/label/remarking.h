/* The additions to an answer: a reason from the list, a note in the annotator's own words, and a mark. */
#pragma once

#include "tui/keys/effect.h"
#include "tui/screens/label/model.h"

/* Whether the shown ballot is the last vote's, to which the user adds. */
bool label_is_beside_vote(const struct label_model *model);
/* While the user types a note: applies the action to it. Returns false if it is not an editing action. */
bool label_note_edit(struct label_model *model, struct action action, struct effect *effect);
/* Leaves the note as it was before the user typed. */
struct effect label_note_leave(struct label_model *model);
/* Leaves the question for a second choice unanswered. */
struct effect label_second_leave(void);
/* Leaves the mark as it was before. */
struct effect label_mark_leave(struct label_model *model);
