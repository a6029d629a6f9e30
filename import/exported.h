/*
 * Exports that import refuses by name, since they hold less than what they were made from: pairs of documents, passages, and texts
 * without ids. Some of them look like documents or judgments.
 */
#ifndef ASSAY_IMPORT_EXPORTED_H
#define ASSAY_IMPORT_EXPORTED_H

#include "core/base/bytes.h"
#include "core/base/err.h"

/* Whether the content, which begins at a header or at JSON, is passages that votes point at; they look like documents. */
bool exported_is_passages(struct bytes content);
/* ERR_INPUT: the content is one of those; the error names the file, what it is and the remedy. */
bool exported_refuse(const char *path, struct bytes content, struct err *err)
    __attribute__((warn_unused_result));

#endif
