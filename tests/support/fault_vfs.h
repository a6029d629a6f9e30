/*
 * A disk, a memory and a mains that fail on demand, under all of SQLite: it stands between SQLite and its own way to
 * the system. Of each kind of call the nth can be made to fail, once or from then on. And what is written can be kept,
 * to be put together again as a power cut would have left it. No call waits for the disk.
 */
#ifndef ASSAY_TESTS_SUPPORT_FAULT_VFS_H
#define ASSAY_TESTS_SUPPORT_FAULT_VFS_H

#include "core/base/random.h"

#include <stdbool.h>
#include <stddef.h>

enum fault {
    FAULT_NONE,
    FAULT_READ,       /* the disk can't read */
    FAULT_WRITE,      /* nor write */
    FAULT_FULL,       /* a write finds the disk full */
    FAULT_TORN_WRITE, /* half of it is written */
    FAULT_SYNC,
    FAULT_OPEN,
    FAULT_LOOK, /* whether a file is there, and its size */
    FAULT_LOCK,
    FAULT_MAP, /* the memory that programs share, and its locks */
    FAULT_TRUNCATE,
    FAULT_DELETE,
    FAULT_RENAME, /* not SQLite's: of the program itself, as the test sees them */
    FAULT_MEMORY, /* an allocation of SQLite's */
    FAULT_HEAP,   /* one of the program's or of another library, as the test sees them */
    FAULT_COUNT,
};

const char *fault_name(enum fault fault);

/* Once, before any database is opened in this program; for all of them from then on. */
void fault_vfs_install(void);

/* The nth call of this kind from now on fails (0: none does), and, if it stays, all behind it. */
void fault_set(enum fault fault, size_t nth, bool stays);
/* Whether a call of this kind is to fail now; it is counted. */
bool fault_strikes(enum fault fault);
/* Calls of the kind that was set, since then. */
size_t fault_calls(void);

/* --- Power cuts ---------------------------------------------------------------------------- */

/* What is left of what was written and not yet made durable. */
enum power_cut {
    CUT_ALL_LOST,
    CUT_SOME_LOST, /* each write by chance */
    CUT_TORN,      /* each sector of each write by chance */
    CUT_NONE_LOST, /* as a kill leaves it */
    CUT_COUNT,
};

const char *power_cut_name(enum power_cut cut);

/* From now on what is done to the files of this folder is kept; they are taken for durable as they are. */
void power_record(const char *folder);
/* What has been kept is forgotten. */
void power_forget(void);
/* How much has happened. */
size_t power_events(void);
/* Makes the files in `folder`, which is empty, as a cut after so many events has left them. */
void power_restore(const char *folder, size_t events, enum power_cut cut, struct random_source *random);

#endif
