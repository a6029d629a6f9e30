/*
 * Work that is divided into tasks and done by several threads. A task must not depend on other tasks: then the result is the
 * same with any number of threads.
 */
#ifndef ASSAY_CORE_BASE_WORKFORCE_H
#define ASSAY_CORE_BASE_WORKFORCE_H

#include <stdbool.h>
#include <stddef.h>

/* The threads that do the work. */
struct workforce {
    size_t n_threads;          /* at least 1: the caller's */
    bool (*interrupted)(void); /* polled by all threads: whether to stop */
};

/*
 * Calls work(context, task) once for each task from 0 to n_tasks - 1; false: told to stop, and some were not done. The
 * caller works too, and does alone what no thread could be made for.
 */
bool workforce_do(const struct workforce *workforce, size_t n_tasks, void (*work)(void *context, size_t task),
                  void *context) __attribute__((warn_unused_result));
/*
 * As workforce_do, but the caller, and no other thread, does own(context) meanwhile, and takes tasks only then. That is
 * done even when the others are told to stop.
 */
bool workforce_do_beside(const struct workforce *workforce, void (*own)(void *context), size_t n_tasks,
                         void (*work)(void *context, size_t task), void *context)
    __attribute__((warn_unused_result));

#endif
