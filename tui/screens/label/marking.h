/*
 * The evidence: sentences of a document that decided, saved with a vote for it. The annotator chooses them sentence
 * by sentence in the focused document.
 *
 * Evidence is chosen in the visible text and stored as a byte range of the source; text_view_source_of converts
 * between the two. A character reference in HTML counts as one character. The quoted text is stored together with its
 * place, so that a later change of the text is noticed (core/judge/quotation.h). A mark is saved only with a vote for
 * its own document.
 */
#pragma once

#include "tui/screens/label/model.h"

void label_marking_release(struct label_model *model);
/* Restores the mark from the last time that this ballot was shown, or the mark that comes with the ballot, if the
 * document still contains it. Otherwise there is no mark. */
void label_marking_take(struct label_model *model);
/* Highlights the mark again after the texts were set again. */
void label_marking_show(struct label_model *model);
/*
 * Begins to choose sentences: at the mark, else at the best visible passage. Returns false if the document has no
 * sentence.
 */
bool label_marking_begin(struct label_model *model);
/*
 * To be called after the texts were arranged. If they were rendered again, the chosen part of the source stays the
 * same.
 */
void label_marking_follow(struct label_model *model);
/* Chooses the previous (-1) or next (+1) sentence, or moves on by so many documents. Returns false if there is none. */
bool label_marking_step(struct label_model *model, int direction);
/* Chooses the first (-1) or last (+1) sentence. Returns false if it is chosen already. */
bool label_marking_go_to_end(struct label_model *model, int direction);
bool label_marking_go(struct label_model *model, size_t documents);
/*
 * Adds one sentence to the choice, up to the limit of what can be stored, or removes one. Returns NULL, or why that
 * is not possible.
 */
const char *label_marking_widen(struct label_model *model, int by);
/* Keep the chosen sentences as the mark, remove the mark, or leave it unchanged. */
void label_marking_keep(struct label_model *model);
void label_marking_remove(struct label_model *model);
void label_marking_cancel(struct label_model *model);
/* Whether the document must be shown in full because part of it is marked or being chosen. */
bool label_marking_is_in(const struct label_model *model, size_t document);
/* The evidence to save with an answer for this position. Empty bytes (with data): none. */
struct quotation label_marking_evidence(const struct label_model *model, int position);
