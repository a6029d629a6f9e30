#include "core/store/postgresql/aside.h"

#include "core/base/memory.h"
#include "core/base/system.h"
#include "core/base/thread.h"

#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

struct aside {
    void (*work)(void *context);
    void (*release)(void *context);
    void *context;
    pthread_t thread;
    bool has_thread;
    int ended[2];         /* a pipe that is readable when the work has ended; -1: none */
    pthread_mutex_t lock; /* guards these: */
    bool has_ended, is_left;
};

static void free_aside(struct aside *aside)
{
    aside->release(aside->context);
    pthread_mutex_destroy(&aside->lock);
    for (int i = 0; i < 2 && aside->ended[i] >= 0; i++)
        close(aside->ended[i]);
    free(aside);
}

static void *do_work(void *argument)
{
    struct aside *aside = argument;
    aside->work(aside->context);
    pthread_mutex_lock(&aside->lock);
    bool is_left = aside->is_left;
    aside->has_ended = true;
    if (aside->ended[1] >= 0)
        (void)!write(aside->ended[1], "", 1); /* before a waiting caller can free it */
    pthread_mutex_unlock(&aside->lock);
    if (is_left)
        free_aside(aside);
    return NULL;
}

struct aside *aside_begin(void (*work)(void *context), void (*release)(void *context), void *context)
{
    struct aside *aside = memory_get_zeroed(1, sizeof *aside);
    *aside = (struct aside){.work = work, .release = release, .context = context};
    pthread_mutex_init(&aside->lock, NULL);
    const bool has_pipe = system_pipe(aside->ended);
    if (!has_pipe)
        aside->ended[0] = aside->ended[1] = -1;
    aside->has_thread = has_pipe && thread_start(&aside->thread, do_work, aside);
    if (!aside->has_thread)
        do_work(aside);
    return aside;
}

bool aside_has_ended(struct aside *aside, int ms)
{
    struct pollfd ended = {.fd = aside->ended[0], .events = POLLIN};
    poll(&ended, aside->ended[0] >= 0, ms);
    pthread_mutex_lock(&aside->lock);
    bool has_ended = aside->has_ended;
    pthread_mutex_unlock(&aside->lock);
    return has_ended;
}

void aside_leave(struct aside *aside)
{
    if (aside == NULL)
        return;
    pthread_t thread = aside->thread; /* which may free the rest as soon as it is left */
    bool has_thread = aside->has_thread;
    pthread_mutex_lock(&aside->lock);
    bool has_ended = aside->has_ended;
    aside->is_left = true;
    pthread_mutex_unlock(&aside->lock);
    if (!has_ended) {
        pthread_detach(thread);
        return;
    }
    if (has_thread)
        pthread_join(thread, NULL); /* so that nothing of it is left when the program ends */
    free_aside(aside);
}
