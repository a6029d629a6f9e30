/* Writes a file so that its readers see the old or the new content, never a part. */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

#include <stdio.h>

/*
 * A file that is written in parts. They go into a temporary file in the same folder, which is synced and renamed at the
 * end. An existing file keeps its permissions, except setuid, setgid and sticky bits. A link keeps its target. Anything
 * but a regular file (a pipe, /dev/null) is written in place.
 */
struct file_writer {
    struct buffer text; /* the next bytes to write: add to it, then call file_writer_pass */
    char *path;         /* as shown in errors */
    char *target;       /* final name of the temporary file; NULL: written in place */
    struct buffer beside;
    int descriptor; /* -1: written to `stream` */
    FILE *stream;
    /* ERR_USAGE at the end if a file of another shape has the name already (export/shape.h). */
    bool spares_others;
};

/* Opens the writer. ERR_SYSTEM names the path. */
MUST_CHECK bool file_writer_open(struct file_writer *writer, const char *path, struct err *err);
/* Does the same for an open stream, which stays open. `name` is its name in errors. */
void file_writer_open_stream(struct file_writer *writer, FILE *stream, const char *name);
/* Writes the buffer once it is large. So an early failure leaves nothing in a pipe or on a screen. */
MUST_CHECK bool file_writer_pass(struct file_writer *writer, struct err *err);
/* Writes the rest and moves the file to its place. On failure, the old file remains. */
MUST_CHECK bool file_writer_finish(struct file_writer *writer, struct err *err);
/* Always call it at the end: an unfinished file is removed. */
void file_writer_release(struct file_writer *writer);

/* Replaces a file by these bytes, as above. ERR_SYSTEM names the path; the old file is then unchanged. */
MUST_CHECK bool file_replace(const char *path, struct bytes bytes, struct err *err);

/* Returns the permissions of new files (0666) or folders (0777) under the umask. */
unsigned file_new_rights(unsigned wanted);
