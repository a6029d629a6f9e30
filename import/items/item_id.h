/* Checks ids of documents and questions from any source. */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"
#include "core/store/id_size.h"
#include "import/items/item_names.h"

/* Returns false with ERR_INPUT when the id is longer than ID_SIZE_MAX. */
MUST_CHECK bool item_id_check_size(enum item_kind kind, struct bytes id, struct err *err);
/*
 * Checks whether `id` is possible in files of TREC: not empty, not too long, without white space. It must have no
 * control characters either, because many tools write ids to terminals. ERR_INPUT: it is not; `remedy` says what to do.
 */
MUST_CHECK bool item_id_check(enum item_kind kind, struct bytes id, const char *remedy, struct err *err);
