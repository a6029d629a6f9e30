/*
 * Reads texts as Python prints them in lists. Cells of a table contain them when a program has written a list into a
 * cell.
 */
#ifndef ASSAY_IMPORT_TEXT_PYTHON_TEXT_H
#define ASSAY_IMPORT_TEXT_PYTHON_TEXT_H

#include "core/base/arena.h"

/*
 * Returns the text between two quotation marks of Python, with its escapes decoded. An escape that Python does not have
 * stays as it is.
 */
struct bytes python_text_read(struct bytes inside, struct arena *arena);

#endif
