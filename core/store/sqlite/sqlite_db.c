/*
 * Transactions, closing, and the driver's table. The other parts: files.c, opening.c, failure.c (the meaning of
 * SQLite's codes), waiting.c, reading.c (without the right to write), statements.c.
 *
 * SQLite writes carefully, but can't know of people who move, replace or remove files. So every commit first checks
 * three things. The path still leads to the open file. The -wal and -shm are those that were opened. File and -wal are
 * not shorter than their committed content. Otherwise the commit fails, and nothing is saved.
 */
#include "core/store/sqlite/sqlite_db.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* --- Closing ---------------------------------------------------------------------------------- */

static bool is_as_made(const struct sqlite_db *db)
{
    struct stat file;
    return db->is_made && sqlite_is_file_at(&db->made, db->base.path, &file) && file.st_size == 0;
}

/*
 * Removes a file that this program made and that is still empty, if nobody else has it open: their -wal would be a
 * leftover beside the next database with this name. Linux grants a write lease only if nobody else has the file open,
 * and a program that opens it then waits until it is removed (open_in_place checks this). On other systems, and without
 * a lease, the file stays: an empty file is as good as none for making a database.
 */
static void remove_if_unused(const struct sqlite_db *db)
{
#ifdef F_SETLEASE
    if (!is_as_made(db) || sqlite_has_file(db->base.path))
        return;
    int descriptor = open(db->base.path, O_RDWR | O_CLOEXEC);
    if (descriptor < 0)
        return;
    /* SIGURG announces a waiting program and does nothing; SIGIO would end this program. */
    if (fcntl(descriptor, F_SETSIG, SIGURG) == 0 && fcntl(descriptor, F_SETLEASE, F_WRLCK) == 0 &&
        is_as_made(db))
        unlink(db->base.path);
    close(descriptor);
#else
    (void)db;
#endif
}

static void close_file(struct db *base)
{
    struct sqlite_db *db = sqlite_of(base);
    sqlite_note_closed(db);
    for (size_t i = 0; i < STATEMENT_COUNT; i++)
        sqlite3_finalize(db->statements[i]);
    sqlite3_close(db->handle);
    if (db->turns >= 0)
        close(db->turns);
    remove_if_unused(db);
}

static bool execute(struct db *base, const char *sql, struct err *err)
{
    struct sqlite_db *db = sqlite_of(base);
    int code = sqlite3_exec(db->handle, sql, NULL, NULL, NULL);
    return code == SQLITE_OK || sqlite_fail(db, code, err);
}

bool sqlite_execute_inside_index(struct db *base, const char *sql, struct err *err)
{
    struct sqlite_db *db = sqlite_of(base);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
    bool done = db_execute(base, sql, err);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    return done;
}

/* The index is sound if the only value is 0. */
static int note_soundness(void *context, int n, char **values, char **names)
{
    (void)n, (void)names;
    *(bool *)context = strcmp(values[0], "0") == 0;
    return 0;
}

/*
 * Reads all words. Then it checks that the index finds each page on which a word begins, and that it has the size of
 * each document and of all documents together. The page's number is the upper bits of its id, and the bytes after the
 * words tell where they begin.
 */
static int read_words(struct sqlite_db *db, const char *name, const char *indexed, bool *is_sound)
{
    static const char format[] =
        "CREATE VIRTUAL TABLE temp.words_of_index USING fts5vocab(main, %Q, row);"
        "SELECT (SELECT total(cnt) > 0 FROM words_of_index)"
        "       AND NOT EXISTS (SELECT 1 FROM \"%w_data\" WHERE id = 1 AND length(block) > 0)"
        " OR EXISTS (%s EXCEPT SELECT id FROM \"%w_docsize\")"
        " OR EXISTS (SELECT id >> 37, id & 0x7fffffff FROM \"%w_data\""
        "             WHERE (id >> 37) > 0 AND ((id >> 31) & 63) = 0"
        "               AND hex(substr(block, 3, 2)) <> format('%%04X', length(block))"
        "            EXCEPT SELECT segid, pgno >> 1 FROM \"%w_idx\")";
    char *sql = sqlite3_mprintf(format, name, name, indexed, name, name, name);
    int code = sql == NULL ? SQLITE_NOMEM : sqlite3_exec(db->handle, sql, note_soundness, is_sound, NULL);
    sqlite3_free(sql);
    return code;
}

