/* Describes how two records with the same id differ, for a message that asks the user to choose. */
#pragma once

#include "core/store/content/fill.h"

/*
 * Adds the first of title, text and other fields that differ: "title 'One' here, 'Two' at a.jsonl:1". `where` is the
 * place of `there`. Values are shortened around the difference and are safe to print on a terminal.
 */
void difference_describe(const struct item *here, const struct item *there, const char *where,
                         struct buffer *out);
