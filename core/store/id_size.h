/* How long what rows are found by can be: on a server an index holds no more of it. */
#ifndef ASSAY_CORE_STORE_ID_SIZE_H
#define ASSAY_CORE_STORE_ID_SIZE_H

#include "core/base/bytes.h"
#include "core/base/err.h"

struct db;

enum { ID_SIZE_MAX = 4096 }; /* bytes, wherever it is: as long as a path may be */

/* Whether the database can take this id; `what` says of what it is one. */
bool id_require_size(const struct db *db, const char *what, struct bytes id, struct err *err)
    __attribute__((warn_unused_result));

#endif
