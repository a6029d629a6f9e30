/*
 * The kernel keeps the order of those who wait for a lock, and its wait has no time limit. So a thread waits, and this
 * one waits for the thread, or cancels it. It is made only when somebody else has the lock. All signals are
 * blocked in it: they are the program's.
 */
#include "core/base/turn.h"

#include "core/base/busy.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct waiter {
    int file;
    int done; /* an eventfd */
    pthread_t thread;
};

/* A lock of the open file, not of the process: no other descriptor of the file that is closed takes it away. */
static int lock(int file, int command, short kind)
{
    struct flock byte = {.l_type = kind, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};
    return fcntl(file, command, &byte);
}

static void *wait_for_lock(void *argument)
{
    struct waiter *waiter = argument;
    lock(waiter->file, F_OFD_SETLKW, F_WRLCK); /* if it can't be had, nothing is better than to go on */
    eventfd_write(waiter->done, 1);
    return NULL;
}

static bool start_thread(struct waiter *waiter)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failure = pthread_create(&waiter->thread, NULL, wait_for_lock, waiter);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return failure == 0;
}

static bool is_done(const struct waiter *waiter, int ms)
{
    struct pollfd awaited = {.fd = waiter->done, .events = POLLIN};
    return poll(&awaited, 1, ms) > 0;
}

static bool await(int file, bool (*go_on)(void *context, int ms), void *context)
{
    struct waiter waiter = {.file = file, .done = eventfd(0, EFD_CLOEXEC)};
    if (waiter.done < 0)
        return true;
    bool is_ours = true;
    if (start_thread(&waiter)) {
        bool done = is_done(&waiter, BUSY_AGAIN_MS);
        while (!done && go_on(context, BUSY_AGAIN_MS))
            done = is_done(&waiter, BUSY_AGAIN_MS);
        if (!done)
            pthread_cancel(waiter.thread);
        pthread_join(waiter.thread, NULL);
        if (!done)
            turn_give_back(file); /* it may have come at the last moment */
        is_ours = done;
    }
    close(waiter.done);
    return is_ours;
}

bool turn_take(int file, bool (*go_on)(void *context, int ms), void *context)
{
    bool is_taken = lock(file, F_OFD_SETLK, F_WRLCK) != 0 && (errno == EAGAIN || errno == EACCES);
    return !is_taken || await(file, go_on, context);
}

void turn_give_back(int file)
{
    lock(file, F_OFD_SETLK, F_UNLCK);
}
