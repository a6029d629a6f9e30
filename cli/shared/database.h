/* Opens databases for commands. */
#pragma once

#include "cli/command.h"
#include "core/store/store.h"

/*
 * Opens a database like store_open. Prints a remark when it upgrades an older database, because older programs can't
 * open it any more. Each wait for another program is reported on standard error, and ends when the user stops the
 * command.
 */
MUST_CHECK bool database_open(struct store **out, const char *path, enum store_mode mode, struct world *world,
                              struct err *err);
/*
 * Checks that the file does not exist or is empty. Call it before opening the database, which could upgrade an older
 * one.
 */
MUST_CHECK bool database_require_new(const char *path, const char *remedy, struct err *err);
