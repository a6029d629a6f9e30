/*
 * The folder of a file. What it says of its files is written on its own: a new file, or a new name, is durable once its folder is.
 */
#ifndef ASSAY_CORE_BASE_FOLDER_H
#define ASSAY_CORE_BASE_FOLDER_H

#include <stdbool.h>

/* Makes durable which files are in the folder of `path`. Some file systems can't: then there is nothing to be done about it. */
void folder_sync_of(const char *path);
/* Whether that folder is there. */
bool folder_of_is_there(const char *path);

#endif
