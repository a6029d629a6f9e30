/*
 * The copy is written under a name that ends in ".part", made durable, and only then given its own name: whatever has that
 * name is whole. A name that is taken is never written over. What is copied is what was committed last, with the -wal, and
 * page by page: of a damaged file, too, the copy has all there is.
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

/* The first name that no file has. */
static const char *free_name(struct arena *arena, const char *path, const char *ending)
{
    const char *name = arena_format(arena, "%s.%s", path, ending);
    for (int n = 2; exists(name); n++)
        name = arena_format(arena, "%s.%s.%d", path, ending, n);
    return name;
}

/* Nobody else may look into it while it is made; SQLite takes an empty file as it is, and copy_settle gives it its rights. */
static void make_private(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file >= 0)
        close(file);
}

/* By another connection, since a transaction can't be copied from inside: that one sees what is committed. */
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

/* To be read by those who can read the database. */
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
    copy_discard(part); /* of a program that was ended while it made one */
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
