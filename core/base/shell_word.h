/*
 * Words of commands that people paste into a shell.
 */
#pragma once

#include "core/base/bytes.h"

/* Adds the word so that a shell reads it unchanged; puts it in quotation marks if necessary. */
void shell_word_add(struct buffer *text, struct bytes word);
