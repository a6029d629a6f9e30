/*
 * For fuzz targets that want files: a folder of their own below $FUZZ_FOLDER or, without that, in memory where that can
 * be. It goes with the program, but not when that crashes or is killed: libFuzzer then ends it on the spot.
 */
#ifndef ASSAY_TESTS_SUPPORT_SCRATCH_FOLDER_H
#define ASSAY_TESTS_SUPPORT_SCRATCH_FOLDER_H

#include "core/base/bytes.h"

/* Its path; made by the first call, with all that it is going to hold removed at the end. */
const char *scratch_folder(void);
/* A file of this name in it, made anew with this content; its path, valid until the next call. */
const char *scratch_file(const char *name, struct bytes content);

#endif
