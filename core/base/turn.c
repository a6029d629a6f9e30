/*
 * With a single lock and few processors, the program that releases the lock gets it again before the waiting one
 * runs. So each program locks a byte of its own after the bytes of all others, and waits only for the bytes before
 * it. Bytes are assigned under a lock on the first byte. The queue begins again at the front when it is empty.
 *
 * The kernel cannot limit the time of such a wait. So a second thread waits for the lock, and the calling thread
 * waits for that thread or cancels it. The second thread is made only if somebody else is in the queue. All signals
 * are blocked in it.
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
    int done[2]; /* a pipe that becomes readable when the turn has come */
    pthread_t thread;
};

/* offsets of bytes in the file; they may lie beyond its end */
enum { HANDING_OUT, FIRST_PLACE, PLACE_MAX = INT32_MAX };

/*
 * For functions in which a thread can be cancelled. The address sanitizer would take a frame that never returned
 * for one in use.
 */
#define CANCELLED __attribute__((no_sanitize_address))

/*
 * A lock of the open file description, not of the process. Closing another descriptor of the file does not release
 * it.
 */
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

/*
 * Returns the last place before `end` that others hold, or HANDING_OUT if there is none. F_OFD_GETLK may report any
 * of their locks first.
 */
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

/* Takes a place after all others. Nobody else can want it, because only the holder of HANDING_OUT takes places. */
static off_t take_place(int file)
{
    off_t place = last_place(file, PLACE_MAX) + 1;
    bool is_taken = lock(file, F_OFD_SETLK, place);
    (void)is_taken;
    unlock(file, HANDING_OUT, 1);
    return place;
}

/*
 * A waiter before this one that gives up releases its place, so nobody waits for it any longer. If a lock fails,
 * the only option is to go on.
 */
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
            turn_give_back(file); /* the turn may have come at the last moment */
        is_ours = done;
    }
    close(waiter.done[0]);
    close(waiter.done[1]);
    return is_ours;
}

/* Takes the turn if nobody has one. If the file system has no such locks, the caller always has the turn. */
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
