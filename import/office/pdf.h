/*
 * Reads the pages of a PDF. Each page is a document; its place is "page=N". Another program reads the file: pdftotext
 * of poppler-utils. The program may be missing, and its run is limited, whatever the file.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

/* Adds the pages as documents. ERR_INPUT: as for office_add_text. */
MUST_CHECK bool pdf_add_documents(struct bytes content, struct bytes name, struct buffer *out,
                                  struct err *err);
