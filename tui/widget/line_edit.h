/*
 * A line of text that the user types: a needle, a filter, a note.
 */
#ifndef ASSAY_TUI_WIDGET_LINE_EDIT_H
#define ASSAY_TUI_WIDGET_LINE_EDIT_H

#include "tui/keys/key.h"

/* Adds the key's character. False: the text would be longer than `size_max` bytes, and stays as it is. */
bool line_edit_add(struct buffer *text, struct key key, size_t size_max);

/* Takes the last character away. False: there is none. */
bool line_edit_erase(struct buffer *text);

#endif
