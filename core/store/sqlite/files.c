/*
 * The database's file and those that SQLite keeps beside it, as the system sees them: whose they are, and which of them this
 * program has open.
 *
 * A file of an open database must not be opened here a second time without SQLite: when any descriptor of a file is
 * closed, POSIX takes all locks that the program has on it away. So those that are open are in one list, for sqlite_has_file.
 */
#include "core/store/sqlite/sqlite_db.h"

#include <pthread.h>
#include <unistd.h>

/* --- Those that are open ---------------------------------------------------------------------- */

static struct sqlite_db *open_dbs;
static pthread_mutex_t open_dbs_mutex = PTHREAD_MUTEX_INITIALIZER;

void sqlite_note_open(struct sqlite_db *db)
{
    pthread_mutex_lock(&open_dbs_mutex);
    db->next = open_dbs;
    open_dbs = db;
    pthread_mutex_unlock(&open_dbs_mutex);
}

void sqlite_note_closed(const struct sqlite_db *db)
{
    pthread_mutex_lock(&open_dbs_mutex);
    for (struct sqlite_db **link = &open_dbs; *link != NULL; link = &(*link)->next) {
        if (*link == db) {
            *link = db->next;
            break;
        }
    }
    pthread_mutex_unlock(&open_dbs_mutex);
}

bool sqlite_is_file_at(const struct stat *file, const char *path, struct stat *now)
{
    return stat(path, now) == 0 && now->st_dev == file->st_dev && now->st_ino == file->st_ino;
}

/* SQLite has followed the links of the path that it was given. */
void sqlite_add_path_beside(struct buffer *path, const struct sqlite_db *db, const char *ending)
{
    buffer_add_format(path, "%s%s", sqlite3_db_filename(db->handle, "main"), ending);
}

bool sqlite_has_content_beside(const struct sqlite_db *db, const char *ending)
{
    struct stat file;
    struct buffer path = {0};
    sqlite_add_path_beside(&path, db, ending);
    bool has = stat(buffer_string(&path), &file) == 0 && file.st_size > 0;
    buffer_release(&path);
    return has;
}

static bool has_file(const struct sqlite_db *db, const struct stat *file)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    struct buffer path = {0};
    struct stat other;
    bool has = false;
    for (size_t i = 0; i < sizeof endings / sizeof *endings && !has; i++) {
        buffer_clear(&path);
        sqlite_add_path_beside(&path, db, endings[i]);
        has = sqlite_is_file_at(file, buffer_string(&path), &other);
    }
    buffer_release(&path);
    return has;
}

bool sqlite_has_file(const char *path)
{
    struct stat file;
    bool has = false;
    if (stat(path, &file) != 0)
        return false;
    pthread_mutex_lock(&open_dbs_mutex);
    for (const struct sqlite_db *db = open_dbs; db != NULL && !has; db = db->next)
        has = has_file(db, &file);
    pthread_mutex_unlock(&open_dbs_mutex);
    return has;
}

/* --- Beside each other ------------------------------------------------------------------------ */

/* ":memory:" and "file:x" are names of files like any other: with a folder in front SQLite takes them so. */
const char *sqlite_folder_before(const char *path)
{
    return path[0] == '/' ? "" : "./";
}

/* The journal that the header names: 1 of a copy that SQLite made and nobody has written to, 2 since the first -wal. */
static int read_journal_kind(const struct sqlite_db *db)
{
    enum { AT = 18 };
    unsigned char kind = 0;
    sqlite3_file *file = NULL;
    int code = sqlite3_file_control(db->handle, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    return code == SQLITE_OK && file != NULL && file->pMethods != NULL &&
                   file->pMethods->xRead(file, &kind, 1, AT) == SQLITE_OK
               ? kind
               : 0;
}

/*
 * A backup that is copied over a database after a crash finds the -wal of that one beside it, and SQLite would put its pages
 * in among the backup's. The -wal is looked at first: who makes the first one writes into the header before.
 */
bool sqlite_refuse_leftover(const struct sqlite_db *db, struct err *err)
{
    bool is_leftover = sqlite_has_content_beside(db, "-wal") && read_journal_kind(db) == 1;
    if (is_leftover)
        err_set(err, ERR_DATABASE,
                "%s: %s-wal belongs to another database, which had this name before; end all sessions, and "
                "move %s-wal away",
                db->base.path, db->base.path, db->base.path);
    return !is_leftover;
}

/* In the files that SQLite makes beside the database all may write who may in the database: it gives them its rights. */
static void give_group(const struct sqlite_db *db, const struct stat *file, const char *ending)
{
    struct stat beside;
    struct buffer path = {0};
    sqlite_add_path_beside(&path, db, ending);
    bool is_ours = lstat(buffer_string(&path), &beside) == 0 && beside.st_uid == geteuid();
    bool is_given = is_ours && beside.st_gid != file->st_gid &&
                    lchown(buffer_string(&path), (uid_t)-1, file->st_gid) == 0;
    (void)is_given; /* who is not in the group has only what the others have */
    buffer_release(&path);
}

void sqlite_share_files(const struct db *base)
{
    const struct sqlite_db *db = sqlite_of(base);
    struct stat file;
    if (stat(sqlite3_db_filename(db->handle, "main"), &file) != 0)
        return;
    give_group(db, &file, "-wal");
    give_group(db, &file, "-shm");
}
