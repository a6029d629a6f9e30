/* What the files of core/store share, and nobody else sees. */
#ifndef ASSAY_CORE_STORE_STORE_PRIVATE_H
#define ASSAY_CORE_STORE_STORE_PRIVATE_H

#include "core/store/db.h"
#include "core/store/store.h"

struct store {
    struct db *db;
    bool is_new;
};

#endif
