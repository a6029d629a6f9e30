/*
 * Chooses the visible parts of the documents (tui/text/excerpt.h). A document already read for the question shrinks to its best
 * passage; nearly identical documents that are too long for their windows hide the text that they share; one that is too long
 * for its window opens at its best passage, nearly the same ones at the same. Nothing is hidden for good: a key shows all of
 * it, and so does a find.
 *
 * The visible parts are made from wrapped texts, because a table depends on the width: the screen is arranged, folded, and
 * arranged again. A search unfolds the texts that it searches. Arranged text is drawn, so it is noted as displayed
 * (displayed.h), and only displayed text can be folded later.
 */
#ifndef ASSAY_TUI_SCREENS_LABEL_READING_H
#define ASSAY_TUI_SCREENS_LABEL_READING_H

#include "tui/screens/label/model.h"

void label_reading_release(struct label_model *model);
/* Another ballot is shown. */
void label_reading_begin(struct label_model *model);
/* Folds what is to be folded, of the texts as they are arranged. True: they are to be arranged again. */
bool label_reading_fold(struct label_model *model);
/* Shows the documents that are shown first now, and are cut, where they open. They are arranged. */
void label_reading_open(struct label_model *model);
/* All of the documents, or not what was read before and what they share. */
void label_reading_show_whole(struct label_model *model, bool shows_whole);
/* Shows the focused document on the whole screen, where nothing of it is folded, or all of them. */
void label_reading_zoom(struct label_model *model, bool is_zoomed);
/* Longer documents, in bytes, are not compared. */
enum { COMPARED_TEXT_MAX = 128 * 1024 };
bool label_reading_can_compare(const struct label_model *model);
/* Shows the documents by their differences, or as they are; false: they can't be compared, or share nothing. */
bool label_reading_compare(struct label_model *model, bool compares);
/* Goes to the focused document's next passage, round and round. *n: how many there are, *number: this one, from 1. */
void label_reading_next_passage(struct label_model *model, size_t *number, size_t *n);

#endif
