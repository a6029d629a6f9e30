/* A document of an office program or a book, as a line of JSON. */
#ifndef ASSAY_IMPORT_OFFICE_DOCUMENT_H
#define ASSAY_IMPORT_OFFICE_DOCUMENT_H

#include "core/base/bytes.h"

/* Adds a document; `place` NULL: the file is one document. A document without text is left out. */
void office_add_document(struct bytes name, const char *place, struct bytes title, struct bytes text,
                         struct buffer *out);

#endif
