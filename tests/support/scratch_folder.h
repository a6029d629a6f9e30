/*
 * For fuzz targets that need files: a folder of the target's own below $FUZZ_FOLDER or, if that is not set, in memory
 * where possible. It is deleted when the program ends, but not if the program crashes or is killed, because libFuzzer
 * then exits at once.
 */
#pragma once

#include "core/base/bytes.h"

/* Returns the path. The first call creates the folder; it is deleted with its content at exit. */
const char *scratch_folder(void);
/* Writes a file of this name with this content into the folder. Returns its path, valid until the next call. */
const char *scratch_file(const char *name, struct bytes content);
