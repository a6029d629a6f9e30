/* Mapped files. Parts of them need not be in memory, and other programs may write or shorten them meanwhile. */
#pragma once

#include "core/base/bytes.h"

#include <sys/stat.h>

/*
 * Maps the file. The descriptor stays the caller's. Returns false when the file system can't map, or too many files are
 * mapped.
 */
bool mapped_add(int descriptor, const struct stat *status, struct bytes *mapping);
void mapped_remove(struct bytes mapping);

enum mapped_state { MAPPED_INTACT, MAPPED_SHORTER, MAPPED_CHANGED };
/*
 * Returns what has become of the mapped file that contains the address. Returns MAPPED_INTACT when no mapping contains
 * it.
 */
enum mapped_state mapped_look(const void *at);

/*
 * For the handler of SIGBUS, which the kernel sends when a reader touches the part that was cut off a mapped file. Puts
 * zero bytes there, so that reading can go on until mapped_look is called. Returns false when the address is in no
 * mapped file.
 */
bool mapped_fill_hole(const void *address);

/* Releases the memory of this part of a mapping. A later access reads it again. */
void mapped_drop(struct bytes part);
/* Does the same for the bytes from *kept to `at`. They need not be in a mapping. */
void mapped_drop_passed(const char *at, const char **kept);