bool sqlite_read_index(struct db *base, const char *name, const char *indexed, bool *is_sound,
                       struct err *err)
{
    struct sqlite_db *db = sqlite_of(base);
    /* query_only also forbids temporary tables. */
    if (db->only_reads && !db_execute(base, "PRAGMA query_only = OFF", err))
        return false;
    *is_sound = false;
    int code = read_words(db, name, indexed, is_sound);
    /* These codes report errors of the index's content. */
    bool is_told = (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_ERROR;
    bool worked = code == SQLITE_OK || is_told || sqlite_fail(db, code, err);
    return worked && db_execute(base, "DROP TABLE IF EXISTS temp.words_of_index", err) &&
           (!db->only_reads || db_execute(base, "PRAGMA query_only = ON", err));
}

/* Rolls back; tries twice if it fails, because no other transaction can begin inside this one. */
static void roll_back(struct db *base)
{
    enum { TRIES = 2 };
    struct sqlite_db *db = sqlite_of(base);
    for (int i = 0; i < TRIES && sqlite3_get_autocommit(db->handle) == 0; i++)
        sqlite3_exec(db->handle, "ROLLBACK", NULL, NULL, NULL);
    sqlite_give_turn_back(db);
}

/* A newer assay may have changed the tables while this one has the file open. */
static bool require_known_tables(struct db *base, struct err *err)
{
    int64_t version;
    return sqlite_pragma(base, "PRAGMA user_version", &version, err) &&
           (version <= schema_version || err_set(err, ERR_DATABASE,
                                                 "%s: a newer assay has upgraded the database meanwhile; "
                                                 "this was not saved; continue with the newer assay",
                                                 base->path));
}

static bool begin(struct db *base, struct err *err)
{
    struct sqlite_db *db = sqlite_of(base);
    bool as_one = db_wait_as_one(base, true);
    bool begun = (db->is_private || sqlite_take_turn(db, err)) && db_execute(base, "BEGIN IMMEDIATE", err);
    db_wait_as_one(base, as_one);
    if (begun && require_known_tables(base, err))
        return true;
    roll_back(base);
    return false;
}

static bool begin_reading(struct db *db, struct err *err)
{
    return db_execute(db, "BEGIN", err);
}

/* While this program has these files open, nobody else may remove them, so they stay the same. */
static bool is_same_beside(const struct sqlite_db *db, const char *ending, struct stat *known,
                           struct stat *now)
{
    struct buffer path = {0};
    sqlite_add_path_beside(&path, db, ending);
    bool is_there = stat(buffer_string(&path), now) == 0;
    buffer_release(&path);
    if (known->st_ino == 0 && is_there)
        *known = *now;
    return known->st_ino == 0 || (is_there && now->st_ino == known->st_ino && now->st_dev == known->st_dev);
}

/* The sizes that the files must have for everything that was committed, by the shared -shm. */
struct committed {
    int64_t wal_size;
    int64_t main_size; /* when the whole -wal is copied into it */
};

static struct committed read_committed(struct sqlite_db *db)
{
    enum { REGION_SIZE = 32 * 1024, WAL_HEADER = 32, FRAME_HEADER = 24 };
    sqlite3_file *file = NULL;
    void volatile *region = NULL;
    sqlite3_file_control(db->handle, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (file->pMethods->iVersion < 2 ||
        file->pMethods->xShmMap(file, 0, REGION_SIZE, 0, &region) != SQLITE_OK || region == NULL)
        return (struct committed){0};
    /* https://www.sqlite.org/walformat.html, "WAL-Index Header" */
    int64_t page_size = ((const uint16_t volatile *)region)[7];
    int64_t frames = ((const uint32_t volatile *)region)[4], pages = ((const uint32_t volatile *)region)[5];
    if (page_size == 1)
        page_size = 64 * 1024;
    return (struct committed){.wal_size = frames > 0 ? WAL_HEADER + frames * (page_size + FRAME_HEADER) : 0,
                              .main_size = pages * page_size};
}

/*
 * Called in a write transaction, so nobody else changes the files. Before there is a -wal, the rollback journal guards
 * everything. The file must not be smaller than it was seen before, unless others have made the database smaller.
 */
static bool are_whole(struct sqlite_db *db, const struct stat *file)
{
    struct stat wal = {0}, shm;
    if (!is_same_beside(db, "-wal", &db->wal, &wal) || !is_same_beside(db, "-shm", &db->shm, &shm))
        return false;
    if (db->wal.st_ino == 0)
        return true;
    struct committed committed = read_committed(db);
    return wal.st_size >= committed.wal_size &&
           (file->st_size >= db->file.st_size || file->st_size >= committed.main_size);
}

/* If the path no longer leads to the file, nobody would find what is written to it. */
static bool require_in_place(struct sqlite_db *db, struct err *err)
{
    struct stat file;
    if (!sqlite_is_file_at(&db->file, sqlite3_db_filename(db->handle, "main"), &file))
        return err_set(
            err, ERR_DATABASE,
            "%s was moved, replaced or deleted while in use; this was not saved; put the file back",
            db->base.path);
    if (!are_whole(db, &file))
        return err_set(err, ERR_DATABASE,
                       "%s: the database, its -wal or its -shm file was removed, replaced or shortened while "
                       "in use; this was not saved; end all sessions, then run `assay check %s`",
                       db->base.path, db->base.path);
    db->file = file;
    return true;
}

static bool commit(struct db *base, struct err *err)
{
    struct sqlite_db *db = sqlite_of(base);
    bool committed = (db->is_private || require_in_place(db, err)) && db_execute(base, "COMMIT", err);
    if (!committed)
        roll_back(base);
    sqlite_give_turn_back(db);
    return committed;
}

void sqlite_set_triggers(struct db *db, bool run)
{
    sqlite3_db_config(sqlite_of(db)->handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, run, NULL);
}

static void interrupt(struct db *db)
{
    sqlite3_interrupt(sqlite_of(db)->handle);
}

static int64_t last_id(const struct db *db)
{
    return sqlite3_last_insert_rowid(sqlite_of(db)->handle);
}

static int64_t change_count(const struct db *db)
{
    return sqlite3_changes64(sqlite_of(db)->handle);
}

static bool get_version(struct db *db, int64_t *version, struct err *err)
{
    return sqlite_pragma(db, "PRAGMA data_version", version, err);
}

/* One state is read throughout, so the file is damaged. */
static bool fail_unfit(struct db *db, const char *damage, struct err *err)
{
    return sqlite_fail_damaged(db, damage, err);
}

const struct db_driver sqlite_driver = {
    .close = close_file,
    .execute = execute,
    .has_tables = sqlite_has_tables,
    .read_made = sqlite_read_made,
    .get_version = get_version,
    .fail_damaged = sqlite_fail_damaged,
    .fail_unfit = fail_unfit,
    .begin = begin,
    .begin_reading = begin_reading,
    .commit = commit,
    .rollback = roll_back,
    .interrupt = interrupt,
    .last_id = last_id,
    .change_count = change_count,
    .start = sqlite_start,
    .bind_integer = sqlite_bind_integer,
    .bind_real = sqlite_bind_real,
    .bind_bytes = sqlite_bind_bytes,
    .bind_null = sqlite_bind_null,
    .next = sqlite_next,
    .count_columns = sqlite_count_columns,
    .kind_of = sqlite_kind_of,
    .integer = sqlite_integer,
    .real = sqlite_real,
    .bytes = sqlite_bytes,
    .end = sqlite_end,
    .begin_rows = sqlite_begin_rows,
    .add_row = sqlite_add_row,
    .end_rows = sqlite_end_rows,
    .begin_removing = sqlite_begin_removing,
    .end_removing = sqlite_end_removing,
};
