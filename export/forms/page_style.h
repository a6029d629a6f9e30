/* The style of a page (export/forms/page.h), with the classes of its charts (export/forms/chart.h). */
#pragma once

#include "core/base/bytes.h"

/* Adds the CSS. */
void page_style_add(struct buffer *out);
