/*
 * Work that is divided into tasks and done by several threads. Tasks must not depend on each other: then the result
 * is the same with any number of threads.
 */
#pragma once

#include "core/base/must_check.h"

#include <stdbool.h>
#include <stddef.h>

/* The threads that do the work. */
struct workforce {
    size_t n_threads;          /* at least 1, the caller's thread */
    bool (*interrupted)(void); /* all threads poll it: true tells them to stop */
};

/*
 * Calls work(context, task) once for each task from 0 to n_tasks - 1. Returns false if it was told to stop and some
 * tasks were not done. The caller's thread works too, and does everything alone if no thread can be made.
 */
MUST_CHECK bool workforce_do(const struct workforce *workforce, size_t n_tasks,
                             void (*work)(void *context, size_t task), void *context);
/*
 * Like workforce_do, but the caller's thread first does own(context), and then takes tasks. It completes
 * own(context) even if the others are told to stop.
 */
MUST_CHECK bool workforce_do_beside(const struct workforce *workforce, void (*own)(void *context),
                                    size_t n_tasks, void (*work)(void *context, size_t task), void *context);
