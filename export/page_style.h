/* How a page looks (export/page.h), and the classes that its charts have (export/chart.h). */
#ifndef ASSAY_EXPORT_PAGE_STYLE_H
#define ASSAY_EXPORT_PAGE_STYLE_H

#include "core/base/bytes.h"

/* Adds the CSS. */
void page_style_add(struct buffer *out);

#endif
