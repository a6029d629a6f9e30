/* The pages of a PDF, each a document whose place is "page=N". Another program reads them, pdftotext of poppler-utils:
 * it may be missing, and whatever it is given, it ends. */
#ifndef ASSAY_IMPORT_OFFICE_PDF_H
#define ASSAY_IMPORT_OFFICE_PDF_H

#include "core/base/bytes.h"
#include "core/base/err.h"

/* ERR_INPUT: as office_add_text. */
bool pdf_add_documents(struct bytes content, struct bytes name, struct buffer *out, struct err *err)
    __attribute__((warn_unused_result));

#endif
