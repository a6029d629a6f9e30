/*
 * Reads the only non-empty sheet of a workbook (.xlsx) as CSV. Each row is on the line of its number, unless a cell
 * above it has several lines.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

/* Adds the sheet. ERR_INPUT: as for office_add_text. */
MUST_CHECK bool workbook_add_table(struct bytes content, struct bytes name, struct buffer *out,
                                   struct err *err);
