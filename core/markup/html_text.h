/*
 * The text of an HTML document without its markup, for the search index.
 */
#pragma once

#include "core/base/bytes.h"

/*
 * Adds the text of a page: its texts and the alt texts of images. A block, a cell or a raised text begins and ends
 * with a line end. Other tags add nothing, so that <b>Hepa</b>rin is one word. The content of head, script and
 * style is left out, and so are soft hyphens.
 */
void html_add_text(struct buffer *out, struct bytes page);

/* Adds the value of an attribute with its references decoded and its tags removed. */
void html_add_value(struct buffer *out, struct bytes value);

/* Like html_add_text, for text that is not HTML: adds all of it except soft hyphens. */
void text_add_without_hyphens(struct buffer *out, struct bytes text);

/* U+00AD, where a word may be broken at a line end. Most texts have none. */
#define SOFT_HYPHEN "\xc2\xad"
