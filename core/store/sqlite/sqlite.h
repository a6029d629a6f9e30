/*
 * What databases in files have, and no others: how they are opened, copies of them, what lies beside them, and the tables
 * of SQLite's own. Each function is for a database of this folder's driver.
 */
#ifndef ASSAY_CORE_STORE_SQLITE_SQLITE_H
#define ASSAY_CORE_STORE_SQLITE_SQLITE_H

#include "core/base/busy.h"
#include "core/base/bytes.h"
#include "core/base/err.h"

#include <stdint.h>

struct db;

enum { APPLICATION_ID = 0x61736179 /* "asay" in the file's header */ };

/* ERR_SYSTEM: the library that was loaded is too old. To be called before anything is opened. */
bool sqlite_require_version(struct err *err) __attribute__((warn_unused_result));
/*
 * `create`: make the file when it is not there. The file is not looked into yet. db_close removes it again when this made
 * it, it is empty, and nobody else has it open.
 */
bool sqlite_open(struct db **out, const char *path, bool create, struct err *err)
    __attribute__((warn_unused_result));
/*
 * Opens a file that is there, to read it and no more, with whatever rights there are, and leaves nothing beside it that
 * could be in its owner's way. Where it can be written it is read like any other; where not, with the -shm of those who
 * have it open; and where nobody has, a query fails if it was written to meanwhile.
 */
bool sqlite_open_reading(struct db **out, const char *path, struct busy_watch watch, struct err *err)
    __attribute__((warn_unused_result));
/*
 * An empty database that is nobody else's, and gone once it is closed, however the program ends: while it is small it is in
 * memory, else in a file without a name. In messages it is called so.
 */
bool sqlite_open_private(struct db **out, const char *name, struct err *err)
    __attribute__((warn_unused_result));
/* Copies all pages of the database as of now into an empty file, and makes them durable. */
bool sqlite_copy_to(struct db *db, const char *path, struct err *err) __attribute__((warn_unused_result));
/*
 * Writes what is committed into the file `to`, which is empty or not there, while others write: they do not wait for it.
 * Not from inside a transaction. The watch is asked all along, and can stop it.
 */
bool sqlite_copy_into(struct db *db, const char *to, struct err *err) __attribute__((warn_unused_result));
/*
 * Gives the -wal and the -shm that this program made to the database's group: SQLite gives them its rights alone, and in
 * a folder that does not hand its group on, others of the group could not write to them.
 */
void sqlite_share_files(const struct db *db);
/*
 * Whether the path leads to a file of a database that is open in this program: the
 * database itself, its -wal, -shm or -journal. For any thread.
 */
bool sqlite_has_file(const char *path);
/* The same of the tables in which FTS5 keeps an index, and which are for FTS5 alone. */
bool sqlite_execute_inside_index(struct db *db, const char *sql, struct err *err)
    __attribute__((warn_unused_result));
/*
 * Reads an index of FTS5 from end to end, which the check of a file does not: it looks at the tables in which the index is
 * kept, not at what they say. `indexed` selects the numbers of the rows that it must have. `is_sound` is false where that
 * can't be, or words would not be found.
 */
bool sqlite_read_index(struct db *db, const char *name, const char *indexed, bool *is_sound, struct err *err)
    __attribute__((warn_unused_result));
/* One integer out of a pragma such as "PRAGMA user_version". */
bool sqlite_pragma(struct db *db, const char *sql, int64_t *value, struct err *err)
    __attribute__((warn_unused_result));

/* Whether triggers run; true at first. Who turns them off sees to all that they would do. */
void sqlite_set_triggers(struct db *db, bool run);
/* From now on the busy watch is asked in the middle of long statements, too, and can stop them: ERR_INTERRUPTED. */
void sqlite_watch_statements(struct db *db);
/* Makes the temporary tables of a merge, see merging.sql. */
bool sqlite_make_merging(struct db *db, struct err *err) __attribute__((warn_unused_result));

#endif
