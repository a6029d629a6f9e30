/*
 * Describes a failure in one sentence for people: what happened to which file, and what to do. SQLite's code is not
 * enough. The system's error number distinguishes a full disk from a missing permission. Reading the file shows whether
 * the disk can't read it or it is damaged.
 */
#include "core/store/sqlite/sqlite_db.h"

#include "core/base/folder.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static bool fail_busy(const struct sqlite_db *db, struct err *err)
{
    if (db->base.was_stopped)
        return err_set(err, ERR_INTERRUPTED,
                       "%s: stopped while waiting for another program that writes to it", db->base.path);
    if (db->base.waits_in_vain)
        return err_set(err, ERR_DATABASE,
                       "%s: its file system has no locks, so votes could be lost; move the database to "
                       "another file system",
                       db->base.path);
    return err_set(err, ERR_DATABASE, "%s: another program has been writing to it for a minute; try again",
                   db->base.path);
}

static bool fail_unreadable(const struct sqlite_db *db, struct err *err)
{
    return err_set(err, ERR_DATABASE,
                   "%s: the disk can't read the database, its -wal or its -shm file (%s); the files may "
                   "still be whole: copy all three to another disk",
                   db->base.path, strerror(EIO));
}

/* Messages for errors of the system that do not mean a missing file or a missing permission. */
static const struct {
    int error;
    const char *text;
} system_failures[] = {
    {ENOSPC, "the disk is full; nothing was saved"},
    {EDQUOT, "your disk quota is full; nothing was saved"},
    {EFBIG, "the file would become larger than allowed (see `ulimit -f`); nothing was saved"},
    {EMFILE, "too many files are open (see `ulimit -n`)"},
    {ENFILE, "too many files are open on this machine"},
};

const char *sqlite_find_system_failure(int error)
{
    for (size_t i = 0; i < sizeof system_failures / sizeof *system_failures; i++) {
        if (system_failures[i].error == error)
            return system_failures[i].text;
    }
    return NULL;
}

static bool reads(int code)
{
    return code == SQLITE_IOERR_READ || code == SQLITE_IOERR_SHORT_READ || code == SQLITE_IOERR_CORRUPTFS ||
           code == SQLITE_IOERR_FSTAT;
}

static sqlite3_file *file_of(const struct sqlite_db *db, int which)
{
    sqlite3_file *file = NULL;
    sqlite3_file_control(db->handle, "main", which, &file);
    return file != NULL && file->pMethods != NULL ? file : NULL;
}

/* SQLite keeps the error for the handle, except if a commit fails: then each file has its own. */
static int find_system_error(const struct sqlite_db *db, int code)
{
    static const int files[] = {SQLITE_FCNTL_JOURNAL_POINTER, SQLITE_FCNTL_FILE_POINTER};
    int error = sqlite3_system_errno(db->handle);
    for (size_t i = 0; error == 0 && (code & 0xff) == SQLITE_IOERR && i < sizeof files / sizeof *files; i++) {
        sqlite3_file *file = file_of(db, files[i]);
        if (file != NULL)
            file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &error);
    }
    return error;
}

/*
 * Reports a file beside the database that exists and can't be written although the database can; false, without an
 * error, if there is none.
 */
static bool fail_of_file_beside(const struct sqlite_db *db, struct err *err)
{
    static const char *const endings[] = {"-wal", "-shm", "-journal"};
    bool is_found = false;
    for (size_t i = 0; access(db->base.path, W_OK) == 0 && !is_found && i < sizeof endings / sizeof *endings;
         i++) {
        struct buffer path = {0};
        sqlite_add_path_beside(&path, db, endings[i]);
        is_found = access(buffer_string(&path), F_OK) == 0 && access(buffer_string(&path), W_OK) != 0;
        if (is_found)
            err_set(err, ERR_DATABASE,
                    "%s can't be written, because %s is not writable; ask the owner of that file for the "
                    "permission (chown, chmod)",
                    db->base.path, buffer_string(&path));
        buffer_release(&path);
    }
    return is_found;
}

/* Sets the error of a call that opened, read, wrote or mapped a file. */
static bool fail_of_system(const struct sqlite_db *db, int code, struct err *err)
{
    int error = find_system_error(db, code);
    const char *text = sqlite_find_system_failure(error);
    if (text != NULL)
        return err_set(err, ERR_DATABASE, "%s: %s", db->base.path, text);
    /* If SQLite can't make a file, it looks for it once more, and reports that there is none. */
    if ((code & 0xff) == SQLITE_CANTOPEN && error == ENOENT && folder_of_is_there(db->base.path))
        return err_set(err, ERR_DATABASE,
                       "%s can't be made: you may not write to its folder; name another folder",
                       db->base.path);
    if ((code & 0xff) == SQLITE_CANTOPEN && error == ENOENT)
        return err_set(err, ERR_DATABASE,
                       "%s: its folder does not exist; make the folder, or correct the path", db->base.path);
    if ((code & 0xff) != SQLITE_IOERR && !db->only_reads && fail_of_file_beside(db, err))
        return false;
    if ((code & 0xff) != SQLITE_IOERR)
        return err_set(err, ERR_DATABASE,
                       "%s: the database can't be %s; check the permissions of the file and its folder",
                       db->base.path, db->only_reads ? "read" : "written");
    if (error == EIO && reads(code))
        return fail_unreadable(db, err);
    return err_set(err, ERR_DATABASE, "%s: the database can't be %s: %s; nothing was saved", db->base.path,
                   reads(code) ? "read" : "written", error != 0 ? strerror(error) : sqlite3_errstr(code));
}

