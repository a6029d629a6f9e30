/*
 * Writing a file so that its readers see the old one or the new one, never half.
 */
#ifndef ASSAY_EXPORT_FILE_H
#define ASSAY_EXPORT_FILE_H

#include "core/base/bytes.h"
#include "core/base/err.h"

/*
 * Writes the bytes to a new file beside `path`, makes them durable and renames
 * it; an existing file keeps its rights, a link what it points to. What is no
 * plain file (a pipe, /dev/null) is written in place. ERR_SYSTEM names the path;
 * the old file is untouched then.
 */
bool file_replace(const char *path, struct bytes bytes, struct err *err) __attribute__((warn_unused_result));

#endif
