/* The places of a user's own files, by the XDG Base Directory Specification. */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"

/*
 * Returns "FOLDER/assay/NAME". If `folder`, from the environment, is unset or relative (which the specification wants
 * ignored), returns "HOME/STANDARD/assay/NAME". NULL: the user has no home.
 */
const char *user_file_path(struct arena *arena, const char *folder, const char *home, const char *standard,
                           const char *name);
/* Creates the folders above the file, accessible to this user only. */
MUST_CHECK bool user_file_make_folders(const char *path, struct err *err);
