/*
 * A file is wanted from when it is added or has changed until it was read or turned out unreadable. The next look
 * compares with the size and time seen when it was last wanted. So an unreadable file is not tried again until it has
 * changed.
 */
#include "live/run_files.h"

#include "core/base/memory.h"
#include "import/files/file.h"
#include "import/runs/run.h"
#include "live/run_reader.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    READ_AT_ONCE = 256 * 1024, /* bytes: a smaller run file is read faster than anybody presses a key */
    NEVER_SEEN = -1, /* the size of a file that could not be opened, so that any later state is a change */
};

struct watched_file {
    const char *path;
    off_t size;
    struct timespec changed_at;
    bool is_wanted;  /* to be read */
    bool is_missing; /* it did not exist at the last look */
    bool is_unsound; /* it can't be read in its present state */
    bool was_read;   /* at least once */
};

void run_files_release(struct run_files *files)
{
    run_reader_stop(files->reader);
    free(files->files);
    arena_release(&files->paths);
    *files = (struct run_files){0};
}

/* --- The list of files ------------------------------------------------------------------------ */

static bool stat_run_file(const char *path, struct watched_file *file, struct err *err)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return file_fail(path, err);
    if (!S_ISREG(status.st_mode))
        return err_set(err, ERR_INPUT, "%s: not a file; live scores need one that can be read again", path);
    file->size = status.st_size;
    file->changed_at = status.st_mtim;
    return true;
}

bool run_files_add(struct run_files *files, const char *path, struct err *err)
{
    struct watched_file file = {.is_wanted = true};
    if (!stat_run_file(path, &file, err))
        return false;
    file.path = arena_copy_string(&files->paths, path);
    VECTOR_PUSH(files->files, files->n, files->capacity) = file;
    return true;
}

void run_files_remove(struct run_files *files, size_t index)
{
    if (files->reader != NULL && files->reading == index) {
        run_reader_stop(files->reader);
        files->reader = NULL;
    } else if (files->reading > index) {
        files->reading--;
    }
    files->n--;
    for (size_t i = index; i < files->n; i++)
        files->files[i] = files->files[i + 1];
}

bool run_files_has(const struct run_files *files, const char *path)
{
    for (size_t i = 0; i < files->n; i++)
        if (file_is_same(path, files->files[i].path))
            return true;
    return false;
}

const char *run_files_path(const struct run_files *files, size_t index)
{
    return files->files[index].path;
}

/* --- Watching --------------------------------------------------------------------------------- */

static bool is_as_it_was(const struct watched_file *known, const struct watched_file *seen)
{
    return seen->size == known->size && seen->changed_at.tv_sec == known->changed_at.tv_sec &&
           seen->changed_at.tv_nsec == known->changed_at.tv_nsec;
}

bool run_files_look(struct run_files *files, size_t index, struct err *err)
{
    struct watched_file *known = &files->files[index];
    struct watched_file seen;
    known->is_missing = !stat_run_file(known->path, &seen, err);
    if (known->is_missing)
        return false;
    bool is_being_read = files->reader != NULL && files->reading == index;
    if (is_as_it_was(known, &seen) ||
        is_being_read) /* finish the present reading first; the change is seen at the next look */
        return true;
    /* even if it can't be read, so that it is tried again only after the next change */
    known->size = seen.size;
    known->changed_at = seen.changed_at;
    known->is_wanted = true;
    return true;
}

bool run_files_is_old(const struct run_files *files, size_t index)
{
    return files->files[index].is_missing || files->files[index].is_unsound;
}

bool run_files_was_read(const struct run_files *files, size_t index)
{
    return files->files[index].was_read;
}

/* --- Reading ---------------------------------------------------------------------------------- */

/* The next file to read; n: none. */
static size_t next_wanted(const struct run_files *files)
{
    size_t i = 0;
    while (i < files->n && !files->files[i].is_wanted)
        i++;
    return i;
}

bool run_files_are_wanted(const struct run_files *files)
{
    return next_wanted(files) < files->n;
}

bool run_files_are_being_read(const struct run_files *files)
{
    return files->reader != NULL;
}

int run_files_percent(const struct run_files *files)
{
    double all = 0;
    double done = 0;
    for (size_t i = 0; i < files->n; i++) {
        all += (double)files->files[i].size;
        if (!files->files[i].is_wanted)
            done += (double)files->files[i].size;
    }
    if (files->reader != NULL)
        done += run_reader_share(files->reader) * (double)files->files[files->reading].size;
    return all > 0 ? (int)(100 * done / all) : 0;
}

/* Notes that the file was read, or could not be; the error says why. */
static bool note_read(struct run_files *files, bool worked, struct read_run *read, const struct err *err)
{
    struct watched_file *file = &files->files[read->index];
    file->is_wanted = false;
    file->is_unsound = !worked;
    if (!worked && err->code == ERR_SYSTEM)
        file->size = NEVER_SEEN;
    if (!worked)
        return false;
    file->is_missing = false;
    read->is_done = true;
    read->is_again = file->was_read;
    file->was_read = true;
    return true;
}

static bool take_what_was_read(struct run_files *files, struct read_run *read, struct err *err)
{
    *read = (struct read_run){.index = files->reading};
    if (!run_reader_is_done(files->reader))
        return true;
    bool worked = run_reader_finish(files->reader, &read->run, err);
    files->reader = NULL;
    return note_read(files, worked, read, err);
}

static bool read_file(struct run_files *files, size_t index, struct read_run *read, struct err *err)
{
    const struct watched_file *file = &files->files[index];
    *read = (struct read_run){.index = index};
    if (files->in_thread && file->size > READ_AT_ONCE) {
        files->reading = index;
        run_reader_start(&files->reader, file->path, TIES_DOCID_DESC);
        return true;
    }
    bool worked = import_ranked_run(file->path, TIES_DOCID_DESC, SCORE_FLOAT64, NULL, &read->run, err);
    return note_read(files, worked, read, err);
}

bool run_files_read(struct run_files *files, struct read_run *read, struct err *err)
{
    if (files->reader != NULL)
        return take_what_was_read(files, read, err);
    return read_file(files, next_wanted(files), read, err);
}

bool run_files_read_at_once(struct run_files *files, size_t index, struct read_run *read, struct err *err)
{
    bool is_left = files->in_thread && (files->reader != NULL || files->files[index].size > READ_AT_ONCE);
    *read = (struct read_run){.index = index};
    return is_left || read_file(files, index, read, err);
}
