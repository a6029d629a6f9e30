/*
 * The thread writes `run`, `worked` and `err`, then `is_done`. The owner reads them only after joining the thread.
 * Everything that both use before is atomic. A stopped reading fails when it next checks `is_stopped`, and frees what
 * it has read.
 */
#include "live/run_reader.h"

#include "core/base/memory.h"
#include "core/base/thread.h"
#include "import/runs/run.h"

#include <stdatomic.h>
#include <stdlib.h>

struct run_reader {
    pthread_t thread;
    bool has_thread;
    char *path;
    enum ties ties;
    atomic_bool is_stopped; /* set by the owner */
    atomic_bool is_done;    /* once set, the following members except `share` are complete */
    _Atomic double share;
    struct ranked_run run;
    bool worked;
    struct err err;
};

static bool note_share(void *context, double share)
{
    struct run_reader *reader = context;
    reader->share = share;
    return !reader->is_stopped;
}

static void *read_run(void *context)
{
    struct run_reader *reader = context;
    struct reading_watch watch = {.goes_on = note_share, .context = reader};
    reader->worked =
        import_ranked_run(reader->path, reader->ties, SCORE_FLOAT64, &watch, &reader->run, &reader->err);
    reader->is_done = true;
    return NULL;
}

void run_reader_start(struct run_reader **out, const char *path, enum ties ties)
{
    struct run_reader *reader = memory_get_zeroed(1, sizeof *reader);
    reader->path = memory_copy_string(path);
    reader->ties = ties;
    reader->has_thread = thread_start(&reader->thread, read_run, reader);
    if (!reader->has_thread)
        read_run(reader);
    *out = reader;
}

double run_reader_share(const struct run_reader *reader)
{
    return reader->share;
}

bool run_reader_is_done(const struct run_reader *reader)
{
    return reader->is_done;
}

bool run_reader_finish(struct run_reader *reader, struct ranked_run *run, struct err *err)
{
    if (reader->has_thread)
        pthread_join(reader->thread, NULL);
    bool worked = reader->worked;
    *run = reader->run;
    if (!worked)
        *err = reader->err;
    free(reader->path);
    free(reader);
    return worked;
}

void run_reader_stop(struct run_reader *reader)
{
    struct ranked_run run;
    if (reader == NULL)
        return;
    reader->is_stopped = true;
    if (run_reader_finish(reader, &run, err_ignored()))
        ranked_run_release(&run);
}
