/* Reads a document of Word (.docx): paragraphs, with headings, lists and tables in Markdown. */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

/* Adds the document. ERR_INPUT: as for office_add_text. */
MUST_CHECK bool word_add_document(struct bytes content, struct bytes name, struct buffer *out,
                                  struct err *err);
