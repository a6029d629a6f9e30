/* Writes a folder of several files that exists completely or not at all. */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

struct folder_writer {
    const char *path;     /* final path */
    struct buffer beside; /* path of the temporary folder */
};

/* Makes a folder with a temporary name. ERR_INPUT: `path` already exists. */
MUST_CHECK bool folder_writer_open(struct folder_writer *writer, const char *path, struct err *err);
/* Sets `file` to the present path of one of its files; "" means the folder itself. */
void folder_writer_path(const struct folder_writer *writer, const char *name, struct buffer *file);
/* Makes a subfolder. */
MUST_CHECK bool folder_writer_make(const struct folder_writer *writer, const char *name, struct err *err);
/* Renames it to its final path. */
MUST_CHECK bool folder_writer_finish(struct folder_writer *writer, struct err *err);
/* Always call it at the end: an unfinished folder is removed with its content. */
void folder_writer_release(struct folder_writer *writer);
