/*
 * The text of an HTML document without its markup, for the search index.
 */
#ifndef ASSAY_CORE_MARKUP_HTML_TEXT_H
#define ASSAY_CORE_MARKUP_HTML_TEXT_H

#include "core/base/bytes.h"

/*
 * Adds what a page says: its texts and what images are called; a line end where a block, a cell or what is raised begins or ends,
 * and nothing where another tag does, so that <b>Hepa</b>rin is a word. Neither what head, script and style hold nor soft
 * hyphens.
 */
void html_add_text(struct buffer *out, struct bytes page);

/* Adds the value of an attribute with its references worked out; tags in it are nothing. */
void html_add_value(struct buffer *out, struct bytes value);

/* The same as html_add_text of text that is no HTML: all of it but soft hyphens. */
void text_add_without_hyphens(struct buffer *out, struct bytes text);

/* U+00AD, where a word may be broken; the words of most texts have none. */
#define SOFT_HYPHEN "\xc2\xad"

#endif
