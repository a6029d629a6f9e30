/*
 * Files that people have and that hold no lines of text, or not as they are read here: told by their first bytes, so that a
 * message can say what they are and what to do.
 */
#ifndef ASSAY_IMPORT_FILES_FOREIGN_H
#define ASSAY_IMPORT_FILES_FOREIGN_H

#include "core/base/bytes.h"
#include "core/base/err.h"

/* Whether it is one of those, and no document as it stands, as a page of a folder is. */
bool foreign_is_unreadable(struct bytes content);
/* Whether it is one that holds a table, as data sets come. */
bool foreign_is_table(struct bytes content);
/* ERR_INPUT: the content is one of those; the error names the file and the remedy. */
bool foreign_refuse(const char *path, struct bytes content, struct err *err)
    __attribute__((warn_unused_result));

#endif
