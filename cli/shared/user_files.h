/* Where a user's own files are, by the XDG Base Directory Specification. */
#ifndef ASSAY_CLI_SHARED_USER_FILES_H
#define ASSAY_CLI_SHARED_USER_FILES_H

#include "core/base/arena.h"
#include "core/base/err.h"

/*
 * "FOLDER/assay/NAME", or where the folder, which the environment names, is none, "HOME/STANDARD/assay/NAME". NULL: the user
 * has no home. The specification wants relative paths ignored.
 */
const char *user_file_path(struct arena *arena, const char *folder, const char *home, const char *standard,
                           const char *name);
/* Makes the folders above the file, for this user alone. */
bool user_file_make_folders(const char *path, struct err *err) __attribute__((warn_unused_result));

#endif
