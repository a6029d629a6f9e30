/*
 * The differences between nearly identical documents of a ballot, in a line below them, so that no difference out of
 * sight goes unnoticed. A key moves the documents to the next difference. Such documents scroll together.
 */
#pragma once

#include "tui/screens/label/model.h"

/* Finds the differences. The units of the texts must be known; to be called after excerpt_find_shared. */
void label_changes_find(struct label_model *model);
/* Moves all documents to the next (+1) or previous (-1) difference after the last one shown, in a circle. Returns
 * false if there are no differences. */
bool label_changes_step(struct label_model *model, int direction);
/* Appends the line in so many columns: "3 differences: 4711 → 4712 (§20) · …". */
void label_changes_add(const struct label_model *model, int columns, struct buffer *text);
/* To be called when document `i` was scrolled: nearly identical documents follow it unless they are unlocked. */
void label_changes_follow(struct label_model *model, size_t i);
