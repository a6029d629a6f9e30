/* Opens a file only for reading, on files, folders and disks that can't be written to, and leaves nothing behind. */
#include "core/store/sqlite/sqlite_db.h"

#include <pthread.h>

/*
 * The ways to read a file; each needs fewer rights than the one before. Without the right to write, SQLite would still
 * make a -wal and a -shm if the folder allows it, and not remove them: the owner could then not write to these files.
 * So these ways use existing files only: for the -shm by SQLite's parameter, for the -wal by reading_vfs.
 */
static const struct reading_way {
    int flags;
    const char *parameters;
    /* Others can write meanwhile. So nobody may have the file open at the start, and it is checked for changes. */
    bool is_unlocked;
} reading_ways[] = {
    {.flags = SQLITE_OPEN_READWRITE, .parameters = ""},
    {.flags = SQLITE_OPEN_READONLY, .parameters = "?readonly_shm=1"},
    {.flags = SQLITE_OPEN_READONLY, .parameters = "?immutable=1", .is_unlocked = true},
};

enum { READING_WAYS = sizeof reading_ways / sizeof *reading_ways };

static sqlite3_vfs *writing_vfs; /* SQLite's own */
static sqlite3_vfs reading_vfs;

static int open_to_read(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags)
{
    (void)vfs;
    if ((flags & SQLITE_OPEN_WAL) != 0)
        flags = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
    return writing_vfs->xOpen(writing_vfs, name, file, flags, out_flags);
}

static void make_reading_vfs(void)
{
    writing_vfs = sqlite3_vfs_find(NULL);
    reading_vfs = *writing_vfs;
    reading_vfs.zName = "reading";
    reading_vfs.xOpen = open_to_read;
    sqlite3_vfs_register(&reading_vfs, 0);
}

/* Adds the path as a URI; it may have any bytes. */
static void add_uri(struct buffer *uri, const char *path, const char *parameters)
{
    buffer_add_string(uri, "file:");
    for (const char *c = sqlite_folder_before(path); *c != '\0'; c++)
        buffer_add_format(uri, "%%%02x", (unsigned char)*c);
    for (const char *c = path; *c != '\0'; c++)
        buffer_add_format(uri, "%%%02x", (unsigned char)*c);
    buffer_add_string(uri, parameters);
}

/* Reads something, because the first read opens the -wal and the -shm. */
static int read_something(struct sqlite_db *db)
{
    enum { PAUSE_MS = 20 };
    int code;
    do {
        code = sqlite3_exec(db->handle, "SELECT 1 FROM sqlite_schema LIMIT 1", NULL, NULL, NULL);
        db->base.was_busy = (code & 0xff) == SQLITE_BUSY;
    } while (db_wait_if_busy(&db->base, PAUSE_MS));
    return code;
}

static int open_reading_way(struct sqlite_db *db, const struct reading_way *way)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_reading_vfs);
    struct buffer uri = {0};
    add_uri(&uri, db->base.path, way->parameters);
    sqlite3_close(db->handle);
    int code =
        sqlite3_open_v2(buffer_string(&uri), &db->handle, way->flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX,
                        way->flags == SQLITE_OPEN_READONLY ? reading_vfs.zName : NULL);
    buffer_release(&uri);
    if (code != SQLITE_OK)
        return code;
    sqlite_configure(db);
    bool is_as_asked = sqlite3_db_readonly(db->handle, "main") == (way->flags == SQLITE_OPEN_READONLY);
    return is_as_asked ? SQLITE_OK : SQLITE_READONLY;
}

/*
 * Returns whether the whole database is in the file itself. The file's state is read first, because a later -wal
 * changes the file later.
 */
static bool hold_still(struct sqlite_db *db)
{
    return stat(db->base.path, &db->still) == 0 && !sqlite_has_content_beside(db, "-wal") &&
           !sqlite_has_content_beside(db, "-journal");
}

bool sqlite_is_still(const struct sqlite_db *db)
{
    struct stat now;
    return db->still.st_ino == 0 ||
           (sqlite_is_file_at(&db->still, db->base.path, &now) && now.st_size == db->still.st_size &&
            now.st_mtim.tv_sec == db->still.st_mtim.tv_sec &&
            now.st_mtim.tv_nsec == db->still.st_mtim.tv_nsec);
}

bool sqlite_fail_not_still(const struct sqlite_db *db, struct err *err)
{
    return err_set(err, ERR_DATABASE,
                   "%s: another program wrote to the database while assay read it; try again", db->base.path);
}

/* Returns whether another way may succeed where this one failed. */
static bool lacks_rights(int code)
{
    int kind = code & 0xff;
    return kind == SQLITE_CANTOPEN || kind == SQLITE_READONLY || kind == SQLITE_PERM || kind == SQLITE_FULL ||
           kind == SQLITE_IOERR;
}

/* Reports a problem of the disk or a limit, if that is the cause, and otherwise the missing right. */
static bool fail_out_of_reach(struct sqlite_db *db, int code, struct err *err)
{
    if ((code & 0xff) == SQLITE_IOERR || sqlite_find_system_failure(sqlite3_system_errno(db->handle)) != NULL)
        return sqlite_fail(db, code, err);
    return err_set(
        err, ERR_DATABASE,
        "%s: the newest changes are in a file beside it, and reading that file needs write permission; ask "
        "the owner to run `assay check %s`, or copy all of its files to your own folder",
        db->base.path, db->base.path);
}

static bool find_reading_way(struct sqlite_db *db, struct err *err)
{
    int code = SQLITE_READONLY;
    for (size_t i = 0; i < READING_WAYS && lacks_rights(code); i++) {
        if (reading_ways[i].is_unlocked && !hold_still(db))
            return fail_out_of_reach(db, code, err);
        code = open_reading_way(db, &reading_ways[i]);
        if (code == SQLITE_OK && !sqlite_refuse_leftover(db, err))
            return false;
        if (code == SQLITE_OK)
            code = read_something(db);
    }
    return code == SQLITE_OK || sqlite_fail(db, code, err);
}

bool sqlite_open_reading(struct db **out, const char *path, struct busy_watch watch, struct err *err)
{
    struct sqlite_db *db = sqlite_make(path);
    db->base.busy_watch = watch;
    db->only_reads = true;
    db_wait_as_one(&db->base, true);
    bool found = find_reading_way(db, err) && db_execute(&db->base, "PRAGMA query_only = ON", err);
    db_wait_as_one(&db->base, false);
    if (!found) {
        db_close(&db->base);
        return false;
    }
    sqlite_share_files(&db->base);
    sqlite_note_open(db);
    *out = &db->base;
    return true;
}

static int copy_all(sqlite3 *to, sqlite3 *from)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    if (backup == NULL)
        return sqlite3_errcode(to);
    sqlite3_backup_step(backup, -1);
    return sqlite3_backup_finish(backup);
}

bool sqlite_copy_to(struct db *db, const char *path, struct err *err)
{
    struct db *copy = NULL;
    if (!sqlite_open(&copy, path, false, err))
        return false;
    int code = copy_all(sqlite_of(copy)->handle, sqlite_of(db)->handle);
    bool copied = code == SQLITE_OK || sqlite_fail(sqlite_of(copy), code, err);
    db_close(copy);
    return copied;
}
