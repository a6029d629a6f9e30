/*
 * Words of commands that people paste into a shell.
 */
#ifndef ASSAY_CORE_BASE_SHELL_WORD_H
#define ASSAY_CORE_BASE_SHELL_WORD_H

#include "core/base/bytes.h"

/* Adds the word so that a shell reads it unchanged; puts it in quotation marks if necessary. */
void shell_word_add(struct buffer *text, struct bytes word);

#endif
