/* Shared by commands that remove something from a database. */
#pragma once

#include "cli/command.h"

/*
 * Undoes the last import of the database at `path` and prints what was removed. `dry_run`: only prints what would be
 * removed.
 */
MUST_CHECK bool remove_last_import(const char *path, bool dry_run, struct world *world, struct err *err);
