/*
 * Whether a file may be written over: what is there looks like an earlier one of what is written. A slip of the finger must not
 * put labels in the place of a run or of somebody's documents.
 */
#ifndef ASSAY_EXPORT_SHAPE_H
#define ASSAY_EXPORT_SHAPE_H

#include "core/base/bytes.h"

enum { SHAPE_SIZE = 4096 }; /* of their beginnings that are looked at */

/*
 * Both begin alike: as JSON by the first key, or with objects in an object; as a page by all before its title; as Markdown by the second line; as a table
 * by its header where commas part it, else by the columns of the first line. What is empty is like anything.
 */
bool shape_is_alike(struct bytes there, struct bytes written);

#endif
