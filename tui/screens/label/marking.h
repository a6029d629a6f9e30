/*
 * The evidence: sentences of a document that decided, which go with a vote for it. They are chosen in the focused document,
 * sentence by sentence as it is seen, and kept as a part of its source.
 *
 * Evidence is chosen in what is seen and kept in bytes of the source: text_view_source_of goes from one to the other, and a
 * reference of HTML is one character there. The quoted text is kept beside its place, so that a replaced text is noticed
 * (core/judge/quotation.h). A mark is saved only with a vote for its own document.
 */
#ifndef ASSAY_TUI_SCREENS_LABEL_MARKING_H
#define ASSAY_TUI_SCREENS_LABEL_MARKING_H

#include "tui/screens/label/model.h"

void label_marking_release(struct label_model *model);
/* Restores the mark from the last time that this ballot was shown, or the mark that comes with the ballot, if the document
 * still contains it; otherwise there is no mark. */
void label_marking_take(struct label_model *model);
/* Points out again what is marked: the texts were set anew. */
void label_marking_show(struct label_model *model);
/* Begins to choose: from what is marked, else from the best passage in sight. False: the document has no sentence. */
bool label_marking_begin(struct label_model *model);
/* The texts were arranged: what is chosen is the same part of the source, if that was rendered anew. */
void label_marking_follow(struct label_model *model);
/* Chooses the sentence before (-1) or after (+1), or goes to another document, so many further on; false: there is none. */
bool label_marking_step(struct label_model *model, int direction);
/* Chooses the first sentence (-1) or the last one (+1); false: it is chosen already. */
bool label_marking_go_to_end(struct label_model *model, int direction);
bool label_marking_go(struct label_model *model, size_t documents);
/* Takes one sentence more, up to as much as can be kept, or one less. Says why it can't; NULL: it did. */
const char *label_marking_widen(struct label_model *model, int by);
/* Keep the chosen sentences as the mark, remove the mark, or leave it unchanged. */
void label_marking_keep(struct label_model *model);
void label_marking_remove(struct label_model *model);
void label_marking_cancel(struct label_model *model);
/* Whether the document has to be shown as a whole: something of it is marked, or being chosen. */
bool label_marking_is_in(const struct label_model *model, size_t document);
/* The evidence to save with an answer for this position; empty bytes (with data): none. */
struct quotation label_marking_evidence(const struct label_model *model, int position);

#endif
