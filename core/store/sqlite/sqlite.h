/*
 * The functions that only databases in files have: opening, copies, the files beside them, and SQLite's own tables.
 * Each function is for a database of this folder's driver.
 */
#pragma once

#include "core/base/busy.h"
#include "core/base/bytes.h"
#include "core/base/err.h"

#include <stdint.h>

struct db;

enum { APPLICATION_ID = 0x61736179 /* "asay" in the file's header */ };

/* ERR_SYSTEM: the loaded library is too old. Call it before anything is opened. */
MUST_CHECK bool sqlite_require_version(struct err *err);
/*
 * Opens a file, but does not look into it. `create`: makes the file if there is none. db_close removes a file that was
 * made here if it is still empty and nobody else has it open.
 */
MUST_CHECK bool sqlite_open(struct db **out, const char *path, bool create, struct err *err);
/*
 * Opens an existing file only for reading, with whatever rights there are, and leaves nothing beside it that could
 * hinder its owner. A writable file is read like any other. Another one is read with the -shm of those who have it
 * open. If nobody has it open, a query fails when the file was written to meanwhile.
 */
MUST_CHECK bool sqlite_open_reading(struct db **out, const char *path, struct busy_watch watch,
                                    struct err *err);
/*
 * Opens an empty database that nobody else sees, and that disappears when it is closed, however the program ends. It is
 * in memory while it is small, otherwise in a file without a name. Messages call it `name`.
 */
MUST_CHECK bool sqlite_open_private(struct db **out, const char *name, struct err *err);
/* Copies all pages of the present database into an empty file, and makes them durable. */
MUST_CHECK bool sqlite_copy_to(struct db *db, const char *path, struct err *err);
/*
 * Writes the committed state into the file `to`, which is empty or missing, while others write without waiting. Not
 * inside a transaction. The busy watch is asked throughout, and can stop it.
 */
MUST_CHECK bool sqlite_copy_into(struct db *db, const char *to, struct err *err);
/*
 * Gives the -wal and the -shm that this program made the database's group. SQLite gives them only its permissions, and
 * in a folder that does not pass its group on, other members of the group could not write to them.
 */
void sqlite_share_files(const struct db *db);
/*
 * Returns whether the path leads to a file of a database that is open in this program: the database itself, its -wal,
 * -shm or -journal. Any thread may call it.
 */
bool sqlite_has_file(const char *path);
/* Executes SQL on the tables in which FTS5 keeps an index, and which SQLite otherwise protects. */
MUST_CHECK bool sqlite_execute_inside_index(struct db *db, const char *sql, struct err *err);
/*
 * Reads an FTS5 index from end to end. The check of a file does not do this: it checks the tables in which the index is
 * kept, not their meaning. `indexed` selects the numbers of the rows that it must have. `is_sound` becomes false if the
 * content is impossible, or if words would not be found.
 */
MUST_CHECK bool sqlite_read_index(struct db *db, const char *name, const char *indexed, bool *is_sound,
                                  struct err *err);
/* Reads one integer from a pragma such as "PRAGMA user_version". */
MUST_CHECK bool sqlite_pragma(struct db *db, const char *sql, int64_t *value, struct err *err);

/* Turns triggers on or off; at first they are on. A caller that turns them off must do their work itself. */
void sqlite_set_triggers(struct db *db, bool run);
/* From now on the busy watch is also asked in the middle of long statements, and can stop them: ERR_INTERRUPTED. */
void sqlite_watch_statements(struct db *db);
/* Makes the temporary tables of a merge, see merging.sql. */
MUST_CHECK bool sqlite_make_merging(struct db *db, struct err *err);
