/*
 * The database file and the files that SQLite keeps beside it, as the system sees them: who owns them, and which ones
 * this program has open.
 *
 * A file of an open database must not be opened here again without SQLite: when any descriptor of a file is closed,
 * POSIX drops all locks that the program has on it. So a list has all open databases, for sqlite_has_file.
 */
#include "core/store/sqlite/sqlite_db.h"

#include <pthread.h>
#include <unistd.h>

/* --- Open databases --------------------------------------------------------------------------- */

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

/* SQLite has resolved the links of the path that it was given. */
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

/* --- Files beside the database ---------------------------------------------------------------- */

/* SQLite gives names such as ":memory:" and "file:x" a special meaning, unless a folder precedes them. */
const char *sqlite_folder_before(const char *path)
{
    return path[0] == '/' ? "" : "./";
}

/*
 * Reads the kind of journal from the header: 1 for a copy that SQLite has made and nobody has written to, 2 since the
 * first -wal.
 */
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
 * If a backup is copied over a database after a crash, the -wal of the old database is beside it, and SQLite would
 * apply its pages to the backup. The -wal is looked at first, because a program that makes the first one writes the
 * header before.
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

/*
 * Gives the file the database's group. SQLite gives it the database's permissions, so then all who may write to the
 * database may write to it.
 */
static void give_group(const struct sqlite_db *db, const struct stat *file, const char *ending)
{
    struct stat beside;
    struct buffer path = {0};
    sqlite_add_path_beside(&path, db, ending);
    bool is_ours = lstat(buffer_string(&path), &beside) == 0 && beside.st_uid == geteuid();
    bool is_given = is_ours && beside.st_gid != file->st_gid &&
                    lchown(buffer_string(&path), (uid_t)-1, file->st_gid) == 0;
    (void)is_given; /* a user outside the group can't give it; others then have no access by it */
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
