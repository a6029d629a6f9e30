/* Files that are mapped: of which parts need not be in memory, and which may be written or shortened by others meanwhile. */
#ifndef ASSAY_IMPORT_FILES_MAPPED_H
#define ASSAY_IMPORT_FILES_MAPPED_H

#include "core/base/bytes.h"

#include <sys/stat.h>

/* Maps the file, whose descriptor stays the caller's. False: its file system does not map, or too many are mapped. */
bool mapped_add(int descriptor, const struct stat *status, struct bytes *mapping);
void mapped_remove(struct bytes mapping);

enum mapped_state { MAPPED_INTACT, MAPPED_SHORTER, MAPPED_CHANGED };
/* What has become of the file in whose mapping the address lies; intact also: it lies in none. */
enum mapped_state mapped_look(const void *at);

/*
 * For the handler of SIGBUS, which whoever reads what was cut off a mapped file gets: puts nulls there, for reading to
 * go on until mapped_look is asked. False: the address is in no mapped file.
 */
bool mapped_fill_hole(const void *address);

/* Says that this part of a mapping is not needed for now; it is read again when somebody looks at it. */
void mapped_drop(struct bytes part);
/* The same of bytes of which nobody knows whether a file was mapped for them: what stands from *kept to here. */
void mapped_drop_passed(const char *at, const char **kept);

#endif
