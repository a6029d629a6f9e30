/*
 * The labelling screen: a question, its documents, one key for an answer.
 */
#ifndef ASSAY_TUI_SCREENS_LABEL_LABEL_H
#define ASSAY_TUI_SCREENS_LABEL_LABEL_H

#include "tui/screens/label/model.h"
#include "tui/screens/screens.h"

/*
 * Shows the ballot, whose texts may have moved. Another ballot is shown from its
 * beginning, and what is looked for stays only as long as the question does.
 */
void label_show(struct label_model *model, const struct ballot *ballot, int64_t questions,
                const struct scoreboard *scores);

#endif
