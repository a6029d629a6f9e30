/*
 * Recognises by its beginning what a file of documents or questions holds, for import/recognise.h. The readers do not
 * decide this; they are told what to read.
 */
#pragma once

#include "core/base/bytes.h"

enum item_guess {
    ITEM_GUESS_NONE, /* neither, or TSV without a header, which may be any text with a tab */
    ITEM_GUESS_DOCUMENTS,
    ITEM_GUESS_QUESTIONS,
    ITEM_GUESS_EITHER, /* the field names of the first line fit both */
};

enum item_guess item_guess_of_beginning(struct bytes beginning);

/*
 * Returns whether the first item has a field that is typical of a question and is no name of a document: the title of a
 * document, or the text of a question.
 */
bool item_beginning_asks(struct bytes beginning);
