/*
 * Files that people have and that hold no lines of text: told by their first bytes, so that a message can say
 * what they are and what to do.
 */
#ifndef ASSAY_IMPORT_FOREIGN_H
#define ASSAY_IMPORT_FOREIGN_H

#include "core/base/bytes.h"
#include "core/base/err.h"

/* What the content is ("a PDF"); NULL: nothing that is known here. */
const char *foreign_name(struct bytes content);
/* ERR_INPUT: the content is one of those; the error names the file and the remedy. */
bool foreign_refuse(const char *path, struct bytes content, struct err *err)
    __attribute__((warn_unused_result));

#endif
