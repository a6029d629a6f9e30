/*
 * A thread beside the one that starts it.
 */
#ifndef ASSAY_CORE_BASE_THREAD_H
#define ASSAY_CORE_BASE_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* Signals are for the thread that started it. False: there is no room for another one. */
bool thread_start(pthread_t *thread, void *(*work)(void *context), void *context)
    __attribute__((warn_unused_result));

#endif
