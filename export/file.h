/*
 * Writing a file so that its readers see the old one or the new one, never half.
 */
#ifndef ASSAY_EXPORT_FILE_H
#define ASSAY_EXPORT_FILE_H

#include "core/base/bytes.h"
#include "core/base/err.h"

#include <stdio.h>

/*
 * A file that is written little by little: into a new file beside it, which is made durable and renamed at the end. An
 * existing file keeps its rights, but no setuid, setgid or sticky bit; a link keeps what it points to. What is no plain
 * file (a pipe, /dev/null) is written in place.
 */
struct file_writer {
    struct buffer text; /* what is to be written next: add to it, then call file_writer_pass */
    char *path;         /* as errors name it */
    char *target;       /* what the new file is renamed to; NULL: there is none, it is written in place */
    struct buffer beside;
    int descriptor; /* -1: it goes to `stream` */
    FILE *stream;
    bool
        spares_others; /* ERR_USAGE at the end where what has the name already is nothing of the kind (export/shape.h) */
};

/* ERR_SYSTEM names the path. */
bool file_writer_open(struct file_writer *writer, const char *path, struct err *err)
    __attribute__((warn_unused_result));
/* The same for a stream that is open and stays so, called `name` by errors. */
void file_writer_open_stream(struct file_writer *writer, FILE *stream, const char *name);
/* Hands on what was added, once it is much. So what fails before that leaves nothing in a pipe or on a screen. */
bool file_writer_pass(struct file_writer *writer, struct err *err) __attribute__((warn_unused_result));
/* All that was added is written and stands in its place; when false, the old file does. */
bool file_writer_finish(struct file_writer *writer, struct err *err) __attribute__((warn_unused_result));
/* To be called at the end in any case: what was not finished leaves nothing behind. */
void file_writer_release(struct file_writer *writer);

/* The bytes in the place of a file, as above. ERR_SYSTEM names the path; the old file is untouched then. */
bool file_replace(const char *path, struct bytes bytes, struct err *err) __attribute__((warn_unused_result));

/* Of new files (0666) and folders (0777): what the umask leaves of them. */
unsigned file_new_rights(unsigned wanted);

#endif
