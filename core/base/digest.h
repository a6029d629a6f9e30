/*
 * Digests of bytes, the same on every machine: libmd, behind one door.
 */
#ifndef ASSAY_CORE_BASE_DIGEST_H
#define ASSAY_CORE_BASE_DIGEST_H

#include "core/base/bytes.h"
#include "core/base/random.h"

enum { DIGEST_HEX_SIZE = 33 }; /* 32 digits and the NUL */

/* An MD5 as it is, for tables in memory. */
struct digest {
    uint8_t bytes[16];
};
struct digest digest_of(struct bytes bytes);
/* Its first eight bytes, the lowest first: what is drawn by a name is drawn alike on all machines, today and later. */
uint64_t digest_number_of(struct bytes bytes);
/* The MD5 (RFC 1321) of the bytes, in lower case. */
void digest_hex(struct bytes bytes, char hex[DIGEST_HEX_SIZE]);
/* A UUID (RFC 9562, version 8) made of the bytes alone, in lower case. */
void digest_uuid(struct bytes bytes, char uuid[UUID_SIZE]);

#endif
