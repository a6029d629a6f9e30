/* Text in Markdown, escaped so that none of it is markup. */
#ifndef ASSAY_EXPORT_FORMS_MARKDOWN_H
#define ASSAY_EXPORT_FORMS_MARKDOWN_H

#include "core/base/bytes.h"

/* Adds a text on one line: line ends and tabs become blanks. */
void markdown_add_text(struct buffer *out, struct bytes text);

#endif
