#include "tests/support/support.h"

#include "core/store/settings.h"
#include "core/store/labelling/status.h"
#include "core/store/store.h"
#include "tests/support/sample.h"
#include "tests/support/trial.h"

#include <stdlib.h>
#include <string.h>

const char *trial_program(void)
{
    const char *path = getenv("ASSAY");
    return path != NULL ? path : "build/dev/assay";
}

void trial_start_in(struct trial *trial, int rows, int columns, const char *terminal, const char *more)
{
    const char *const arguments[] = {
        trial_program(), "label", trial->database, "--annotator", "expert1", "--seed", "7", NULL};
    const char *const environment[] = {terminal, "LC_ALL=C.UTF-8", more, NULL};
    pty_start(&trial->pty, rows, columns, arguments, environment);
}

void trial_start(struct trial *trial)
{
    trial_start_in(trial, 24, 80, "TERM=xterm-256color", NULL);
    pty_wait_for(&trial->pty, "q quit");
}

void trial_make_database(struct trial *trial, size_t questions, size_t documents)
{
    struct err err;
    struct store *store = sample_store("pty.db", questions, documents);
    assert_true(setting_put(store, SETTING_GUIDE, bytes_of(""), &err)); /* no guide at the start */
    trial->database = arena_copy_string(&trial->arena, store_path(store));
    store_close(store);
}

int trial_set_up(void **state)
{
    struct trial *trial = test_calloc(1, sizeof *trial);
    trial_make_database(trial, 2, 4);
    *state = trial;
    return 0;
}

int trial_tear_down(void **state)
{
    struct trial *trial = *state;
    pty_end(&trial->pty);
    arena_release(&trial->arena);
    test_free(trial);
    return 0;
}

void trial_assert_votes(const struct trial *trial, int64_t votes)
{
    struct store *store;
    struct progress progress;
    struct err err;
    assert_true(store_open(&store, trial->database, STORE_EXISTING, &err));
    assert_true(store_get_progress(store, &progress, &err));
    store_close(store);
    assert_int_equal(progress.ballots_done, votes);
}

bool trial_has_written(const struct trial *trial, const char *bytes)
{
    return strstr(buffer_string(&trial->pty.written), bytes) != NULL;
}