static bool can_be_read(sqlite3_file *file)
{
    char chunk[64 * 1024];
    sqlite3_int64 size = 0;
    if (file == NULL)
        return true;
    bool read = file->pMethods->xFileSize(file, &size) == SQLITE_OK;
    for (sqlite3_int64 at = 0; read && at < size; at += (sqlite3_int64)sizeof chunk) {
        int code = file->pMethods->xRead(file, chunk, sizeof chunk, at);
        read = code == SQLITE_OK || code == SQLITE_IOERR_SHORT_READ;
    }
    return read;
}

/*
 * assay's own statements are right, and a search passes no FTS5 syntax. So an error without a better code or message
 * comes from the tables of the search index, or from something that FTS5 did not find there.
 */
static bool is_of_index(int code, const char *message)
{
    return code == SQLITE_CORRUPT_VTAB || strcmp(message, sqlite3_errstr(SQLITE_ERROR)) == 0 ||
           strstr(message, "fts5") != NULL || strstr(message, "document_words") != NULL;
}

static bool fail_of_index(const struct sqlite_db *db, struct err *err)
{
    return err_set(
        err, ERR_DATABASE,
        "%s: the index of documents that a search made is damaged; `assay check %s --repair` drops it, "
        "and the next search rebuilds it",
        db->base.path, db->base.path);
}

/* SQLite also reports data that the disk can't read as damaged. */
static bool fail_damaged_or_unreadable(const struct sqlite_db *db, int code, const char *how, struct err *err)
{
    if (!can_be_read(file_of(db, SQLITE_FCNTL_FILE_POINTER)) ||
        !can_be_read(file_of(db, SQLITE_FCNTL_JOURNAL_POINTER)))
        return fail_unreadable(db, err);
    if (is_of_index(code, how))
        return fail_of_index(db, err);
    return err_set(err, ERR_DATABASE,
                   "%s: the file is damaged (%s), or the disk misread it; `assay check %s` says where; if "
                   "it fails in the same way, "
                   "go on with the last backup, and add the votes since then from the journal",
                   db->base.path, how, db->base.path);
}

/* SQLite reports fields that are not JSON by an error without a code of its own. */
static bool is_of_json(const char *message)
{
    return strcmp(message, "malformed JSON") == 0;
}

bool sqlite_fail(struct sqlite_db *db, int code, struct err *err)
{
    /*
     * The handle describes its last call, which may be another one than the failed one. Opening gives only the lower 8
     * bits of a code.
     */
    int last = sqlite3_extended_errcode(db->handle);
    if ((last & 0xff) == code)
        code = last;
    const char *message = last == code ? sqlite3_errmsg(db->handle) : sqlite3_errstr(code);
    db->base.was_busy = (code & 0xff) == SQLITE_BUSY;
    switch (code & 0xff) {
    case SQLITE_NOTADB:
        return err_set(err, ERR_DATABASE, "%s: not a database; name a file that `assay import` made",
                       db->base.path);
    case SQLITE_BUSY:
    case SQLITE_PROTOCOL:
        return fail_busy(db, err);
    case SQLITE_FULL:
        return err_set(err, ERR_DATABASE, "%s: %s", db->base.path, sqlite_find_system_failure(ENOSPC));
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_IOERR:
        return fail_of_system(db, code, err);
    case SQLITE_CORRUPT:
        return fail_damaged_or_unreadable(db, code, message, err);
    case SQLITE_CONSTRAINT: /* assay's writes break no constraint of sound tables */
        return sqlite_fail_damaged(&db->base, message, err);
    case SQLITE_INTERRUPT:
        return err_set(err, db->base.was_stopped ? ERR_INTERRUPTED : ERR_DATABASE, "%s: %s", db->base.path,
                       db->base.was_stopped ? "stopped; nothing was saved" : message);
    case SQLITE_TOOBIG:
        return err_set(err, ERR_DATABASE, "%s: a text is larger than a database can hold (1 GB)",
                       db->base.path);
    default:
        return is_of_json(message) ? sqlite_fail_damaged(&db->base, "fields are not a JSON object", err)
               : is_of_index(code, message) ? fail_of_index(db, err)
                                            : err_set(err, ERR_DATABASE, "%s: %s", db->base.path, message);
    }
}

bool sqlite_fail_damaged(const struct db *base, const char *damage, struct err *err)
{
    return err_set(err, ERR_DATABASE, "%s: the file is damaged: %s; `assay check %s` lists what is wrong",
                   base->path, damage, base->path);
}
