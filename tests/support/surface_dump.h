/* Cells as text, for tests to compare. */
#ifndef ASSAY_TESTS_SUPPORT_SURFACE_DUMP_H
#define ASSAY_TESTS_SUPPORT_SURFACE_DUMP_H

#include "tui/widget/surface.h"

/*
 * Adds the cells as text: one line a row, ended by '|', then the same rows as
 * style letters ('.' = normal, the others as in style_letters).
 */
void surface_dump(const struct surface *surface, struct buffer *text);

#endif
