/*
 * Whether a text is Markdown, told by its structure. Ordinary text has a sign of
 * it now and then, a list or a comment that begins with "# "; Markdown has several.
 */
#ifndef ASSAY_CORE_MARKUP_MARKDOWN_DETECT_H
#define ASSAY_CORE_MARKUP_MARKDOWN_DETECT_H

#include "core/base/bytes.h"

/*
 * True when these signs in the first 64 KiB add up to 2:
 *
 *   2  a fenced block of code that is closed
 *   2  a table: a row of |---|---| below a line with a |
 *   1  a title: the first line is "# …", with an empty line below it
 *   1  a heading "## …" to "###### …" between empty lines; 2 when there are two
 *   1  two items of lists, "- …", "* …", "+ …" or "1. …"
 *   1  a link, [text](address), where the address begins with http, mailto:, /, #, . or www.;
 *      2 when there are two
 *   1  strong text, **so**, between words; 2 when three lines have some
 *
 * Text in fenced or indented code does not count, and neither do underscores, quotations and single stars.
 */
bool markdown_is_likely(struct bytes text);

#endif
