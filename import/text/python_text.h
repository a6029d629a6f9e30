/* Texts as Python prints them in lists: what a cell of a table holds where a program has written a list into it. */
#ifndef ASSAY_IMPORT_TEXT_PYTHON_TEXT_H
#define ASSAY_IMPORT_TEXT_PYTHON_TEXT_H

#include "core/base/arena.h"

/* What stands between two marks of Python, with its escapes read; one that Python does not have stays as it is written. */
struct bytes python_text_read(struct bytes inside, struct arena *arena);

#endif
