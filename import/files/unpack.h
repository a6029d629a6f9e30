/*
 * Unpacks files that gzip or zstd packed, recognised by their first bytes. Each packing is a row of the table in
 * unpack.c.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/err.h"

struct packing;
struct spool;

/* Returns how the bytes are packed; NULL: not packed, or in an unknown way. */
const struct packing *packing_of(struct bytes bytes);

/* Packed bytes. `drop` is told which bytes have been read and are not needed any more; NULL: nobody is told. */
struct packed {
    struct bytes bytes;
    void (*drop)(const void *context, struct bytes read);
    const void *context;
};

/*
 * Unpacks everything. Consecutive members of gzip or frames of zstd make one content. The spool must be empty and is
 * complete afterwards (spool_end). ERR_INPUT, without the file's name: the data is damaged or cut short, or something
 * else follows it. ERR_SYSTEM: see spool_make_room.
 */
MUST_CHECK bool unpack(const struct packing *packing, struct packed packed, struct spool *content,
                       struct err *err);

/* Returns the name without the ending of a packing: "docs.jsonl.gz" → "docs.jsonl". */
struct bytes unpacked_name(struct bytes name);
