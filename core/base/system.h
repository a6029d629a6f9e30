/*
 * The differences between systems, in one place. The rest of assay needs only POSIX 2008 and what glibc, musl and
 * macOS share.
 *
 * assay is built and tested on Linux, with glibc and musl. The part for macOS was written from its documentation
 * and has never run.
 */
#pragma once

#include "core/base/must_check.h"

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>

#ifdef __APPLE__
static inline void *memrchr(const void *bytes, int byte, size_t size)
{
    for (const char *at = (const char *)bytes + size; at > (const char *)bytes; at--)
        if (at[-1] == (char)byte)
            return (void *)(uintptr_t)(at - 1);
    return NULL;
}
#endif

/* Sorts like qsort; `compare` also gets the context. */
void system_sort(void *rows, size_t n, size_t size, int (*compare)(const void *, const void *, void *),
                 void *context);

/* Opens a pipe whose ends are closed in programs that are started. Returns false with errno set. */
MUST_CHECK bool system_pipe(int ends[2]);

/* Like ppoll: waits for files, and lets the signals of `mask` in meanwhile. */
int system_poll(struct pollfd *files, nfds_t n, const struct timespec *time, const sigset_t *mask);

/*
 * Opens a descriptor for ticks. After system_ticks_begin it becomes readable every `ms` milliseconds; a second call
 * restarts the ticks. Several ticks between two checks count as one. system_ticks_open returns -1 with errno set
 * on failure. The caller closes the descriptor.
 */
int system_ticks_open(void);
void system_ticks_begin(int ticks, int ms);
bool system_ticks_has_ticked(int ticks);

/* Opens a file without a name in the folder, to read and write. Returns -1 with errno set. The caller closes it. */
int system_unnamed_file(const char *folder);

/*
 * Returns a stream that passes on what is written to it. `write` returns the size, or less on failure; `close`
 * returns 0 or EOF. Returns NULL if memory runs out.
 */
FILE *system_stream_open(void *context, ssize_t (*write)(void *context, const char *bytes, size_t size),
                         int (*close)(void *context));

/* Returns the number of processors that this process may use, at least 1. */
size_t system_processors(void);

/* Lets the heap keep up to this many free bytes, where the system has such a setting. */
void system_keep_memory(int bytes);
