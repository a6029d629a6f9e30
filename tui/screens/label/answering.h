/* Answers to the ballot: votes, skips, what takes them back, and what a key is told that is none. */
#ifndef ASSAY_TUI_SCREENS_LABEL_ANSWERING_H
#define ASSAY_TUI_SCREENS_LABEL_ANSWERING_H

#include "tui/keys/effect.h"
#include "tui/screens/label/model.h"

/* The act, with the note and the mark that go along. */
struct effect label_effect_of_act(const struct label_model *model, struct act act);
/* A digit that is no document's is told which are; any other key that has no use is told where keys stand. */
struct effect label_tell_unbound(struct label_model *model, struct action action);

#endif
