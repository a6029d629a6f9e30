/* What two records of one id differ in, for a message that asks people to choose. */
#ifndef ASSAY_IMPORT_DIFFERENCE_H
#define ASSAY_IMPORT_DIFFERENCE_H

#include "core/store/content/fill.h"

/*
 * Adds the first of title, text and other fields in which they differ, shortened to where that can be seen, as a terminal
 * may get it: "title 'One' here, 'Two' at a.jsonl:1", where `where` is the place of `there`.
 */
void difference_describe(const struct item *here, const struct item *there, const char *where,
                         struct buffer *out);

#endif
