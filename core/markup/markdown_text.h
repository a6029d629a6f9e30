/*
 * The text of a Markdown heading without its markup.
 */
#pragma once

#include "core/base/bytes.h"

/*
 * Adds the words of a heading on one line, including those of links and code. Emphasis and tags are left out, and
 * so is an anchor of Docusaurus, Pandoc or Kramdown at its end ({#anchor}, {: #anchor}). `heading` comes without
 * the marks that make it a heading.
 */
void markdown_add_heading_text(struct buffer *out, struct bytes heading);
