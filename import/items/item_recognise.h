/*
 * What a file of documents or questions holds, told by its beginning: for a list of files. The readers are told
 * which of the two they read.
 */
#ifndef ASSAY_IMPORT_ITEMS_ITEM_RECOGNISE_H
#define ASSAY_IMPORT_ITEMS_ITEM_RECOGNISE_H

#include "core/base/bytes.h"

/*
 * "documents", "questions", or "texts with ids" where the names of the first line's fields go for both. NULL:
 * neither, or TSV without a header, which any text with a tab may be.
 */
const char *item_kind_of_beginning(struct bytes beginning);

#endif
