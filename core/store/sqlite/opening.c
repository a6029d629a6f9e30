/* Opening: makes the file if there is none, and configures the handle. */
#include "core/store/sqlite/sqlite_db.h"

#include "core/base/memory.h"

#include <fcntl.h>
#include <unistd.h>

/* Looks at the file that has just been opened; returns whether the path still leads to it. */
static bool look_at_opened(struct sqlite_db *db)
{
    int has_moved = 1;
    if (stat(sqlite3_db_filename(db->handle, "main"), &db->file) == 0)
        sqlite3_file_control(db->handle, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved);
    return has_moved == 0;
}

/*
 * Makes the file if there is none; SQLite reports a failure. It is accessible to its owner alone, unless the umask lets
 * the group write: then the group may also read it, for people who label together.
 */
static void make_file(struct sqlite_db *db)
{
    int descriptor =
        open(db->base.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR | S_IWGRP);
    db->is_made = descriptor >= 0 && fstat(descriptor, &db->made) == 0;
    if (db->is_made && (db->made.st_mode & S_IWGRP) != 0)
        fchmod(descriptor, S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP);
    if (descriptor >= 0)
        close(descriptor);
}

/* Opens the file; again if it was removed while it was opened. */
static int open_in_place(struct sqlite_db *db, const char *path, bool create)
{
    int flags =
        SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0) | SQLITE_OPEN_NOMUTEX; /* one thread */
    int code;
    do {
        sqlite3_close(db->handle);
        if (create)
            make_file(db);
        code = sqlite3_open_v2(path, &db->handle, flags, NULL);
    } while (code == SQLITE_OK && !look_at_opened(db));
    return code;
}

struct sqlite_db *sqlite_make(const char *path)
{
    struct sqlite_db *db = memory_get_zeroed(1, sizeof *db);
    db_init(&db->base, &sqlite_driver, path, path);
    db->turns = -1;
    return db;
}

/* NULL: there is no FTS5; a statement that needs it reports this. */
static fts5_api *find_fts5(sqlite3 *handle)
{
    fts5_api *fts5 = NULL;
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(handle, "SELECT fts5(?)", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_bind_pointer(statement, 1, &fts5, "fts5_api_ptr", NULL) == SQLITE_OK)
        sqlite3_step(statement);
    sqlite3_finalize(statement);
    return fts5;
}

void sqlite_add_search(sqlite3 *handle)
{
    fts5_api *fts5 = find_fts5(handle);
    if (fts5 == NULL)
        return;
    sqlite_add_tokenizer(fts5);
    sqlite_add_excerpt(fts5);
}

void sqlite_configure(struct sqlite_db *db)
{
    sqlite3_extended_result_codes(db->handle, 1);
    /* A database may come from a stranger, because people send such files to each other. */
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_busy_handler(db->handle, sqlite_wait_for_others, db);
    sqlite_add_search(db->handle);
}

/* STRICT tables need this version. */
enum { OLDEST_LIBRARY = 3037000 };
_Static_assert(SQLITE_VERSION_NUMBER >= OLDEST_LIBRARY, "assay needs SQLite 3.37 or newer");

bool sqlite_require_version(struct err *err)
{
    return sqlite3_libversion_number() >= OLDEST_LIBRARY ||
           err_set(err, ERR_SYSTEM, "the SQLite library has version %s; assay needs 3.37 or newer",
                   sqlite3_libversion());
}

bool sqlite_open(struct db **out, const char *path, bool create, struct err *err)
{
    struct sqlite_db *db = sqlite_make(path);
    struct buffer literal = {0};
    buffer_add_format(&literal, "%s%s", sqlite_folder_before(path), path);
    int code = open_in_place(db, buffer_string(&literal), create);
    buffer_release(&literal);
    /*
     * A program without the right to write would still make a -wal and a -shm, and leave them: the owner could not
     * write to these files.
     */
    if (code == SQLITE_OK && sqlite3_db_readonly(db->handle, "main") != 0)
        code = SQLITE_READONLY;
    if (code == SQLITE_OK ? !sqlite_refuse_leftover(db, err) : !sqlite_fail(db, code, err)) {
        db_close(&db->base);
        return false;
    }
    sqlite_configure(db);
    sqlite_note_open(db);
    *out = &db->base;
    return true;
}

bool sqlite_open_private(struct db **out, const char *name, struct err *err)
{
    struct sqlite_db *db = sqlite_make(name);
    int code = sqlite3_open_v2("", &db->handle,
                               SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
    db->is_private = true;
    if (code != SQLITE_OK) {
        sqlite_fail(db, code, err);
        db_close(&db->base);
        return false;
    }
    sqlite_configure(db);
    *out = &db->base;
    return true;
}
