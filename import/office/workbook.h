/* The only sheet of a workbook (.xlsx) that has rows, as CSV. A row stands on the line of its number, unless a cell above it
 * has several lines. */
#ifndef ASSAY_IMPORT_OFFICE_WORKBOOK_H
#define ASSAY_IMPORT_OFFICE_WORKBOOK_H

#include "core/base/bytes.h"
#include "core/base/err.h"

/* ERR_INPUT: as office_add_text. */
bool workbook_add_table(struct bytes content, struct bytes name, struct buffer *out, struct err *err)
    __attribute__((warn_unused_result));

#endif
