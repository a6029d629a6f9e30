/*
 * What the files of this folder share: the open database, and SQLite itself, which is included here and nowhere else.
 */
#ifndef ASSAY_CORE_STORE_SQLITE_SQLITE_DB_H
#define ASSAY_CORE_STORE_SQLITE_SQLITE_DB_H

#include "core/base/bug.h"
#include "core/store/database/db_driver.h"
#include "core/store/sqlite/sqlite.h"

#include <sqlite3.h>
#include <sys/stat.h>

struct sqlite_db {
    struct db base;
    struct sqlite_db *next; /* of those that are open */
    sqlite3 *handle;
    bool is_private;      /* see sqlite_open_private */
    bool is_made;         /* the file was not there, and sqlite_open made it */
    struct stat made;     /* what it was then */
    struct stat file;     /* that is open, as it was seen last */
    struct stat wal, shm; /* of the open -wal and -shm; st_ino = 0: not looked at yet */
    struct stat still;    /* what the file must stay while it is read; st_ino = 0: it need not */
    int turns;            /* the -wal, for turns: SQLite has no lock of its own on it; -1: not opened */
    bool has_turn;
    bool only_reads;      /* see sqlite_open_reading */
    sqlite3_stmt *adding; /* rows: see db_begin_rows; NULL: none */
    sqlite3_stmt *statements[STATEMENT_COUNT];
};

extern const struct db_driver sqlite_driver;

static inline struct sqlite_db *sqlite_of(const struct db *db)
{
    BUG_UNLESS(db->driver == &sqlite_driver);
    return (struct sqlite_db *)db;
}

/* --- files.c ---------------------------------------------------------------------------------- */

/* sqlite_has_file knows it from here on, and to here. */
void sqlite_note_open(struct sqlite_db *db);
void sqlite_note_closed(const struct sqlite_db *db);
/* What has to stand before a path, so that SQLite takes it for one whatever its name is. */
const char *sqlite_folder_before(const char *path);
/* Whether the path leads to that file; *now: how it looks there. */
bool sqlite_is_file_at(const struct stat *file, const char *path, struct stat *now);
/* Whether there is a file called like the database with an ending, and it is not empty. */
bool sqlite_has_content_beside(const struct sqlite_db *db, const char *ending);
/* Whether a -wal of another file lies beside the one that was opened, and nothing read of it yet: then false, and why. */
bool sqlite_refuse_leftover(const struct sqlite_db *db, struct err *err);
/* Adds the path of what is called like the database with an ending. */
void sqlite_add_path_beside(struct buffer *path, const struct sqlite_db *db, const char *ending);

/* --- opening.c -------------------------------------------------------------------------------- */

/* One that nothing is open of yet. */
struct sqlite_db *sqlite_make(const char *path);
/* Gives a handle what search needs of it: tokenizer.c, excerpt.c. */
void sqlite_add_search(sqlite3 *handle);
/* What every handle is told, once it is open. */
void sqlite_configure(struct sqlite_db *db);

/* --- making.c --------------------------------------------------------------------------------- */

bool sqlite_has_tables(struct db *base, bool *has_tables, struct err *err);
bool sqlite_read_made(struct db *base, struct arena *arena, struct made *made, struct err *err);

/* --- failure.c -------------------------------------------------------------------------------- */

/* Says what SQLite's code means for who reads it; returns false. */
bool sqlite_fail(struct sqlite_db *db, int code, struct err *err);
bool sqlite_fail_damaged(const struct db *base, const char *damage, struct err *err);
/* What the system's error means of a file that is neither missing nor another one's; NULL: nothing of the kind. */
const char *sqlite_find_system_failure(int error);

/* --- waiting.c -------------------------------------------------------------------------------- */

/* SQLite's busy handler; the context is the database. */
int sqlite_wait_for_others(void *context, int tries);
/* The turn to write, see turn.h. ERR_DATABASE, ERR_INTERRUPTED: it did not come. */
bool sqlite_take_turn(struct sqlite_db *db, struct err *err) __attribute__((warn_unused_result));
/* Does nothing for who has none. */
void sqlite_give_turn_back(struct sqlite_db *db);

/* --- reading.c -------------------------------------------------------------------------------- */

/* Whether what is read without locks is as it was when reading began. */
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

/* What the index of documents is made with, and the function that shows what is found by it; of one handle. */
void sqlite_add_tokenizer(fts5_api *fts5);
void sqlite_add_excerpt(fts5_api *fts5);

/* --- upkeep.c --------------------------------------------------------------------------------- */

bool sqlite_begin_removing(struct db *db, struct err *err);
bool sqlite_end_removing(struct db *db, struct err *err);

#endif
