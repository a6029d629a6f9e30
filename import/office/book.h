/* The chapters of a book (EPUB), each a document in XHTML whose place is the name of its file. */
#ifndef ASSAY_IMPORT_OFFICE_BOOK_H
#define ASSAY_IMPORT_OFFICE_BOOK_H

#include "core/base/bytes.h"
#include "core/base/err.h"

/* ERR_INPUT: as office_add_text. */
bool book_add_documents(struct bytes content, struct bytes name, struct buffer *out, struct err *err)
    __attribute__((warn_unused_result));

#endif
