/*
 * What the files of this folder share: the open database, and SQLite itself, which is included here and nowhere else.
 */
#ifndef ASSAY_CORE_STORE_SQLITE_DB_PRIVATE_H
#define ASSAY_CORE_STORE_SQLITE_DB_PRIVATE_H

#include "core/store/sqlite/db.h"

#include <sqlite3.h>
#include <sys/stat.h>

struct db {
    struct db *next; /* of those that are open */
    sqlite3 *handle;
    char *path;
    bool is_made;         /* the file was not there, and db_open made it */
    struct stat made;     /* what it was then */
    struct stat file;     /* that is open, as it was seen last */
    struct stat wal, shm; /* of the open -wal and -shm; st_ino = 0: not looked at yet */
    struct stat still;    /* what the file must stay while it is read; st_ino = 0: it need not */
    int last_failure;     /* SQLite's code */
    int turns;            /* the -wal, for turns: SQLite has no lock of its own on it; -1: not opened */
    bool has_turn;
    bool only_reads; /* see db_open_reading */
    struct busy_watch busy_watch;
    int patience_ms;      /* how long others are waited for */
    int waited_ms;        /* for others, in this wait */
    bool waits_as_one;    /* see db_wait_as_one */
    bool watch_was_asked; /* in this wait */
    bool was_stopped;     /* this wait, by the watch */
    bool has_no_locks;    /* the file system, and no wait would help */
    sqlite3_stmt *statements[STATEMENT_COUNT];
};

/* --- db.c ------------------------------------------------------------------------------------- */

/* One that nothing is open of yet. */
struct db *db_make(const char *path);
/* What every handle is told, once it is open. */
void db_configure(struct db *db);
/* db_has_file knows it from here on, and to here. */
void db_note_open(struct db *db);
void db_note_closed(const struct db *db);
/* What has to stand before a path, so that SQLite takes it for one whatever its name is. */
const char *db_folder_before(const char *path);
/* Whether the path leads to that file; *now: how it looks there. */
bool db_is_file_at(const struct stat *file, const char *path, struct stat *now);
/* Adds the path of what is called like the database with an ending. */
void db_add_path_beside(struct buffer *path, const struct db *db, const char *ending);

/* --- failure.c -------------------------------------------------------------------------------- */

/* Says what SQLite's code means for who reads it; returns false. */
bool db_fail(struct db *db, int code, struct err *err);
/* What the system's error means of a file that is neither missing nor another one's; NULL: nothing of the kind. */
const char *db_find_system_failure(int error);

/* --- waiting.c -------------------------------------------------------------------------------- */

/* SQLite's busy handler; the context is the database. */
int db_wait_for_others(void *context, int tries);
/* The turn to write, see turn.h. ERR_DATABASE, ERR_INTERRUPTED: it did not come. */
bool db_take_turn(struct db *db, struct err *err) __attribute__((warn_unused_result));
/* Does nothing for who has none. */
void db_give_turn_back(struct db *db);

/* --- reading.c -------------------------------------------------------------------------------- */

/* Whether what is read without locks is as it was when reading began. */
bool db_is_still(const struct db *db);
bool db_fail_not_still(const struct db *db, struct err *err);

#endif
