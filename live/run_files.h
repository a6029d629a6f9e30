/*
 * The files of the runs that are scored live: their list, whether they have changed, and reading them (large ones in
 * a thread, live/run_reader.h). The content is passed to the caller; this unit knows nothing of labels and scores.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/err.h"
#include "core/metric/ranked_run.h"

struct watched_file;

/* Made by {0} and in_thread. Files are numbered from 0. */
struct run_files {
    bool in_thread; /* large files are read in a thread; otherwise before the call returns */
    struct watched_file *files;
    size_t n, capacity;
    struct run_reader *reader; /* reads files[reading]; NULL: nothing is being read */
    size_t reading;
    struct arena paths;
};

/* Stops the reading and frees everything. */
void run_files_release(struct run_files *files);

/*
 * Adds a file that is to be read, after all others. Fails, and changes nothing, if it does not exist or is not a
 * file.
 */
MUST_CHECK bool run_files_add(struct run_files *files, const char *path, struct err *err);
/* Removes a file. The files after it move up by one. */
void run_files_remove(struct run_files *files, size_t index);
/* Whether the path leads to one of the files. */
bool run_files_has(const struct run_files *files, const char *path);
const char *run_files_path(const struct run_files *files, size_t index);

/* Looks at the file. If its size or time has changed, it is to be read again. Fails if the file does not exist. */
MUST_CHECK bool run_files_look(struct run_files *files, size_t index, struct err *err);
/* Whether the file is missing or can't be read in its present state. */
bool run_files_is_old(const struct run_files *files, size_t index);
/* Whether the file has been read successfully at least once. */
bool run_files_was_read(const struct run_files *files, size_t index);

/* The result of one step of reading. */
struct read_run {
    size_t index;
    bool is_done;  /* `run` has been read and belongs to the caller */
    bool is_again; /* it replaces a run that was read before */
    struct ranked_run run;
};

/* Whether there is something to read. */
bool run_files_are_wanted(const struct run_files *files);
/* Whether a thread is reading, so that the caller must look again later. */
bool run_files_are_being_read(const struct run_files *files);
/* The share of all bytes to read that has been read, in percent. */
int run_files_percent(const struct run_files *files);
/* Reads for a few milliseconds: takes over what the thread has read, or reads the next file. If it fails, the error
 * says why a file can't be read, and `read` says which; the file is read again once it has changed. */
MUST_CHECK bool run_files_read(struct run_files *files, struct read_run *read, struct err *err);
/* Does the same for one file, unless it is left to the thread or the thread is busy. */
MUST_CHECK bool run_files_read_at_once(struct run_files *files, size_t index, struct read_run *read,
                                       struct err *err);
