/*
 * The files of the runs that are scored live: which they are, whether they have changed, and reading them, large ones in a
 * thread (live/run_reader.h). Their content is handed over: labels and scores are elsewhere.
 */
#ifndef ASSAY_LIVE_RUN_FILES_H
#define ASSAY_LIVE_RUN_FILES_H

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/metric/ranked_run.h"

struct watched_file;

/* {0} and in_thread make it. Files count from 0. */
struct run_files {
    bool in_thread; /* large ones are read so; otherwise before the call returns */
    struct watched_file *files;
    size_t n, capacity;
    struct run_reader *reader; /* of files[reading], NULL: nothing is being read */
    size_t reading;
    struct arena paths;
};

/* Ends the reading. */
void run_files_release(struct run_files *files);

/* Adds a file, behind all others, that is to be read. It fails, and nothing changes, when it is not there or no file. */
bool run_files_add(struct run_files *files, const char *path, struct err *err)
    __attribute__((warn_unused_result));
/* Those behind it move up by one. */
void run_files_remove(struct run_files *files, size_t index);
/* Whether the path leads to one of them. */
bool run_files_has(const struct run_files *files, const char *path);
const char *run_files_path(const struct run_files *files, size_t index);

/*
 * Looks at the file: one whose size or time has changed is to be read (again). The error says that it is not there.
 */
bool run_files_look(struct run_files *files, size_t index, struct err *err)
    __attribute__((warn_unused_result));
/* Whether it is not there, or can't be read as it is. */
bool run_files_is_old(const struct run_files *files, size_t index);
/* Whether it could be read once. */
bool run_files_was_read(const struct run_files *files, size_t index);

/* The result of a part of the reading. */
struct read_run {
    size_t index;
    bool is_done;  /* `run` is there, and the caller's */
    bool is_again; /* in the place of one that was read before */
    struct ranked_run run;
};

/* Whether there is something to read. */
bool run_files_are_wanted(const struct run_files *files);
/* Whether a thread is reading: somebody who waits for it looks now and then. */
bool run_files_are_being_read(const struct run_files *files);
/* Of all that is to be read, in bytes. */
int run_files_percent(const struct run_files *files);
/* A few milliseconds' part of it: takes over what the thread has read, or reads the next file. The error says what
 * can't be read; `read` then says where, and the file is read again once it has changed. */
bool run_files_read(struct run_files *files, struct read_run *read, struct err *err)
    __attribute__((warn_unused_result));
/* The same for one file, unless it is left for the thread, or the thread is busy. */
bool run_files_read_at_once(struct run_files *files, size_t index, struct read_run *read, struct err *err)
    __attribute__((warn_unused_result));

#endif
