#include "core/base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

/* A fallback: not every file system supports files without a name. */
static int make_and_remove(const char *folder)
{
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/assay-XXXXXX", folder);
    if (length < 0 || (size_t)length >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int file = mkostemp(path, O_CLOEXEC);
    if (file >= 0)
        unlink(path);
    return file;
}

#ifdef __APPLE__

#include <sys/event.h>

struct sorting {
    int (*compare)(const void *, const void *, void *);
    void *context;
};

static int compare_swapped(void *sorting, const void *a, const void *b)
{
    const struct sorting *by = sorting;
    return by->compare(a, b, by->context);
}

void system_sort(void *rows, size_t n, size_t size, int (*compare)(const void *, const void *, void *),
                 void *context)
{
    struct sorting sorting = {compare, context};
    qsort_r(rows, n, size, &sorting, compare_swapped);
}

bool system_pipe(int ends[2])
{
    if (pipe(ends) != 0)
        return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return true;
}

/* A signal between the two calls is handled at once, but noticed only after the wait. */
int system_poll(struct pollfd *files, nfds_t n, const struct timespec *time, const sigset_t *mask)
{
    sigset_t before;
    int ms = time == NULL ? -1 : (int)(time->tv_sec * 1000 + time->tv_nsec / 1000000);
    sigprocmask(SIG_SETMASK, mask, &before);
    int ready = poll(files, n, ms);
    int failure = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = failure;
    return ready;
}

int system_ticks_open(void)
{
    return kqueue();
}

void system_ticks_begin(int ticks, int ms)
{
    struct kevent timer;
    EV_SET(&timer, 1, EVFILT_TIMER, EV_ADD, 0, ms, NULL);
    kevent(ticks, &timer, 1, NULL, 0, NULL);
}

bool system_ticks_has_ticked(int ticks)
{
    struct kevent timer;
    struct timespec none = {0};
    return kevent(ticks, NULL, 0, &timer, 1, &none) > 0;
}

int system_unnamed_file(const char *folder)
{
    return make_and_remove(folder);
}

struct handing_on {
    void *context;
    ssize_t (*write)(void *context, const char *bytes, size_t size);
    int (*close)(void *context);
};

static int hand_on(void *cookie, const char *bytes, int size)
{
    const struct handing_on *on = cookie;
    return (int)on->write(on->context, bytes, (size_t)size);
}

static int end_handing_on(void *cookie)
{
    struct handing_on *on = cookie;
    int result = on->close(on->context);
    free(on);
    return result;
}

FILE *system_stream_open(void *context, ssize_t (*write)(void *context, const char *bytes, size_t size),
                         int (*close)(void *context))
{
    struct handing_on *on = malloc(sizeof *on);
    if (on == NULL)
        return NULL;
    *on = (struct handing_on){context, write, close};
    return funopen(on, NULL, hand_on, NULL, end_handing_on);
}

size_t system_processors(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (size_t)n : 1;
}

void system_keep_memory(int bytes)
{
    (void)bytes;
}

#else

#include <malloc.h>
#include <sched.h>
#include <sys/timerfd.h>

void system_sort(void *rows, size_t n, size_t size, int (*compare)(const void *, const void *, void *),
                 void *context)
{
    qsort_r(rows, n, size, compare, context);
}

bool system_pipe(int ends[2])
{
    return pipe2(ends, O_CLOEXEC) == 0;
}

int system_poll(struct pollfd *files, nfds_t n, const struct timespec *time, const sigset_t *mask)
{
    return ppoll(files, n, time, mask);
}

int system_ticks_open(void)
{
    return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
}

void system_ticks_begin(int ticks, int ms)
{
    const struct timespec again = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};
    timerfd_settime(ticks, 0, &(struct itimerspec){.it_interval = again, .it_value = again}, NULL);
}

bool system_ticks_has_ticked(int ticks)
{
    uint64_t n;
    return read(ticks, &n, sizeof n) == (ssize_t)sizeof n;
}

int system_unnamed_file(const char *folder)
{
    int file = open(folder, O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0600);
    return file >= 0 ? file : make_and_remove(folder);
}

FILE *system_stream_open(void *context, ssize_t (*write)(void *context, const char *bytes, size_t size),
                         int (*close)(void *context))
{
    return fopencookie(context, "w", (cookie_io_functions_t){.write = write, .close = close});
}

/* Counts the processors that the process is confined to (taskset, a container's cpuset), not those of the machine. */
size_t system_processors(void)
{
    cpu_set_t processors;
    return sched_getaffinity(0, sizeof processors, &processors) == 0 ? (size_t)CPU_COUNT(&processors) : 1;
}

void system_keep_memory(int bytes)
{
#ifdef M_TRIM_THRESHOLD
    mallopt(M_TRIM_THRESHOLD, bytes);
#else
    (void)bytes; /* musl has no such setting */
#endif
}

#endif
