/*
 * The copy is written under a name that ends in ".part", made durable, and only then renamed: a file with the final
 * name is complete. An existing file is never overwritten. The copy has the last committed state, including the -wal,
 * page by page, so a copy of a damaged file has all that there is.
 */
#include "core/store/upkeep/copy.h"

#include "core/base/arena.h"
#include "core/base/folder.h"
#include "core/store/database/db.h"
#include "core/store/sqlite/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool exists(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0;
}

/* Returns the first name that no file has. */
static const char *free_name(struct arena *arena, const char *path, const char *ending)
{
    const char *name = arena_format(arena, "%s.%s", path, ending);
    for (int n = 2; exists(name); n++)
        name = arena_format(arena, "%s.%s.%d", path, ending, n);
    return name;
}

/*
 * Makes an empty file that only its owner can read, while the copy is made. SQLite keeps an empty file's permissions,
 * and copy_settle sets the final ones.
 */
static void make_private(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file >= 0)
        close(file);
}

/* Uses another connection, which sees the committed state, because a transaction can't be copied from inside. */
static bool copy_database(const char *path, const char *to, struct err *err)
{
    struct db *db = NULL;
    bool copied = sqlite_open(&db, path, false, err) && sqlite_copy_to(db, to, err);
    db_close(db);
    return copied;
}

static bool settle_file(const char *path, mode_t rights, struct err *err)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool settled = file >= 0 && fchmod(file, rights) == 0 && fsync(file) == 0;
    if (!settled)
        err_set(err, ERR_SYSTEM, "%s: %s", path, strerror(errno));
    if (file >= 0)
        close(file);
    return settled;
}

bool copy_settle(const char *part, const char *whole, mode_t rights, struct err *err)
{
    bool settled = settle_file(part, rights, err) &&
                   (rename(part, whole) == 0 || err_set(err, ERR_SYSTEM, "%s: %s", whole, strerror(errno)));
    if (settled)
        folder_sync_of(whole);
    return settled;
}

/* Returns the permissions of the database, so that those who can read it can read the copy. */
static mode_t rights_of(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 ? status.st_mode & 0777 : S_IRUSR | S_IWUSR;
}

void copy_discard(const char *path)
{
    struct buffer journal = {0};
    buffer_add_format(&journal, "%s-journal", path);
    unlink(path);
    unlink(buffer_string(&journal));
    buffer_release(&journal);
}

bool copy_keep(struct db *db, const char *ending, struct buffer *name, struct err *err)
{
    struct arena arena = {0};
    const char *path = db_path(db);
    const char *whole = free_name(&arena, path, ending);
    const char *part = arena_format(&arena, "%s.%s.part", path, ending);
    copy_discard(part); /* left by a program that was killed while it made a copy */
    make_private(part);
    bool kept = copy_database(path, part, err) && copy_settle(part, whole, rights_of(path), err);
    if (kept)
        buffer_add_string(name, whole);
    else
        copy_discard(part);
    arena_release(&arena);
    return kept;
}

void copy_remove(const struct buffer *name)
{
    if (name->size > 0)
        unlink(buffer_string(name));
}
