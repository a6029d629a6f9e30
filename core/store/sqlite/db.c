/*
 * Each named statement is prepared when it is used first, and kept until the database is closed. A query may go on after
 * a failure: there are no more rows, and query_end says what failed first.
 *
 * SQLite is careful with what it writes, and knows nothing of people who move, replace or remove files beside it. So
 * every commit first makes sure that the path still leads to the open file, that its -wal and -shm are those that were
 * opened, and that file and -wal are not shorter than what was committed to them. Otherwise it fails, and nothing is saved.
 *
 * A file of an open database must not be opened here a second time without SQLite: when any descriptor of a file is
 * closed, POSIX takes all locks that the program has on it away. So those that are open are in one list, for db_has_file.
 */
#include "core/store/sqlite/db.h"

#include "core/base/bug.h"
#include "core/base/memory.h"
#include "core/store/sqlite/turn.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Long enough for the slowest neighbour's import; nobody sees "database is locked". */
enum { BUSY_TIMEOUT_MS = 60 * 1000 };

/* How long is waited for others before the file is tried again, the last one again and again. */
static const int busy_delays_ms[] = {1, 2, 5, 10, 15, 20, 25, 50, BUSY_AGAIN_MS};

enum { BUSY_DELAYS = sizeof busy_delays_ms / sizeof *busy_delays_ms };

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

/* --- Those that are open ---------------------------------------------------------------------- */

static struct db *open_dbs;
static pthread_mutex_t open_dbs_mutex = PTHREAD_MUTEX_INITIALIZER;

static void note_open(struct db *db)
{
    pthread_mutex_lock(&open_dbs_mutex);
    db->next = open_dbs;
    open_dbs = db;
    pthread_mutex_unlock(&open_dbs_mutex);
}

static void note_closed(const struct db *db)
{
    pthread_mutex_lock(&open_dbs_mutex);
    for (struct db **link = &open_dbs; *link != NULL; link = &(*link)->next) {
        if (*link == db) {
            *link = db->next;
            break;
        }
    }
    pthread_mutex_unlock(&open_dbs_mutex);
}

/* Whether the path leads to that file; *now: how it looks there. */
static bool is_file_at(const struct stat *file, const char *path, struct stat *now)
{
    return stat(path, now) == 0 && now->st_dev == file->st_dev && now->st_ino == file->st_ino;
}

/* SQLite has followed the links of the path that it was given. */
static void add_path_beside(struct buffer *path, const struct db *db, const char *ending)
{
    buffer_add_format(path, "%s%s", sqlite3_db_filename(db->handle, "main"), ending);
}

static bool has_file(const struct db *db, const struct stat *file)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    struct buffer path = {0};
    struct stat other;
    bool has = false;
    for (size_t i = 0; i < sizeof endings / sizeof *endings && !has; i++) {
        buffer_clear(&path);
        add_path_beside(&path, db, endings[i]);
        has = is_file_at(file, buffer_string(&path), &other);
    }
    buffer_release(&path);
    return has;
}

bool db_has_file(const char *path)
{
    struct stat file;
    bool has = false;
    if (stat(path, &file) != 0)
        return false;
    pthread_mutex_lock(&open_dbs_mutex);
    for (const struct db *db = open_dbs; db != NULL && !has; db = db->next)
        has = has_file(db, &file);
    pthread_mutex_unlock(&open_dbs_mutex);
    return has;
}

/* --- Opening ---------------------------------------------------------------------------------- */

static bool fail_busy(const struct db *db, struct err *err)
{
    if (db->was_stopped)
        return err_set(err, ERR_INTERRUPTED,
                       "%s: stopped while waiting for another program that writes to it", db->path);
    if (db->has_no_locks)
        return err_set(err, ERR_DATABASE,
                       "%s: its file system has no locks, without which votes would be lost; put it on "
                       "another one",
                       db->path);
    return err_set(err, ERR_DATABASE, "%s: another program has been writing to it for a minute; try again",
                   db->path);
}

