#include "core/base/thread.h"

#include <signal.h>

bool thread_start(pthread_t *thread, void *(*work)(void *context), void *context)
{
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(thread, NULL, work, context) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}
