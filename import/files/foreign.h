/*
 * Recognises, by the first bytes, common files that hold no lines of text, or none that assay reads. So a message can
 * say what they are and what to do.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

/* Returns whether the content is such a file and not a document either. A page of a folder is a document. */
bool foreign_is_unreadable(struct bytes content);
/* Returns whether the content is a table in a format of data sets. */
bool foreign_is_table(struct bytes content);
/* Returns false with ERR_INPUT when the content is such a file. The error names the file and the remedy. */
MUST_CHECK bool foreign_refuse(const char *path, struct bytes content, struct err *err);
