/*
 * Exports that import refuses by name because they hold less than their source: pairs of documents, passages, and texts
 * without ids. Some of them look like documents or judgments.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

/*
 * Returns whether the content is an export whose records look like documents: passages that votes quote, or pairs of
 * documents. The content must begin at a header or at JSON.
 */
bool exported_looks_like_documents(struct bytes content);
/*
 * Returns false with ERR_INPUT when the content is one of these exports. The error names the file, the kind of export
 * and the remedy.
 */
MUST_CHECK bool exported_refuse(const char *path, struct bytes content, struct err *err);
