/* Little-endian words of files, converted on every system and processor. */
#pragma once

#ifdef __APPLE__
#include <libkern/OSByteOrder.h>
#define le32toh(word) OSSwapLittleToHostInt32(word)
#define le64toh(word) OSSwapLittleToHostInt64(word)
#else
#include <endian.h>
#endif
