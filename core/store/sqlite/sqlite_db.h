/* What the files of this folder share: the open database, and SQLite's header, which is included only here. */
#pragma once

#include "core/base/bug.h"
#include "core/store/database/db_driver.h"
#include "core/store/sqlite/sqlite.h"

#include <sqlite3.h>
#include <sys/stat.h>

struct sqlite_db {
    struct db base;
    struct sqlite_db *next; /* in the list of open databases */
    sqlite3 *handle;
    bool is_private;      /* see sqlite_open_private */
    bool is_made;         /* sqlite_open made the file */
    struct stat made;     /* the file when it was made */
    struct stat file;     /* the open file, as it was seen last */
    struct stat wal, shm; /* of the open -wal and -shm; st_ino = 0: not seen yet */
    struct stat still;    /* the state that the file must keep while it is read; st_ino = 0: any */
    /* The descriptor of the -wal, used for turns because SQLite has no lock of its own on it; -1: not opened. */
    int turns;
    bool has_turn;
    bool only_reads;      /* see sqlite_open_reading */
    sqlite3_stmt *adding; /* the statement of db_begin_rows; NULL: none */
    sqlite3_stmt *statements[STATEMENT_COUNT];
};

extern const struct db_driver sqlite_driver;

static inline struct sqlite_db *sqlite_of(const struct db *db)
{
    BUG_UNLESS(db->driver == &sqlite_driver);
    return (struct sqlite_db *)db;
}

/* --- files.c ---------------------------------------------------------------------------------- */

/* From the first call to the second, sqlite_has_file knows the database. */
void sqlite_note_open(struct sqlite_db *db);
void sqlite_note_closed(const struct sqlite_db *db);
/* Returns the text to put before a path, so that SQLite takes any name as a path. */
const char *sqlite_folder_before(const char *path);
/* Returns whether the path leads to that file; *now is its present state. */
bool sqlite_is_file_at(const struct stat *file, const char *path, struct stat *now);
/* Returns whether the file with the database's name and this ending exists and is not empty. */
bool sqlite_has_content_beside(const struct sqlite_db *db, const char *ending);
/*
 * Checks, before anything is read, that the -wal beside the opened file belongs to it. False, with the error set: it
 * does not.
 */
bool sqlite_refuse_leftover(const struct sqlite_db *db, struct err *err);
/* Adds the path of the file with the database's name and this ending. */
void sqlite_add_path_beside(struct buffer *path, const struct sqlite_db *db, const char *ending);

/* --- opening.c -------------------------------------------------------------------------------- */

/* Makes a database that has nothing open yet. */
struct sqlite_db *sqlite_make(const char *path);
/* Adds the functions for searches to a handle: tokenizer.c, excerpt.c. */
void sqlite_add_search(sqlite3 *handle);
/* Configures a handle after it was opened. */
void sqlite_configure(struct sqlite_db *db);

/* --- making.c --------------------------------------------------------------------------------- */

bool sqlite_has_tables(struct db *base, bool *has_tables, struct err *err);
bool sqlite_read_made(struct db *base, struct arena *arena, struct made *made, struct err *err);

/* --- failure.c -------------------------------------------------------------------------------- */

/* Sets the error that describes SQLite's code to the user; returns false. */
bool sqlite_fail(struct sqlite_db *db, int code, struct err *err);
bool sqlite_fail_damaged(const struct db *base, const char *damage, struct err *err);
/*
 * Returns the message for an error of the system that does not mean a missing file or permission; NULL: there is none.
 */
const char *sqlite_find_system_failure(int error);

/* --- waiting.c -------------------------------------------------------------------------------- */

/* SQLite's busy handler; the context is the database. */
int sqlite_wait_for_others(void *context, int tries);
/* Takes the turn to write, see turn.h. ERR_DATABASE, ERR_INTERRUPTED: it did not come. */
MUST_CHECK bool sqlite_take_turn(struct sqlite_db *db, struct err *err);
/* Does nothing without a turn. */
void sqlite_give_turn_back(struct sqlite_db *db);

/* --- reading.c -------------------------------------------------------------------------------- */

/* Returns whether a file that is read without locks is as it was when reading began. */
bool sqlite_is_still(const struct sqlite_db *db);
bool sqlite_fail_not_still(const struct sqlite_db *db, struct err *err);

/* --- statements.c ----------------------------------------------------------------------------- */

void sqlite_start(struct query *query, enum statement statement);
void sqlite_bind_integer(struct query *query, int parameter, int64_t value);
void sqlite_bind_real(struct query *query, int parameter, double value);
void sqlite_bind_bytes(struct query *query, int parameter, struct bytes value);
void sqlite_bind_null(struct query *query, int parameter);
bool sqlite_next(struct query *query);
int sqlite_count_columns(const struct query *query);
enum column_kind sqlite_kind_of(const struct query *query, int column);
int64_t sqlite_integer(const struct query *query, int column);
double sqlite_real(const struct query *query, int column);
struct bytes sqlite_bytes(const struct query *query, int column);
bool sqlite_end(struct query *query, struct err *err);

/* --- adding.c --------------------------------------------------------------------------------- */

bool sqlite_begin_rows(struct db *base, const char *table, const char *columns, struct err *err);
bool sqlite_add_row(struct db *base, const struct column_value *cells, size_t n, struct err *err);
bool sqlite_end_rows(struct db *base, bool added, struct err *err);

/* --- tokenizer.c, excerpt.c ------------------------------------------------------------------- */

/* Adds to one handle the tokenizer of the search index, and the function that makes excerpts. */
void sqlite_add_tokenizer(fts5_api *fts5);
void sqlite_add_excerpt(fts5_api *fts5);

/* --- upkeep.c --------------------------------------------------------------------------------- */

bool sqlite_begin_removing(struct db *db, struct err *err);
bool sqlite_end_removing(struct db *db, struct err *err);
