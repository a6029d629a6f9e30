/*
 * What can be an id, of documents and of questions, wherever it is read.
 */
#ifndef ASSAY_IMPORT_ITEMS_ITEM_ID_H
#define ASSAY_IMPORT_ITEMS_ITEM_ID_H

#include "core/base/bytes.h"
#include "core/base/err.h"
#include "core/store/id_size.h"
#include "import/items/item_names.h"

/* ERR_INPUT: the id is longer than ID_SIZE_MAX. */
bool item_id_check_size(enum item_kind kind, struct bytes id, struct err *err)
    __attribute__((warn_unused_result));
/*
 * ERR_INPUT unless `id` can be an id of TREC's files: not empty, not too long, no white space, and no control character,
 * since ids are written to terminals by every tool there is. `remedy`: what to do about that.
 */
bool item_id_check(enum item_kind kind, struct bytes id, const char *remedy, struct err *err)
    __attribute__((warn_unused_result));

#endif
