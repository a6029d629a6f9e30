/*
 * Reads the chapters of a book (EPUB). Each chapter is a document in XHTML; its place is the name of its file.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

/* Adds the chapters as documents. ERR_INPUT: as for office_add_text. */
MUST_CHECK bool book_add_documents(struct bytes content, struct bytes name, struct buffer *out,
                                   struct err *err);
