/*
 * Each name is examined with stat first, and only a regular file is opened: opening a pipe would disturb the process at
 * its other end. The first 4 KiB of a file tell its kind (import/recognise.h).
 *
 * Paths up and down are made from text alone, without access to the disk: the parent of "a/.." is "a/../..", whatever a
 * is.
 */
#include "import/files/folder.h"

#include "core/store/store.h"
#include "import/files/file.h"
#include "import/recognise.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { BEGINNING_SIZE = 4096 };

static void describe_content(const char *path, struct folder_entry *entry)
{
    char beginning[BEGINNING_SIZE];
    size_t size;
    if (!file_peek(path, beginning, sizeof beginning, &size, err_ignored())) {
        entry->kind = store_has_file(path) ? "in use" : "not readable";
        return;
    }
    struct content content = content_recognise((struct bytes){beginning, size});
    entry->kind = content.label;
    entry->may_be_run = content.run_format != NULL || content.kind == CONTENT_PACKED;
}

static void describe_entry(const char *path, size_t *looks, struct folder_entry *entry)
{
    struct stat status;
    entry->kind = "no plain file";
    if (stat(path, &status) != 0)
        return;
    entry->is_folder = S_ISDIR(status.st_mode);
    entry->size = status.st_size;
    if (entry->is_folder)
        entry->kind = "folder";
    else if (S_ISREG(status.st_mode) && ++*looks <= FOLDER_LOOKS_MAX)
        describe_content(path, entry);
    else if (S_ISREG(status.st_mode))
        entry->kind = "?";
}

static int compare_folder_entries(const void *left, const void *right)
{
    const struct folder_entry *a = left;
    const struct folder_entry *b = right;
    if (a->is_folder != b->is_folder)
        return a->is_folder ? -1 : 1;
    return bytes_compare(a->name, b->name);
}

static bool fail_to_list(const char *path, struct err *err)
{
    return err_set(err, ERR_SYSTEM, "%s: cannot be read: %s", path, strerror(errno));
}

bool folder_list(const char *path, struct arena *arena, struct folder_entry **entries, size_t *n,
                 struct err *err)
{
    DIR *folder = opendir(path);
    struct buffer child = {0};
    const struct dirent *found;
    size_t looks = 0;
    if (folder == NULL)
        return fail_to_list(path, err);
    *entries = NULL;
    *n = 0;
    while ((found = readdir(folder)) != NULL) {
        if (strcmp(found->d_name, ".") == 0 || strcmp(found->d_name, "..") == 0)
            continue;
        struct folder_entry entry = {.name = arena_copy(arena, bytes_of(found->d_name)),
                                     .is_hidden = found->d_name[0] == '.'};
        buffer_clear(&child);
        folder_add_child(bytes_of(path), entry.name, &child);
        describe_entry(buffer_string(&child), &looks, &entry);
        ARENA_PUSH(arena, *entries, *n) = entry;
    }
    closedir(folder);
    buffer_release(&child);
    if (*n > 0)
        qsort(*entries, *n, sizeof **entries, compare_folder_entries);
    return true;
}

/* --- Paths ---------------------------------------------------------------- */

static struct bytes without_last_slashes(struct bytes path)
{
    while (path.size > 1 && path.data[path.size - 1] == '/')
        path.size--;
    return path;
}

void folder_add_parent(struct bytes path, struct buffer *parent)
{
    path = without_last_slashes(path);
    struct bytes rest = path;
    while (rest.size > 0 && rest.data[rest.size - 1] != '/')
        rest.size--;
    struct bytes last = bytes_from(path, rest.size);
    if (bytes_equal(path, bytes_of(".")))
        buffer_add_string(parent, "..");
    else if (bytes_equal(last, bytes_of("..")))
        folder_add_child(path, last, parent);
    else if (rest.size == 0)
        buffer_add_string(parent, path.size == 0 ? "/" : ".");
    else
        buffer_add(parent, without_last_slashes(rest));
}

void folder_add_child(struct bytes path, struct bytes name, struct buffer *child)
{
    path = without_last_slashes(path);
    if (!bytes_equal(path, bytes_of("."))) {
        buffer_add(child, path);
        if (!bytes_equal(path, bytes_of("/")))
            buffer_add_byte(child, '/');
    }
    buffer_add(child, name);
}
