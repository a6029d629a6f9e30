/* Answers to the ballot: votes, skips, undoing them, and remarks about keys that are no answer. */
#pragma once

#include "tui/keys/effect.h"
#include "tui/screens/label/model.h"

/* The effect that does the act, together with the note and the mark. */
struct effect label_effect_of_act(const struct label_model *model, struct act act);
/*
 * The remark for a key without a use: for a digit, which digits are documents; for any other key, where keys are
 * listed.
 */
struct effect label_tell_unbound(struct label_model *model, struct action action);
