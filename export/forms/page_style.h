/* The style of a page (export/forms/page.h), with the classes of its charts (export/forms/chart.h). */
#ifndef ASSAY_EXPORT_FORMS_PAGE_STYLE_H
#define ASSAY_EXPORT_FORMS_PAGE_STYLE_H

#include "core/base/bytes.h"

/* Adds the CSS. */
void page_style_add(struct buffer *out);

#endif
