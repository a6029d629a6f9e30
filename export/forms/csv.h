/* Cells of CSV, according to RFC 4180. */
#pragma once

#include "core/base/bytes.h"

/* Adds a cell, in quotation marks if necessary. Reading it gives the same bytes. */
void csv_add_cell(struct bytes text, struct buffer *out);
/*
 * Returns whether a spreadsheet would take the cell for a formula, which can read other cells and send them elsewhere.
 * The signs are from OWASP's "CSV Injection". A quotation mark before them would prevent that, but would be part of the
 * id for all other readers.
 */
bool csv_is_formula(struct bytes text);
