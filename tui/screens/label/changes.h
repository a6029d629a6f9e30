/*
 * The differences between nearly identical documents of a ballot, on a line below them, so that no difference out of sight goes
 * unnoticed; a key moves the documents from one difference to the next. Such documents scroll together.
 */
#ifndef ASSAY_TUI_SCREENS_LABEL_CHANGES_H
#define ASSAY_TUI_SCREENS_LABEL_CHANGES_H

#include "tui/screens/label/model.h"

/* Of texts whose units are known, after excerpt_find_shared. */
void label_changes_find(struct label_model *model);
/* Takes all documents to the difference after (+1) or before (-1) the one they were taken to last, round and round; false: there
 * are none. */
bool label_changes_step(struct label_model *model, int direction);
/* Adds the line, in so many columns: "3 differences: 4711 → 4712 (§20) · …". */
void label_changes_add(const struct label_model *model, int columns, struct buffer *text);
/* Document `i` was scrolled: what is nearly the same goes along, unless it was unlocked. */
void label_changes_follow(struct label_model *model, size_t i);

#endif
