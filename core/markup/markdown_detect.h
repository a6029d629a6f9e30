/*
 * Decides by its structure whether a text is Markdown. Ordinary text may have one sign of Markdown, such as a list
 * or a comment that begins with "# ". Markdown has several.
 */
#pragma once

#include "core/base/bytes.h"

/*
 * Returns true if these signs in the first 64 KiB add up to 2:
 *
 *   2  a closed fenced code block
 *   2  a table: a row of |---|---| below a line with a |
 *   1  a title: the first line is "# …", with an empty line below it
 *   1  a heading "## …" to "###### …" between empty lines; 2 if there are two
 *   1  two list items, "- …", "* …", "+ …" or "1. …"
 *   1  a link, [text](address), where the address begins with http, mailto:, /, #, . or www.;
 *      2 if there are two
 *   1  strong text, **so**, between words; 2 if three lines have some
 *
 * Text in fenced or indented code does not count. Underscores, quotations and single stars do not count either.
 */
bool markdown_is_likely(struct bytes text);
