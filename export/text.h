/*
 * Bytes of unknown origin made fit to be written.
 */
#ifndef ASSAY_EXPORT_TEXT_H
#define ASSAY_EXPORT_TEXT_H

#include "core/base/bytes.h"

/* Adds the text with U+FFFD for each invalid sequence and each NUL: UTF-8 that any reader takes. */
void text_add_valid(struct buffer *buffer, struct bytes text);
/*
 * Adds the text as a terminal may get it: besides, control characters become
 * their symbols (␀ … ␟, ␡; C1: U+FFFD), and what has no width but can reorder
 * the line (bidi controls and other ignorable characters) is left out. No line ends.
 */
void text_add_visible(struct buffer *buffer, struct bytes text);
/* The columns that text from text_add_visible takes. */
size_t text_columns(struct bytes visible);

#endif
