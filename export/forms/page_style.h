/* How a page looks (export/forms/page.h), and the classes that its charts have (export/forms/chart.h). */
#ifndef ASSAY_EXPORT_FORMS_PAGE_STYLE_H
#define ASSAY_EXPORT_FORMS_PAGE_STYLE_H

#include "core/base/bytes.h"

/* Adds the CSS. */
void page_style_add(struct buffer *out);

#endif
