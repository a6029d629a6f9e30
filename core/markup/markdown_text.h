/*
 * The text of a Markdown heading without its markup.
 */
#ifndef ASSAY_CORE_MARKUP_MARKDOWN_TEXT_H
#define ASSAY_CORE_MARKUP_MARKDOWN_TEXT_H

#include "core/base/bytes.h"

/*
 * Adds what the words of a heading say, on one line: those of links and code, without emphasis, tags, or an anchor of
 * Docusaurus, Pandoc or Kramdown at its end ({#anchor}, {: #anchor}). `heading` is without the marks that make it one.
 */
void markdown_add_heading_text(struct buffer *out, struct bytes heading);

#endif
