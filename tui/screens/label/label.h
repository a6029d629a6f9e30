/*
 * The labelling screen: a question, its documents, and one key per answer.
 */
#pragma once

#include "tui/screens/label/model.h"
#include "tui/screens/screens.h"

/*
 * Shows the ballot, whose texts may have moved in memory. A different ballot is shown from its beginning. The search
 * term stays only while the question is the same.
 */
void label_show(struct label_model *model, const struct ballot *ballot, int64_t questions,
                const struct scoreboard *scores);
