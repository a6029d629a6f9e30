/*
 * A lock that is given back is anybody's: where processors are scarce, who gives it back has it again before who was woken
 * comes to run, and some wait for seconds. So each who comes locks a byte of its own behind those of all others, and waits
 * for the ones before it alone. Bytes are handed out under a lock on the first one; the queue begins anew when it is empty.
 *
 * A wait of the kernel has no time limit. So a thread waits, and this one waits for the thread, or cancels it. It is made
 * only when somebody else is there. All signals are blocked in it: they are the program's.
 */
#include "core/base/turn.h"

#include "core/base/busy.h"
#include "core/base/system.h"
#include "core/base/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>

struct waiter {
    int file;
    int done[2]; /* a pipe, to read from when the turn has come */
    pthread_t thread;
};

enum { HANDING_OUT, FIRST_PLACE, PLACE_MAX = INT32_MAX }; /* bytes of the file, behind its end, too */

/* Where a thread can be cancelled: the address sanitizer takes a frame that was not returned from for one that is in use. */
#define CANCELLED __attribute__((no_sanitize_address))

/* A lock of the open file, not of the process: no other descriptor of the file that is closed takes it away. */
CANCELLED static bool lock(int file, int command, off_t byte)
{
    struct flock wanted = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
    return fcntl(file, command, &wanted) == 0;
}

static void unlock(int file, off_t first, off_t n)
{
    struct flock bytes = {.l_type = F_UNLCK, .l_whence = SEEK_SET, .l_start = first, .l_len = n};
    fcntl(file, F_OFD_SETLK, &bytes);
}

/* The last place that others have, of those before `end`; HANDING_OUT: there is none. Any of them may be told first. */
static off_t last_place(int file, off_t end)
{
    off_t last = HANDING_OUT;
    while (last + 1 < end) {
        struct flock found = {.l_type = F_WRLCK,
                              .l_whence = SEEK_SET,
                              .l_start = last + 1,
                              .l_len = end - last - 1};
        if (fcntl(file, F_OFD_GETLK, &found) != 0 || found.l_type == F_UNLCK)
            break;
        last = found.l_start + found.l_len - 1;
    }
    return last < end ? last : end - 1;
}

/* A place behind all others, which nobody else can want: who hands out is alone. */
static off_t take_place(int file)
{
    off_t place = last_place(file, PLACE_MAX) + 1;
    bool is_taken = lock(file, F_OFD_SETLK, place);
    (void)is_taken;
    unlock(file, HANDING_OUT, 1);
    return place;
}

/* Whoever before it goes away without a turn is waited for no more. If a lock can't be had, nothing is better than to go on. */
CANCELLED static void *wait_in_place(void *argument)
{
    struct waiter *waiter = argument;
    if (lock(waiter->file, F_OFD_SETLKW, HANDING_OUT)) {
        off_t place = take_place(waiter->file), before;
        while ((before = last_place(waiter->file, place)) >= FIRST_PLACE &&
               lock(waiter->file, F_OFD_SETLKW, before))
            continue;
    }
    (void)!write(waiter->done[1], "", 1);
    return NULL;
}

static bool is_done(const struct waiter *waiter, int ms)
{
    struct pollfd awaited = {.fd = waiter->done[0], .events = POLLIN};
    return poll(&awaited, 1, ms) > 0;
}

static bool await(int file, bool (*go_on)(void *context, int ms), void *context)
{
    struct waiter waiter = {.file = file};
    if (!system_pipe(waiter.done))
        return true;
    bool is_ours = true;
    if (thread_start(&waiter.thread, wait_in_place, &waiter)) {
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
    close(waiter.done[0]);
    close(waiter.done[1]);
    return is_ours;
}

/* Takes the turn where nobody has one; where there are no such locks it is always one's turn. */
static bool is_alone(int file)
{
    if (!lock(file, F_OFD_SETLK, HANDING_OUT))
        return errno != EAGAIN && errno != EACCES;
    if (last_place(file, PLACE_MAX) == HANDING_OUT) {
        take_place(file);
        return true;
    }
    unlock(file, HANDING_OUT, 1);
    return false;
}

bool turn_take(int file, bool (*go_on)(void *context, int ms), void *context)
{
    return is_alone(file) || await(file, go_on, context);
}

void turn_give_back(int file)
{
    unlock(file, HANDING_OUT, PLACE_MAX);
}
