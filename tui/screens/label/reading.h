/*
 * Chooses the visible parts of the documents (tui/text/excerpt.h). A document that was already read for the question
 * shrinks to its best passage. Nearly identical documents that are too long for their windows hide the text that they
 * share. A document that is too long for its window opens at its best passage; nearly identical ones open at the same
 * passage. Nothing is hidden for good: a key shows the whole text, and so does a search.
 *
 * The visible parts depend on wrapped text, because the shape of a table depends on the width. So the screen is
 * arranged, folded, and arranged again. A search unfolds the texts that it searches. Arranged text is drawn, so it is
 * noted as displayed (displayed.h); only displayed text can be folded later.
 */
#pragma once

#include "tui/screens/label/model.h"

void label_reading_release(struct label_model *model);
/* To be called when another ballot is shown. */
void label_reading_begin(struct label_model *model);
/* Folds the arranged texts as needed. Returns true if they must be arranged again. */
bool label_reading_fold(struct label_model *model);
/*
 * Moves each document that is shown for the first time, and is cut, to where it opens. The documents must be
 * arranged.
 */
void label_reading_open(struct label_model *model);
/* Shows the documents in full, or hides again what was read before and what they share. */
void label_reading_show_whole(struct label_model *model, bool shows_whole);
/* Shows either the focused document on the whole screen, unfolded, or all documents. */
void label_reading_zoom(struct label_model *model, bool is_zoomed);
/* Longer documents, in bytes, are not compared. */
enum { COMPARED_TEXT_MAX = 128 * 1024 };
bool label_reading_can_compare(const struct label_model *model);
/* Shows the documents by their differences, or unchanged. Returns false if they can't be compared or share nothing. */
bool label_reading_compare(struct label_model *model, bool compares);
/*
 * Goes to the next passage of the focused document, in a circle. Sets *n to the number of passages and *number to the
 * number of this one, from 1.
 */
void label_reading_next_passage(struct label_model *model, size_t *number, size_t *n);
