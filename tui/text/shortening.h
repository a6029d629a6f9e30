/*
 * Text for which a line has no room: what of it gives way.
 */
#ifndef ASSAY_TUI_TEXT_SHORTENING_H
#define ASSAY_TUI_TEXT_SHORTENING_H

#include "core/base/bytes.h"

/* Adds the text; where it takes more than `columns`, its beginning and its end with … between them: names differ at both. */
void text_add_without_middle(struct bytes text, int columns, struct buffer *to);

/* In a text, a part that gives way where there is no room for all: "Saved: document 1" YIELDING(", “%s”") " · u undoes". */
#define YIELDING(part) "\2" part "\2"
/* A part that is left out where there is no room for all: a sentence whose beginning alone says nothing. */
#define YIELDING_WHOLLY(part) "\3" part "\3"

/*
 * Adds the text, in `columns` if its parts that give way can make the room: one after the other, the first one first, is cut at
 * its end, or left out where little of it would stay. A quotation is still closed, and has its own end where there is room for
 * it; a “·” at the end stays. A part that yields wholly is never shortened.
 */
void text_add_yielding(struct bytes text, int columns, struct buffer *to);
/* The columns that it takes where nothing gives way. */
int text_yielding_width(struct bytes text);

#endif
