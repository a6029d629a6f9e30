/* What commands that take something out of a database share. */
#ifndef ASSAY_CLI_COLLECT_REMOVE_H
#define ASSAY_CLI_COLLECT_REMOVE_H

#include "cli/command.h"

/* Takes the last import of the database at `path` back, and says what went; `dry_run`: only says what would go. */
bool remove_last_import(const char *path, bool dry_run, struct world *world, struct err *err)
    __attribute__((warn_unused_result));

#endif
