/* How commands open a database. */
#ifndef ASSAY_CLI_SHARED_DATABASE_H
#define ASSAY_CLI_SHARED_DATABASE_H

#include "cli/command.h"
#include "core/store/store.h"

/*
 * As store_open; says so when it has brought an older database up to date, since older programs can't open it any
 * more. Each wait for another program is said on standard error, and ends when the user stops the command.
 */
bool database_open(struct store **out, const char *path, enum store_mode mode, struct world *world,
                   struct err *err) __attribute__((warn_unused_result));
/* Whether there is no such file, or an empty one: asked before it is opened, which could bring an older one up to date. */
bool database_require_new(const char *path, const char *remedy, struct err *err)
    __attribute__((warn_unused_result));

#endif
