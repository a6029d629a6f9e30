/*
 * Splits the text of measures, respecting brackets and quotes. The results are views.
 */
#pragma once

#include "core/base/bytes.h"

/* Returns the index of the first byte of `wanted` outside of (), {}, '' and "", or the size. */
size_t piece_find(struct bytes text, const char *wanted);
/*
 * Takes the text before the first `separator` (outside of brackets and quotes) off `rest`, trimmed. The last piece
 * is the remaining text. Returns false after the last piece.
 */
bool piece_next(struct bytes *rest, const char *separator, struct bytes *piece);
