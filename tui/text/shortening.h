/*
 * Shortens text that is too long for a line.
 */
#pragma once

#include "core/base/bytes.h"

/* Appends the text. If it is wider than `columns`, its middle is replaced by "…", because names differ at both ends. */
void text_add_without_middle(struct bytes text, int columns, struct buffer *to);

/* In a text, a part that is shortened if there is no room: "Saved: document 1" YIELDING(", “%s”") " · u undoes". */
#define YIELDING(part) "\2" part "\2"
/* A part that is left out completely if there is no room: a sentence whose beginning alone would say nothing. */
#define YIELDING_WHOLLY(part) "\3" part "\3"

/*
 * Appends the text, shortening its yielding parts until it fits into `columns` (if they suffice), the first part
 * first. Each is cut at its end, or left out if little would remain. A quotation is still closed, and keeps its own
 * end if there is room; a “·” at the end stays. A part that yields wholly is never shortened.
 */
void text_add_yielding(struct bytes text, int columns, struct buffer *to);
/* The width of the text with nothing shortened. */
int text_yielding_width(struct bytes text);
