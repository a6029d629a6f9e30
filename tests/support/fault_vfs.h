/*
 * A disk, a memory and a power supply that fail on demand. This VFS lies between SQLite and its usual VFS. The nth call
 * of each kind can be made to fail, once or from then on. All writes can be recorded, so that the state after a power
 * cut can be constructed. No call waits for the disk.
 */
#pragma once

#include "core/base/random.h"

#include <stdbool.h>
#include <stddef.h>

enum fault {
    FAULT_NONE,
    FAULT_READ,       /* a read error */
    FAULT_WRITE,      /* a write error */
    FAULT_FULL,       /* a write fails because the disk is full */
    FAULT_TORN_WRITE, /* only half of the data is written */
    FAULT_SYNC,
    FAULT_OPEN,
    FAULT_LOOK, /* the check whether a file exists, and its size */
    FAULT_LOCK,
    FAULT_MAP, /* memory shared between processes, and its locks */
    FAULT_TRUNCATE,
    FAULT_DELETE,
    FAULT_RENAME, /* not by SQLite: by the program itself, as reported by the test */
    FAULT_MEMORY, /* an allocation by SQLite */
    FAULT_HEAP,   /* an allocation by the program or another library, as reported by the test */
    FAULT_COUNT,
};

const char *fault_name(enum fault fault);

/* Call it once, before this program opens the first database. It holds for all databases from then on. */
void fault_vfs_install(void);

/* Makes the nth call of this kind from now on fail (0: none). If `stays`, all later calls of the kind fail, too. */
void fault_set(enum fault fault, size_t nth, bool stays);
/* Counts a call of this kind. Returns whether it must fail now. */
bool fault_strikes(enum fault fault);
/* Returns the number of calls of the chosen kind since fault_set. */
size_t fault_calls(void);

/* --- Power cuts ---------------------------------------------------------------------------- */

/* What a power cut leaves of the writes that were not yet durable. */
enum power_cut {
    CUT_ALL_LOST,
    CUT_SOME_LOST, /* each write is kept at random */
    CUT_TORN,      /* each sector of each write is kept at random */
    CUT_NONE_LOST, /* as after a kill */
    CUT_COUNT,
};

const char *power_cut_name(enum power_cut cut);

/* Starts to record the changes to the files of this folder. Their present state counts as durable. */
void power_record(const char *folder);
/* Deletes the record. */
void power_forget(void);
/* Returns the number of recorded events. */
size_t power_events(void);
/* Creates in `folder`, which must be empty, the files as a power cut after `events` events would leave them. */
void power_restore(const char *folder, size_t events, enum power_cut cut, struct random_source *random);
