/*
 * Differences between systems, in one place. The rest of assay needs only POSIX 2008 and what glibc, musl and macOS share.
 *
 * Linux is what assay is built and tested on, with glibc and musl. The half for macOS is written by its documentation, and
 * has not been run.
 */
#ifndef ASSAY_CORE_BASE_SYSTEM_H
#define ASSAY_CORE_BASE_SYSTEM_H

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

/* Sorts as qsort does; `compare` is given the context, too. */
void system_sort(void *rows, size_t n, size_t size, int (*compare)(const void *, const void *, void *),
                 void *context);

/* A pipe, of which no program that is started has an end. False with errno set. */
bool system_pipe(int ends[2]) __attribute__((warn_unused_result));

/* As ppoll: waits for files, with these signals let in meanwhile. */
int system_poll(struct pollfd *files, nfds_t n, const struct timespec *time, const sigset_t *mask);

/*
 * A descriptor that becomes readable each `ms` milliseconds once system_ticks_begin was called, which starts them anew.
 * -1 with errno set. Ticks that nobody looked for are one. The caller closes it.
 */
int system_ticks_open(void);
void system_ticks_begin(int ticks, int ms);
bool system_ticks_has_ticked(int ticks);

/* A file without a name in the folder, to read and write. -1 with errno set. The caller closes it. */
int system_unnamed_file(const char *folder);

/* A stream that hands on what is written to it. `write` returns the size, or less for a failure; `close` 0, or EOF. NULL: no memory. */
FILE *system_stream_open(void *context, ssize_t (*write)(void *context, const char *bytes, size_t size),
                         int (*close)(void *context));

/* The processors that this process may run on, at least 1. */
size_t system_processors(void);

/* Lets the heap keep up to this many bytes that are free, where that can be said. */
void system_keep_memory(int bytes);

#endif
