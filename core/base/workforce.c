#include "core/base/workforce.h"

#include "core/base/memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct tasks {
    const struct workforce *workforce;
    size_t n;
    void (*work)(void *context, size_t task);
    void *context;
    atomic_size_t next; /* the next task that a free thread takes */
    atomic_bool stopped;
};

static void *do_tasks(void *context)
{
    struct tasks *tasks = context;
    size_t task;
    while (!tasks->stopped && (task = tasks->next++) < tasks->n) {
        if (tasks->workforce->interrupted())
            tasks->stopped = true;
        else
            tasks->work(tasks->context, task);
    }
    return NULL;
}

/* own(context) counts as one more task when the number of threads is chosen. */
bool workforce_do_beside(const struct workforce *workforce, void (*own)(void *context), size_t n_tasks,
                         void (*work)(void *context, size_t task), void *context)
{
    struct tasks tasks = {.workforce = workforce, .n = n_tasks, .work = work, .context = context};
    const size_t n_useful = n_tasks + (own != NULL);
    const size_t n_threads = workforce->n_threads < n_useful ? workforce->n_threads : n_useful;
    pthread_t *threads = memory_get_zeroed(n_threads, sizeof *threads);
    size_t n_made = 0;
    while (n_made + 1 < n_threads && pthread_create(&threads[n_made], NULL, do_tasks, &tasks) == 0)
        n_made++;
    if (own != NULL)
        own(context);
    do_tasks(&tasks);
    for (size_t i = 0; i < n_made; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    return !tasks.stopped;
}

bool workforce_do(const struct workforce *workforce, size_t n_tasks, void (*work)(void *context, size_t task),
                  void *context)
{
    return workforce_do_beside(workforce, NULL, n_tasks, work, context);
}
