/*
 * The folder of a file. A folder's entries are written separately from its files. A new file or a new name is
 * durable only once the folder is synced.
 */
#pragma once

#include <stdbool.h>

/* Makes the entries of the folder of `path` durable. Some file systems cannot do that; then the failure is ignored. */
void folder_sync_of(const char *path);
/* Returns whether the folder of `path` exists. */
bool folder_of_is_there(const char *path);
