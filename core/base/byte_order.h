/* Little-endian words of files, converted on every system and processor. */
#ifndef ASSAY_CORE_BASE_BYTE_ORDER_H
#define ASSAY_CORE_BASE_BYTE_ORDER_H

#ifdef __APPLE__
#include <libkern/OSByteOrder.h>
#define le32toh(word) OSSwapLittleToHostInt32(word)
#define le64toh(word) OSSwapLittleToHostInt64(word)
#else
#include <endian.h>
#endif

#endif
