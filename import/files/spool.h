/*
 * Content whose size shows only at its end: of a pipe, of what is unpacked, of a long list. What is short stays in memory, what is
 * longer goes into an unnamed file in the folder for temporary files, which is gone when it is closed.
 *
 * Long content that is packed or comes from a pipe is mapped from here; file_drop_part keeps the memory flat. An
 * import holds its files open from before the transaction on (import_plan_hold), so that nothing is unpacked, and
 * no slow disk opens a file, while nobody can vote.
 */
#ifndef ASSAY_IMPORT_FILES_SPOOL_H
#define ASSAY_IMPORT_FILES_SPOOL_H

#include "core/base/arena.h"
#include "core/base/err.h"

/* {0}, but for `most_in_memory`, is empty and safe to release. */
struct spool {
    size_t most_in_memory; /* bytes; SIZE_MAX: all stays there */
    struct arena memory;
    char *data; /* what came last, and is not in the file */
    size_t size, room;
    bool has_file;
    int descriptor; /* of the file */
};

/* The folder for temporary files, which must outlive all spools; NULL or empty: /var/tmp, or /tmp where that can't be used. */
void spool_use_folder(const char *folder);

/*
 * Sees to it that there is room behind spool->data + spool->size; who fills it adds to the size. ERR_SYSTEM: there is no
 * room for a temporary file; the text names its folder and what to do.
 */
bool spool_make_room(struct spool *spool, struct err *err) __attribute__((warn_unused_result));
/* Adds the bytes. Errors as above. */
bool spool_add(struct spool *spool, struct bytes bytes, struct err *err) __attribute__((warn_unused_result));
/* All is there: when it has a file, all of it is in it. Errors as above. */
bool spool_end(struct spool *spool, struct err *err) __attribute__((warn_unused_result));
/* Copies the first bytes of a spool that is at its end. ERR_SYSTEM: they can't be read back. */
bool spool_read(const struct spool *spool, void *out, size_t size, struct err *err)
    __attribute__((warn_unused_result));
void spool_release(struct spool *spool);

#endif
