/*
 * Cells of CSV, as RFC 4180 has it.
 */
#ifndef ASSAY_EXPORT_FORMS_CSV_H
#define ASSAY_EXPORT_FORMS_CSV_H

#include "core/base/bytes.h"

/* Adds a cell, in quotation marks where it needs them: what is read again is the same bytes. */
void csv_add_cell(struct bytes text, struct buffer *out);
/*
 * Whether a spreadsheet would take the cell for a formula, which can read other cells and send them somewhere. The
 * signs are those of OWASP's "CSV Injection". A quotation mark before them would help there, and be a part of the id
 * to everybody else.
 */
bool csv_is_formula(struct bytes text);

#endif
