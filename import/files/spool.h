/*
 * Content whose size is known only at its end: from a pipe, from unpacking, or a long list. Short content stays in
 * memory. Longer content goes into an unnamed file in the folder for temporary files, which vanishes when it is closed.
 *
 * Long content that is packed or comes from a pipe is mapped from here; file_drop_part keeps the memory flat. An import
 * opens its files before the transaction begins (import_plan_hold). So it neither unpacks files nor waits for slow
 * disks while voting is blocked.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"

/* {0} is empty and safe to release, except for `most_in_memory`. */
struct spool {
    size_t most_in_memory; /* in bytes; SIZE_MAX: everything stays in memory */
    struct arena memory;
    char *data; /* the last bytes, which are not in the file yet */
    size_t size, room;
    bool has_file;
    int descriptor; /* of the file */
};

/*
 * Sets the folder for temporary files; the text must outlive all spools. NULL or empty: /var/tmp, or /tmp when /var/tmp
 * can't be used.
 */
void spool_use_folder(const char *folder);

/*
 * Makes room after spool->data + spool->size. The caller fills it and increases the size. ERR_SYSTEM: there is no room
 * for a temporary file; the text names its folder and what to do.
 */
MUST_CHECK bool spool_make_room(struct spool *spool, struct err *err);
/* Adds the bytes. Errors as for spool_make_room. */
MUST_CHECK bool spool_add(struct spool *spool, struct bytes bytes, struct err *err);
/* Completes the spool. If it has a file, the file then holds everything. Errors as for spool_make_room. */
MUST_CHECK bool spool_end(struct spool *spool, struct err *err);
/* Copies the first bytes of a completed spool. ERR_SYSTEM: they can't be read back. */
MUST_CHECK bool spool_read(const struct spool *spool, void *out, size_t size, struct err *err);
void spool_release(struct spool *spool);
