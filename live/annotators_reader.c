/*
 * The thread writes the rows, `worked` and `err`, then `is_done`. The owner reads them, and closes the store, only
 * after joining the thread. Until then the only function that it calls on the store is store_interrupt.
 */
#include "live/annotators_reader.h"

#include "core/base/memory.h"
#include "core/base/thread.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "core/store/votes/annotators.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

struct annotators_reader {
    struct store *store;
    pthread_t thread;
    bool has_thread;
    atomic_bool is_done;
    struct arena arena;
    struct annotator_row *rows;
    size_t n;
    bool worked;
    struct err err;
};

static void *read_annotators(void *context)
{
    struct annotators_reader *reader = context;
    reader->worked =
        store_heed_set_aside(reader->store, &reader->err) &&
        store_list_annotators(reader->store, &reader->arena, &reader->rows, &reader->n, &reader->err);
    reader->is_done = true;
    return NULL;
}

bool annotators_reader_start(struct annotators_reader **out, const char *path, struct err *err)
{
    struct store *store;
    if (!store_open(&store, path, STORE_READING, err))
        return false;
    struct annotators_reader *reader = memory_get_zeroed(1, sizeof *reader);
    reader->store = store;
    reader->has_thread = thread_start(&reader->thread, read_annotators, reader);
    if (!reader->has_thread)
        read_annotators(reader);
    *out = reader;
    return true;
}

bool annotators_reader_is_done(const struct annotators_reader *reader)
{
    return reader->is_done;
}

bool annotators_reader_finish(struct annotators_reader *reader, struct arena *arena,
                              struct annotator_row **rows, size_t *n, struct err *err)
{
    if (reader->has_thread)
        pthread_join(reader->thread, NULL);
    const bool worked = reader->worked;
    *arena = reader->arena;
    *rows = reader->rows;
    *n = reader->n;
    if (!worked)
        *err = reader->err;
    store_close(reader->store);
    free(reader);
    return worked;
}

void annotators_reader_stop(struct annotators_reader *reader)
{
    struct arena arena;
    struct annotator_row *rows;
    size_t n;
    if (reader == NULL)
        return;
    while (!reader->is_done) { /* between two statements an interrupt has no effect, so it is repeated */
        store_interrupt(reader->store);
        nanosleep(&(struct timespec){.tv_nsec = 1000 * 1000}, NULL);
    }
    const bool worked = annotators_reader_finish(reader, &arena, &rows, &n, err_ignored());
    (void)worked;
    arena_release(&arena);
}