static bool fail_unreadable(const struct db *db, struct err *err)
{
    return err_set(
        err, ERR_DATABASE,
        "%s: the disk can't read it, its -wal or -shm (%s); they need not be damaged: copy all three to "
        "another disk",
        db->path, strerror(EIO));
}

/* What the system says of files that are neither missing nor another one's. */
static const struct {
    int error;
    const char *text;
} system_failures[] = {
    {ENOSPC, "the disk is full; nothing was saved"},
    {EDQUOT, "your share of the disk is full; nothing was saved"},
    {EFBIG, "no file may grow as large (see `ulimit -f`); nothing was saved"},
    {EMFILE, "too many files are open (see `ulimit -n`)"},
    {ENFILE, "too many files are open on this machine"},
};

static const char *find_system_failure(int error)
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

static sqlite3_file *file_of(const struct db *db, int which)
{
    sqlite3_file *file = NULL;
    sqlite3_file_control(db->handle, "main", which, &file);
    return file != NULL && file->pMethods != NULL ? file : NULL;
}

/* SQLite keeps it for the handle, but not when a commit fails: then each file has its own. */
static int find_system_error(const struct db *db, int code)
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

/* Of a call that opened, read, wrote or mapped a file. */
static bool fail_of_system(const struct db *db, int code, struct err *err)
{
    int error = find_system_error(db, code);
    const char *text = find_system_failure(error);
    if (text != NULL)
        return err_set(err, ERR_DATABASE, "%s: %s", db->path, text);
    if ((code & 0xff) != SQLITE_IOERR)
        return err_set(err, ERR_DATABASE, "%s: it can't be %s; check the rights to the file and its folder",
                       db->path, db->only_reads ? "read" : "written");
    if (error == EIO && reads(code))
        return fail_unreadable(db, err);
    return err_set(err, ERR_DATABASE, "%s: it can't be %s: %s; nothing was saved", db->path,
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

/* SQLite calls damaged, too, what the disk can't read. */
static bool fail_damaged_or_unreadable(const struct db *db, const char *how, struct err *err)
{
    if (!can_be_read(file_of(db, SQLITE_FCNTL_FILE_POINTER)) ||
        !can_be_read(file_of(db, SQLITE_FCNTL_JOURNAL_POINTER)))
        return fail_unreadable(db, err);
    return err_set(
        err, ERR_DATABASE,
        "%s: the file is damaged (%s), or the disk misread it; if that stays so, restore it from a copy",
        db->path, how);
}

static bool fail_with_code(struct db *db, int code, struct err *err)
{
    /* What the handle says is of its own last call: it need not be of the one that failed. Opening tells no more than 0xff. */
    int last = sqlite3_extended_errcode(db->handle);
    if ((last & 0xff) == code)
        code = last;
    const char *message = last == code ? sqlite3_errmsg(db->handle) : sqlite3_errstr(code);
    db->last_failure = code;
    switch (code & 0xff) {
    case SQLITE_NOTADB:
        return err_set(err, ERR_DATABASE, "%s: not a database; name a file that `assay import` made",
                       db->path);
    case SQLITE_BUSY:
    case SQLITE_PROTOCOL:
        return fail_busy(db, err);
    case SQLITE_FULL:
        return err_set(err, ERR_DATABASE, "%s: %s", db->path, find_system_failure(ENOSPC));
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_IOERR:
        return fail_of_system(db, code, err);
    case SQLITE_CORRUPT:
        return fail_damaged_or_unreadable(db, message, err);
    case SQLITE_TOOBIG:
        return err_set(err, ERR_DATABASE, "%s: a text is larger than a database can hold (1 GB)", db->path);
    default:
        return err_set(err, ERR_DATABASE, "%s: %s", db->path, message);
    }
}

static void begin_wait(struct db *db)
{
    if (db->waits_as_one)
        return;
    db->waited_ms = 0;
    db->watch_was_asked = db->was_stopped = false;
}

/* Whether to go on after having waited so long. The sum is of the delays: below cli/ nobody reads a clock. */
static bool count_wait(struct db *db, int ms)
{
    db->waited_ms += ms;
    if (db->waited_ms < BUSY_QUIET_MS || db->busy_watch.go_on == NULL)
        return true;
    db->was_stopped = !db->busy_watch.go_on(db->busy_watch.context, !db->watch_was_asked);
    db->watch_was_asked = true;
    return !db->was_stopped;
}

static bool may_wait(const struct db *db)
{
    return db->waited_ms < db->patience_ms && !db->was_stopped && !db->has_no_locks;
}

/* SQLite takes ENOLCK, too, for another program's lock; it is the error of the call that failed just now. */
static int wait_for_others(void *context, int tries)
{
    struct db *db = context;
    db->has_no_locks = errno == ENOLCK;
    if (tries == 0)
        begin_wait(db);
    if (!may_wait(db))
        return 0;
    int delay_ms = busy_delays_ms[tries < BUSY_DELAYS ? tries : BUSY_DELAYS - 1];
    sqlite3_sleep(delay_ms);
    return count_wait(db, delay_ms);
}

/* Looks at the file that has just been opened, and whether it is still what the path leads to. */
static bool look_at_opened(struct db *db)
{
    int has_moved = 1;
    if (stat(sqlite3_db_filename(db->handle, "main"), &db->file) == 0)
        sqlite3_file_control(db->handle, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved);
    return has_moved == 0;
}

/*
 * Makes the file where there is none; what can't be made SQLite tells. It is its owner's alone, unless the umask lets the
 * group write: then those who label together may read it, too.
 */
static void make_file(struct db *db)
{
    int descriptor = open(db->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR | S_IWGRP);
    db->is_made = descriptor >= 0 && fstat(descriptor, &db->made) == 0;
    if (db->is_made && (db->made.st_mode & S_IWGRP) != 0)
        fchmod(descriptor, S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP);
    if (descriptor >= 0)
        close(descriptor);
}

static bool is_as_made(const struct db *db)
{
    struct stat file;
    return db->is_made && is_file_at(&db->made, db->path, &file) && file.st_size == 0;
}

/*
 * Removes a file that this program made and that is still empty, if nobody else has it
 * open: who has would take the -wal of the next database of this name for a leftover.
 * Linux leases a file for writing only then, and who opens it now waits until it is
 * gone (open_in_place looks). Elsewhere, and where nothing is leased, it stays: an empty
 * file is as good as none to who makes a database.
 */
static void remove_if_unused(const struct db *db)
{
#ifdef F_SETLEASE
    if (!is_as_made(db) || db_has_file(db->path))
        return;
    int descriptor = open(db->path, O_RDWR | O_CLOEXEC);
    if (descriptor < 0)
        return;
    /* SIGURG says that somebody waits, and does nothing; SIGIO would end the program. */
    if (fcntl(descriptor, F_SETSIG, SIGURG) == 0 && fcntl(descriptor, F_SETLEASE, F_WRLCK) == 0 &&
        is_as_made(db))
        unlink(db->path);
    close(descriptor);
#else
    (void)db;
#endif
}

/* Again when the file was removed at the very moment that it was opened. */
static int open_in_place(struct db *db, const char *path, bool create)
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

static struct db *make_db(const char *path)
{
    struct db *db = memory_get_zeroed(1, sizeof *db);
    db->path = memory_copy_string(path);
    db->patience_ms = BUSY_TIMEOUT_MS;
    db->turns = -1;
    return db;
}

/* ":memory:" and "file:x" are names of files like any other: with a folder in front SQLite takes them so. */
static const char *folder_before(const char *path)
{
    return path[0] == '/' ? "" : "./";
}

static void configure(struct db *db)
{
    sqlite3_extended_result_codes(db->handle, 1);
    /* A database is a file that people send each other. */
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_busy_handler(db->handle, wait_for_others, db);
}

bool db_open(struct db **out, const char *path, bool create, struct err *err)
{
    struct db *db = make_db(path);
    struct buffer literal = {0};
    buffer_add_format(&literal, "%s%s", folder_before(path), path);
    int code = open_in_place(db, buffer_string(&literal), create);
    buffer_release(&literal);
    if (code != SQLITE_OK) {
        fail_with_code(db, code, err);
        db_close(db);
        return false;
    }
    configure(db);
    note_open(db);
    *out = db;
    return true;
}

/* In the files that SQLite makes beside the database all may write who may in the database: it gives them its rights. */
static void give_group(const struct db *db, const struct stat *file, const char *ending)
{
    struct stat beside;
    struct buffer path = {0};
    add_path_beside(&path, db, ending);
    bool is_ours = lstat(buffer_string(&path), &beside) == 0 && beside.st_uid == geteuid();
    bool is_given = is_ours && beside.st_gid != file->st_gid &&
                    lchown(buffer_string(&path), (uid_t)-1, file->st_gid) == 0;
    (void)is_given; /* who is not in the group has only what the others have */
    buffer_release(&path);
}

void db_share_files(const struct db *db)
{
    struct stat file;
    if (stat(sqlite3_db_filename(db->handle, "main"), &file) != 0)
        return;
    give_group(db, &file, "-wal");
    give_group(db, &file, "-shm");
}

/* --- Reading and no more ---------------------------------------------------------------------- */

/*
 * The ways in which a file can be read, each needs less than the one before. Without the right to write SQLite would still
 * make a -wal and a -shm where the folder lets it, and not remove them: files of another one, in which the owner then
 * can't write. So these ways take both as they are: the -shm by SQLite's own parameter, the -wal by reading_vfs.
 */
static const struct reading_way {
    int flags;
    const char *parameters;
    bool
        is_unlocked; /* nobody is kept from writing meanwhile: so nobody may have it open, and the file is looked at */
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

/* Whatever bytes the path has. */
static void add_uri(struct buffer *uri, const char *path, const char *parameters)
{
    buffer_add_string(uri, "file:");
    for (const char *c = folder_before(path); *c != '\0'; c++)
        buffer_add_format(uri, "%%%02x", (unsigned char)*c);
    for (const char *c = path; *c != '\0'; c++)
        buffer_add_format(uri, "%%%02x", (unsigned char)*c);
    buffer_add_string(uri, parameters);
}

/* The first that is read opens the -wal and the -shm. */
static int read_something(struct db *db)
{
    enum { PAUSE_MS = 20 };
    int code;
    do
        code = db->last_failure =
            sqlite3_exec(db->handle, "SELECT 1 FROM sqlite_schema LIMIT 1", NULL, NULL, NULL);
    while (db_wait_if_busy(db, PAUSE_MS));
    return code;
}

static int try_reading_way(struct db *db, const struct reading_way *way)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_reading_vfs);
    struct buffer uri = {0};
    add_uri(&uri, db->path, way->parameters);
    sqlite3_close(db->handle);
    int code =
        sqlite3_open_v2(buffer_string(&uri), &db->handle, way->flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX,
                        way->flags == SQLITE_OPEN_READONLY ? reading_vfs.zName : NULL);
    buffer_release(&uri);
    if (code != SQLITE_OK)
        return code;
    configure(db);
    bool is_as_asked = sqlite3_db_readonly(db->handle, "main") == (way->flags == SQLITE_OPEN_READONLY);
    return is_as_asked ? read_something(db) : SQLITE_READONLY;
}

static bool has_content(const struct db *db, const char *ending)
{
    struct stat file;
    struct buffer path = {0};
    add_path_beside(&path, db, ending);
    bool has = stat(buffer_string(&path), &file) == 0 && file.st_size > 0;
    buffer_release(&path);
    return has;
}

/* Whether all of the database is in the file itself. It is looked at first: a -wal that comes later changes it later. */
static bool hold_still(struct db *db)
{
    return stat(db->path, &db->still) == 0 && !has_content(db, "-wal") && !has_content(db, "-journal");
}

static bool is_still(const struct db *db)
{
    struct stat now;
    return db->still.st_ino == 0 ||
           (is_file_at(&db->still, db->path, &now) && now.st_size == db->still.st_size &&
            now.st_mtim.tv_sec == db->still.st_mtim.tv_sec &&
            now.st_mtim.tv_nsec == db->still.st_mtim.tv_nsec);
}

static bool fail_not_still(const struct db *db, struct err *err)
{
    return err_set(err, ERR_DATABASE, "%s: it was written to while it was read; try again", db->path);
}

/* Whether another way may lead to what this one did not. */
static bool lacks_rights(int code)
{
    int kind = code & 0xff;
    return kind == SQLITE_CANTOPEN || kind == SQLITE_READONLY || kind == SQLITE_PERM || kind == SQLITE_FULL ||
           kind == SQLITE_IOERR;
}

/* Where a disk or a limit is in the way, and not a right, that is what is said. */
static bool fail_out_of_reach(struct db *db, int code, struct err *err)
{
    if ((code & 0xff) == SQLITE_IOERR || find_system_failure(sqlite3_system_errno(db->handle)) != NULL)
        return fail_with_code(db, code, err);
    return err_set(err, ERR_DATABASE,
                   "%s: what was written to it last lies beside it and can't be read without the right to "
                   "write; let who has it run `assay check %s`, or copy all its files to a folder of yours",
                   db->path, db->path);
}

static bool find_reading_way(struct db *db, struct err *err)
{
    int code = SQLITE_READONLY;
    for (size_t i = 0; i < READING_WAYS && lacks_rights(code); i++) {
        if (reading_ways[i].is_unlocked && !hold_still(db))
            return fail_out_of_reach(db, code, err);
        code = try_reading_way(db, &reading_ways[i]);
    }
    return code == SQLITE_OK || fail_with_code(db, code, err);
}

bool db_open_reading(struct db **out, const char *path, struct busy_watch watch, struct err *err)
{
    struct db *db = make_db(path);
    db->busy_watch = watch;
    db->only_reads = true;
    db_wait_as_one(db, true);
    bool found = find_reading_way(db, err) && db_execute(db, "PRAGMA query_only = ON", err);
    db_wait_as_one(db, false);
    if (!found) {
        db_close(db);
        return false;
    }
    db_share_files(db);
    note_open(db);
    *out = db;
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

/* A file without a name is kept in memory while it is small. */
bool db_take_private_copy(struct db *db, struct err *err)
{
    sqlite3 *copy = NULL;
    int code =
        sqlite3_open_v2("", &copy, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_OK)
        code = copy_all(copy, db->handle);
    bool copied = code == SQLITE_OK || fail_with_code(db, code, err);
    copied = copied && (is_still(db) || fail_not_still(db, err));
    if (!copied) {
        sqlite3_close(copy);
        return false;
    }
    note_closed(db);
    sqlite3_close(db->handle);
    db->handle = copy;
    db->still = (struct stat){0};
    configure(db);
    return true;
}

void db_close(struct db *db)
{
    if (db == NULL)
        return;
    note_closed(db);
    for (size_t i = 0; i < STATEMENT_COUNT; i++)
        sqlite3_finalize(db->statements[i]);
    sqlite3_close(db->handle);
    if (db->turns >= 0)
        close(db->turns);
    remove_if_unused(db);
    free(db->path);
    free(db);
}

bool db_was_busy(const struct db *db)
{
    return (db->last_failure & 0xff) == SQLITE_BUSY;
}

bool db_wait_if_busy(struct db *db, int ms)
{
    if (!db_was_busy(db) || !may_wait(db))
        return false;
    db->last_failure = SQLITE_OK;
    sqlite3_sleep(ms);
    return count_wait(db, ms);
}

bool db_wait_as_one(struct db *db, bool as_one)
{
    bool before = db->waits_as_one;
    begin_wait(db);
    db->waits_as_one = as_one;
    return before;
}

void db_set_patience(struct db *db, int ms)
{
    db->patience_ms = ms;
}

struct busy_watch db_watch_busy(struct db *db, struct busy_watch watch)
{
    struct busy_watch before = db->busy_watch;
    db->busy_watch = watch;
    return before;
}

bool db_fail_damaged(const struct db *db, const char *damage, struct err *err)
{
    return err_set(err, ERR_DATABASE, "%s: the file is damaged: %s; `assay check %s` lists what is wrong",
                   db->path, damage, db->path);
}

const char *db_path(const struct db *db)
{
    return db->path;
}

bool db_execute(struct db *db, const char *sql, struct err *err)
{
    int code = sqlite3_exec(db->handle, sql, NULL, NULL, NULL);
    return code == SQLITE_OK || fail_with_code(db, code, err);
}

bool db_pragma(struct db *db, const char *sql, int64_t *value, struct err *err)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db->handle, sql, -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        *value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return code == SQLITE_ROW || fail_with_code(db, code, err);
}

static bool go_on_waiting(void *context, int ms)
{
    struct db *db = context;
    return count_wait(db, ms) && may_wait(db);
}

/* A database that is being made has no -wal yet, and one turn more or less is no harm. */
static bool take_turn(struct db *db, struct err *err)
{
    if (db->turns < 0)
        db->turns = open(sqlite3_filename_wal(sqlite3_db_filename(db->handle, "main")), O_RDWR | O_CLOEXEC);
    db->has_turn = db->turns >= 0 && turn_take(db->turns, go_on_waiting, db);
    return db->turns < 0 || db->has_turn || fail_with_code(db, SQLITE_BUSY, err);
}

static void give_turn_back(struct db *db)
{
    if (db->has_turn)
        turn_give_back(db->turns);
    db->has_turn = false;
}

bool db_begin(struct db *db, struct err *err)
{
    bool as_one = db_wait_as_one(db, true);
    bool begun = take_turn(db, err) && db_execute(db, "BEGIN IMMEDIATE", err);
    db_wait_as_one(db, as_one);
    if (!begun)
        give_turn_back(db);
    return begun;
}

bool db_begin_reading(struct db *db, struct err *err)
{
    return db_execute(db, "BEGIN", err);
}

/* While this program has them open nobody else may remove them: they are the same all along. */
static bool is_same_beside(const struct db *db, const char *ending, struct stat *known, struct stat *now)
{
    struct buffer path = {0};
    buffer_add_format(&path, "%s%s", sqlite3_db_filename(db->handle, "main"), ending);
    bool is_there = stat(buffer_string(&path), now) == 0;
    buffer_release(&path);
    if (known->st_ino == 0 && is_there)
        *known = *now;
    return known->st_ino == 0 || (is_there && now->st_ino == known->st_ino && now->st_dev == known->st_dev);
}

/* The sizes of the files with all that was committed, by the -shm that all share. */
struct committed {
    int64_t wal_size;
    int64_t main_size; /* once all of the -wal is in it */
};

static struct committed read_committed(struct db *db)
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
 * In a write transaction: nobody else changes the files meanwhile. Before there is a -wal, all is the journal's. What was
 * seen of the file's size once is there, unless others have made the database smaller.
 */
static bool are_whole(struct db *db, const struct stat *file)
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

/* What is written to a file that its path leads to no more is found by nobody. */
static bool require_in_place(struct db *db, struct err *err)
{
    struct stat file;
    if (!is_file_at(&db->file, sqlite3_db_filename(db->handle, "main"), &file))
        return err_set(err, ERR_DATABASE,
                       "%s: moved, replaced or deleted while in use; this was not saved; put the file back",
                       db->path);
    if (!are_whole(db, &file))
        return err_set(err, ERR_DATABASE,
                       "%s: it, its -wal or -shm was removed, replaced or cut off while in use; this was not "
                       "saved; end all sessions, then look with `assay check %s`",
                       db->path, db->path);
    db->file = file;
    return true;
}

bool db_commit(struct db *db, struct err *err)
{
    bool committed = require_in_place(db, err) && db_execute(db, "COMMIT", err);
    if (!committed)
        db_rollback(db);
    give_turn_back(db);
    return committed;
}

void db_rollback(struct db *db)
{
    if (sqlite3_get_autocommit(db->handle) == 0)
        sqlite3_exec(db->handle, "ROLLBACK", NULL, NULL, NULL);
    give_turn_back(db);
}

int64_t db_last_id(const struct db *db)
{
    return sqlite3_last_insert_rowid(db->handle);
}

int64_t db_change_count(const struct db *db)
{
    return sqlite3_changes64(db->handle);
}

struct query query_start(struct db *db, enum statement statement)
{
    sqlite3_stmt **kept = &db->statements[statement];
    struct query query = {.db = db, .result = SQLITE_OK};
    if (*kept == NULL)
        query.result = sqlite3_prepare_v3(db->handle, statement_texts[statement], -1,
                                          SQLITE_PREPARE_PERSISTENT, kept, NULL);
    else if (sqlite3_stmt_busy(*kept))
        BUG("the query %s is started inside itself", statement_names[statement]);
    query.statement = *kept;
    return query;
}

static void keep_first_failure(struct query *query, int code)
{
    if (query->result == SQLITE_OK)
        query->result = code;
}

/* To SQLite "$2" is a name, and its index the place where it stands first. */
static int index_of(const struct query *query, int parameter)
{
    BUG_UNLESS(parameter >= 1 && parameter <= 9);
    const char name[] = {'$', (char)('0' + parameter), '\0'};
    int index = sqlite3_bind_parameter_index(query->statement, name);
    BUG_UNLESS(index > 0 || query->statement == NULL);
    return index;
}

void query_bind_integer(struct query *query, int parameter, int64_t value)
{
    keep_first_failure(query, sqlite3_bind_int64(query->statement, index_of(query, parameter), value));
}

void query_bind_real(struct query *query, int parameter, double value)
{
    keep_first_failure(query, sqlite3_bind_double(query->statement, index_of(query, parameter), value));
}

void query_bind_bytes(struct query *query, int parameter, struct bytes value)
{
    const char *data = value.data != NULL ? value.data : "";
    keep_first_failure(query, sqlite3_bind_text64(query->statement, index_of(query, parameter), data,
                                                  value.size, SQLITE_STATIC, SQLITE_UTF8));
}

void query_bind_null(struct query *query, int parameter)
{
    keep_first_failure(query, sqlite3_bind_null(query->statement, index_of(query, parameter)));
}

bool query_require(struct query *query, bool holds, const char *damage)
{
    if (!holds && query->damage == NULL)
        query->damage = damage;
    return holds;
}

bool query_next(struct query *query)
{
    if (query->damage != NULL)
        return false;
    if (query->result != SQLITE_OK && query->result != SQLITE_ROW)
        return false;
    query->result = sqlite3_step(query->statement);
    return query->result == SQLITE_ROW;
}

int64_t query_integer(struct query *query, int column)
{
    return sqlite3_column_int64(query->statement, column);
}

double query_real(struct query *query, int column)
{
    return sqlite3_column_double(query->statement, column);
}

struct bytes query_bytes(struct query *query, int column)
{
    const unsigned char *text = sqlite3_column_text(query->statement, column);
    return (struct bytes){.data = (const char *)text,
                          .size = (size_t)sqlite3_column_bytes(query->statement, column)};
}

int64_t query_only_integer(struct query *query)
{
    BUG_UNLESS(sqlite3_column_count(query->statement) == 1);
    return query_integer(query, 0);
}

double query_only_real(struct query *query)
{
    BUG_UNLESS(sqlite3_column_count(query->statement) == 1);
    return query_real(query, 0);
}

struct bytes query_only_bytes(struct query *query)
{
    BUG_UNLESS(sqlite3_column_count(query->statement) == 1);
    return query_bytes(query, 0);
}

bool query_end(struct query *query, struct err *err)
{
    int code = query->result;
    bool worked = code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE;
    if (!is_still(query->db))
        worked = fail_not_still(query->db, err);
    else if (!worked)
        fail_with_code(query->db, code, err);
    else if (query->damage != NULL)
        worked = db_fail_damaged(query->db, query->damage, err);
    sqlite3_reset(query->statement);
    if (query->statement != NULL) /* it could not be prepared */
        sqlite3_clear_bindings(query->statement);
    return worked;
}

bool query_run(struct query *query, struct err *err)
{
    while (query_next(query))
        continue;
    return query_end(query, err);
}

bool query_one_integer(struct query *query, int64_t absent, int64_t *value, struct err *err)
{
    *value = query_next(query) ? query_integer(query, 0) : absent;
    return query_end(query, err);
}
