/* Text in Markdown: what stands there is text, not markup. */
#ifndef ASSAY_EXPORT_FORMS_MARKDOWN_H
#define ASSAY_EXPORT_FORMS_MARKDOWN_H

#include "core/base/bytes.h"

/* On one line: line ends and tabs become blanks. */
void markdown_add_text(struct buffer *out, struct bytes text);

#endif
