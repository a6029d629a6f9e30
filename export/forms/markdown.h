/* Text in Markdown, escaped so that none of it is markup. */
#pragma once

#include "core/base/bytes.h"

/* Adds a text on one line: line ends and tabs become blanks. */
void markdown_add_text(struct buffer *out, struct bytes text);
