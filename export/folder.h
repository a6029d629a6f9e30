/*
 * Writing a folder of several files that is there whole or not at all.
 */
#ifndef ASSAY_EXPORT_FOLDER_H
#define ASSAY_EXPORT_FOLDER_H

#include "core/base/bytes.h"
#include "core/base/err.h"

struct folder_writer {
    const char *path;     /* what it shall be called */
    struct buffer beside; /* where its files are until then */
};

/* A new folder that has another name until it is finished. ERR_INPUT: there is something at `path` already. */
bool folder_writer_open(struct folder_writer *writer, const char *path, struct err *err)
    __attribute__((warn_unused_result));
/* `file` becomes the path of one of its files, for now; "" is the folder itself. */
void folder_writer_path(const struct folder_writer *writer, const char *name, struct buffer *file);
/* Makes a folder in it. */
bool folder_writer_make(const struct folder_writer *writer, const char *name, struct err *err)
    __attribute__((warn_unused_result));
/* Gives it its name. */
bool folder_writer_finish(struct folder_writer *writer, struct err *err) __attribute__((warn_unused_result));
/* To be called at the end in any case: what was not finished is removed with all that is in it. */
void folder_writer_release(struct folder_writer *writer);

#endif
