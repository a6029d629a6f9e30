#include "core/base/digest.h"

#include "core/base/byte_order.h"

#include <md5.h>
#include <stdio.h>
#include <string.h>

static void digest(struct bytes bytes, uint8_t result[MD5_DIGEST_LENGTH])
{
    MD5_CTX context;
    MD5Init(&context);
    MD5Update(&context, (const uint8_t *)bytes.data, bytes.size);
    MD5Final(result, &context);
}

struct digest digest_of(struct bytes bytes)
{
    struct digest result;
    digest(bytes, result.bytes);
    return result;
}

uint64_t digest_number_of(struct bytes bytes)
{
    uint64_t number;
    struct digest digest = digest_of(bytes);
    memcpy(&number, digest.bytes, sizeof number);
    return le64toh(number);
}

void digest_hex(struct bytes bytes, char hex[DIGEST_HEX_SIZE])
{
    uint8_t result[MD5_DIGEST_LENGTH];
    digest(bytes, result);
    for (size_t i = 0; i < sizeof result; i++)
        snprintf(hex + 2 * i, 3, "%02x", result[i]);
}

void digest_uuid(struct bytes bytes, char uuid[UUID_SIZE])
{
    uint8_t b[MD5_DIGEST_LENGTH];
    digest(bytes, b);
    b[6] = (uint8_t)((b[6] & 0x0f) | 0x80); /* version 8 */
    b[8] = (uint8_t)((b[8] & 0x3f) | 0x80); /* the variant of RFC 9562 */
    snprintf(uuid, UUID_SIZE, "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", b[0],
             b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]);
}
