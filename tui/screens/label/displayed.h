/*
 * The parts of the documents that have been on the screen since it was opened, for each question. Nobody has read other parts,
 * however long a ballot was shown; nothing is known about earlier sessions. Folded text was not on the screen.
 */
#ifndef ASSAY_TUI_SCREENS_LABEL_DISPLAYED_H
#define ASSAY_TUI_SCREENS_LABEL_DISPLAYED_H

#include "tui/screens/label/model.h"

void label_displayed_release(struct label_model *model);
/* Another ballot is shown. */
void label_displayed_begin(struct label_model *model);
/* The documents are displayed as they are arranged. */
void label_displayed_note(struct label_model *model);
/* How much of document `i` was displayed before the ballot is. */
enum label_displayed { DISPLAYED_NOT, DISPLAYED_IN_PART, DISPLAYED_WHOLLY };
enum label_displayed label_displayed(const struct label_model *model, size_t i);
/* Replaces the parts by those of text_view_unfolded of document `i` that were displayed before the ballot is. */
void label_displayed_find(struct label_model *model, size_t i, struct text_parts *parts);

#endif
