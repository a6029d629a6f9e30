/*
 * Taking the text of measures apart: views of views, with brackets and quotes respected.
 */
#ifndef ASSAY_CORE_METRIC_PIECE_H
#define ASSAY_CORE_METRIC_PIECE_H

#include "core/base/bytes.h"

/* The bytes from index `from` up to, not including, `to`. */
struct bytes piece_slice(struct bytes text, size_t from, size_t to);
/* Without blanks and tabs at both ends. */
struct bytes piece_trim(struct bytes text);
/* The index of the first byte of `wanted` outside of (), {}, '' and "", or the size. */
size_t piece_find(struct bytes text, const char *wanted);
/*
 * Takes what stands before the first `separator` (outside of brackets and quotes) off `rest`, trimmed; the
 * last piece is what is left. False: it was taken before.
 */
bool piece_next(struct bytes *rest, const char *separator, struct bytes *piece);

#endif
