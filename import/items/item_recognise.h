/*
 * What a file of documents or questions holds, told by its beginning, for import/recognise.h. The readers are told which of
 * the two they read.
 */
#ifndef ASSAY_IMPORT_ITEMS_ITEM_RECOGNISE_H
#define ASSAY_IMPORT_ITEMS_ITEM_RECOGNISE_H

#include "core/base/bytes.h"

enum item_guess {
    ITEM_GUESS_NONE, /* neither, or TSV without a header, which any text with a tab may be */
    ITEM_GUESS_DOCUMENTS,
    ITEM_GUESS_QUESTIONS,
    ITEM_GUESS_EITHER, /* the names of the first line's fields go for both */
};

enum item_guess item_guess_of_beginning(struct bytes beginning);

/* Whether the first item has a field that nobody calls a document: of a document it is the title, of a question the text. */
bool item_beginning_asks(struct bytes beginning);

#endif
