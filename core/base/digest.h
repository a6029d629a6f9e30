/*
 * Digests of bytes (by libmd), the same on every machine.
 */
#pragma once

#include "core/base/bytes.h"
#include "core/base/random.h"

enum { DIGEST_HEX_SIZE = 33 }; /* 32 digits and the NUL */

/* A binary MD5, for tables in memory. */
struct digest {
    uint8_t bytes[16];
};
struct digest digest_of(struct bytes bytes);
/*
 * Returns the first eight bytes of the MD5, as a little-endian number. It seeds random choices by name, so that
 * they are the same on all machines and must stay so.
 */
uint64_t digest_number_of(struct bytes bytes);
/* Writes the MD5 (RFC 1321) of the bytes as lower-case hexadecimal. */
void digest_hex(struct bytes bytes, char hex[DIGEST_HEX_SIZE]);
/* Writes a UUID (RFC 9562, version 8) made of the bytes alone, in lower case. */
void digest_uuid(struct bytes bytes, char uuid[UUID_SIZE]);
