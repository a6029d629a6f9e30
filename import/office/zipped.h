/*
 * The members of a zip archive that lies in memory, each read into memory. What is read of one archive has a limit, whatever
 * sizes it claims; no name in it leads to a file. zipped.c is the one file that knows minizip.
 */
#ifndef ASSAY_IMPORT_OFFICE_ZIPPED_H
#define ASSAY_IMPORT_OFFICE_ZIPPED_H

#include "core/base/bytes.h"
#include "core/base/err.h"

struct zipped;

/* Opens an archive, which must outlive it. ERR_INPUT: it is damaged. */
bool zipped_open(struct zipped **out, struct bytes archive, struct err *err)
    __attribute__((warn_unused_result));
/* NULL is fine. */
void zipped_close(struct zipped *zipped);
bool zipped_has(struct zipped *zipped, const char *name);
/* Adds a member to `out`. ERR_INPUT: it is missing, encrypted, damaged, or more than the limit. */
bool zipped_read(struct zipped *zipped, const char *name, struct buffer *out, struct err *err)
    __attribute__((warn_unused_result));

#endif
