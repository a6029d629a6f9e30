/*
 * A thread that runs in parallel with the thread that starts it.
 */
#pragma once

#include "core/base/must_check.h"

#include <pthread.h>
#include <stdbool.h>

/*
 * Blocks all signals in the new thread: the starting thread handles them. Returns false if the system allows no
 * further thread.
 */
MUST_CHECK bool thread_start(pthread_t *thread, void *(*work)(void *context), void *context);
