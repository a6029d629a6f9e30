/*
 * The parts of the documents that were on the screen in this session, for each question. Nobody can have read other
 * parts, however long a ballot was shown. Nothing is known about earlier sessions. Folded text was not on the screen.
 */
#pragma once

#include "tui/screens/label/model.h"

void label_displayed_release(struct label_model *model);
/* To be called when another ballot is shown. */
void label_displayed_begin(struct label_model *model);
/* Notes what is displayed. The documents must be arranged. */
void label_displayed_note(struct label_model *model);
/* How much of document `i` was displayed before the present ballot was shown. */
enum label_displayed { DISPLAYED_NOT, DISPLAYED_IN_PART, DISPLAYED_WHOLLY };
enum label_displayed label_displayed(const struct label_model *model, size_t i);
/*
 * Replaces the parts by the parts of document `i` that were displayed before the present ballot was shown. Offsets
 * are those of text_view_unfolded.
 */
void label_displayed_find(struct label_model *model, size_t i, struct text_parts *parts);
