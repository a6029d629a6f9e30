/*
 * The search of the labelling screen: begin it, change the search term, then keep the matches or give up. The matches
 * are numbered through all documents: in the first document's title, in its text, in the second document's title …
 */
#pragma once

#include "tui/screens/label/model.h"

void label_find_begin(struct label_model *model);
/* Searches for the last search term again. Returns false if there is none. */
bool label_find_last(struct label_model *model);
/* Applies the action to the search term. Returns false if it is not an editing action. */
bool label_find_edit(struct label_model *model, struct action action);
/* Deletes the search term and its marks. With `go_back`, the reader returns to where the search began. */
void label_find_forget(struct label_model *model, bool go_back);
/* Marks the matches in the documents of the ballot without moving to them. */
void label_find_mark(struct label_model *model);
/* Goes to the next (+1) or previous (-1) match, in a circle. Returns false if there are no matches. */
bool label_find_step(struct label_model *model, int direction);
/* Whether there is a search term. */
bool label_find_is_on(const struct label_model *model);
size_t label_find_count(const struct label_model *model);
/* The number of the current match, from 1; 0: none. */
size_t label_find_number(const struct label_model *model);
