/* Writes a document from an office file or a book as a line of JSON. */
#pragma once

#include "core/base/bytes.h"

/* Adds a document. `place` NULL: the file is a single document. Leaves out a document without text. */
void office_add_document(struct bytes name, const char *place, struct bytes title, struct bytes text,
                         struct buffer *out);
