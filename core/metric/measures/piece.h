/*
 * Taking the text of measures apart: views of views, with brackets and quotes respected.
 */
#ifndef ASSAY_CORE_METRIC_MEASURES_PIECE_H
#define ASSAY_CORE_METRIC_MEASURES_PIECE_H

#include "core/base/bytes.h"

/* The index of the first byte of `wanted` outside of (), {}, '' and "", or the size. */
size_t piece_find(struct bytes text, const char *wanted);
/*
 * Takes what stands before the first `separator` (outside of brackets and quotes) off `rest`, trimmed; the
 * last piece is what is left. False: it was taken before.
 */
bool piece_next(struct bytes *rest, const char *separator, struct bytes *piece);

#endif
