/*
 * Files packed by gzip or zstd, told by their first bytes. A packing is a row of the table in unpack.c.
 */
#ifndef ASSAY_IMPORT_FILES_UNPACK_H
#define ASSAY_IMPORT_FILES_UNPACK_H

#include "core/base/bytes.h"
#include "core/base/err.h"

struct packing;
struct spool;

/* How the bytes are packed; NULL: not at all, as far as we know. */
const struct packing *packing_of(struct bytes bytes);

/* What is packed, and who is told which bytes have been read and are not needed any more (NULL: nobody). */
struct packed {
    struct bytes bytes;
    void (*drop)(const void *context, struct bytes read);
    const void *context;
};

/*
 * Unpacks all of it: what stands one behind the other in it (members of gzip, frames of zstd) is one content. The
 * spool must be empty; it has all of it then (spool_end).
 * ERR_INPUT, without the file's name: the data is damaged, or cut short, or something else follows it. ERR_SYSTEM: see
 * spool_make_room.
 */
bool unpack(const struct packing *packing, struct packed packed, struct spool *content, struct err *err)
    __attribute__((warn_unused_result));

/* The name without the ending of a packing: "docs.jsonl.gz" → "docs.jsonl". */
struct bytes unpacked_name(struct bytes name);

#endif
