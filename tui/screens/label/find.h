/*
 * The find of the labelling screen: begin, change the needle, then keep what was
 * found or give it up. The matches of all documents are counted through: those in
 * the first document's title, in its text, in the second's …
 */
#ifndef ASSAY_TUI_SCREENS_LABEL_FIND_H
#define ASSAY_TUI_SCREENS_LABEL_FIND_H

#include "tui/screens/label/model.h"

void label_find_begin(struct label_model *model);
/* Looks for what was looked for last; false: that is nothing. */
bool label_find_last(struct label_model *model);
/* Does what the action asks for in the needle; false: it is nothing of a line's. */
bool label_find_edit(struct label_model *model, struct action action);
/* The needle and its marks go; with `go_back`, the reader is where the find began. */
void label_find_forget(struct label_model *model, bool go_back);
/* Marks the needle in the documents of the ballot; goes nowhere. */
void label_find_mark(struct label_model *model);
/* Goes to the match after (+1) or before (-1) the current one, round and round; false: there are none. */
bool label_find_step(struct label_model *model, int direction);
/* Whether anything is looked for. */
bool label_find_is_on(const struct label_model *model);
size_t label_find_count(const struct label_model *model);
/* The number of the current match, from 1; 0: there is none. */
size_t label_find_number(const struct label_model *model);

#endif
