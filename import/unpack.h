/*
 * Files packed by gzip or zstd, told by their first bytes. A packing is a row of the table in unpack.c.
 */
#ifndef ASSAY_IMPORT_UNPACK_H
#define ASSAY_IMPORT_UNPACK_H

#include "core/base/arena.h"
#include "core/base/err.h"

struct packing;

/* How the bytes are packed; NULL: not at all, as far as we know. */
const struct packing *packing_of(struct bytes bytes);

/*
 * Unpacks all of `packed`: what stands one behind the other in it (members of gzip, frames of zstd) is one
 * content. It lies in `memory`, which must be empty.
 * ERR_INPUT, without the file's name: the data is damaged, or cut short, or something else follows it.
 */
bool unpack(const struct packing *packing, struct bytes packed, struct arena *memory, struct bytes *content,
            struct err *err) __attribute__((warn_unused_result));

/* The name without the ending of a packing: "docs.jsonl.gz" → "docs.jsonl". */
struct bytes unpacked_name(struct bytes name);

#endif
