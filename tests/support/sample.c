#include "tests/support/support.h"

#include "tests/support/sample.h"

#include "core/store/content/fill.h"
#include "core/store/content/imports.h"
#include "core/store/content/questions.h"
#include "core/store/settings.h"
#include "core/store/store.h"
#include "tests/support/content.h"
#include "tests/support/postgresql.h"
#include "tests/support/recycled.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int64_t next_moment(void *context)
{
    struct test_clock *test_clock = context;
    return test_clock->now += test_clock->step;
}

struct clock test_clock_make(struct test_clock *test_clock)
{
    return (struct clock){.now = next_moment, .context = test_clock};
}

void sample_remove(const char *path)
{
    struct arena arena = {0};
    unlink(path);
    unlink(arena_format(&arena, "%s-wal", path));
    unlink(arena_format(&arena, "%s-shm", path));
    arena_release(&arena);
}

/* --- Places --------------------------------------------------------------------------------------- */

bool sample_is_on_server(void)
{
    return postgresql_of_run() != NULL;
}

const char *sample_place(struct arena *arena, const char *name)
{
    if (sample_is_on_server())
        return postgresql_database(arena);
    const char *folder = getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp";
    const char *path = arena_format(arena, "%s/%s", folder, name);
    sample_remove(path);
    return path;
}

/* Databases are copies of the first one, because to make the tables takes longer than most tests. */
const char *sample_database(struct arena *arena)
{
    static struct arena memory;
    static const char *first;
    if (first == NULL) {
        struct err err;
        struct store *store = NULL;
        const char *url = postgresql_database(&memory);
        if (!store_open(&store, url, STORE_CREATE, &err) || !store_begin(store, &err) ||
            !store_commit(store, &err))
            fail_msg("%s", err.text);
        store_close(store);
        first = url;
    }
    return postgresql_copy(arena, first);
}

/* store_path gives host and database of a store on a server. */
const char *sample_address(struct arena *arena, const struct store *store)
{
    const char *path = store_path(store);
    if (!store_is_on_server(store))
        return arena_copy_string(arena, path);
    return arena_format(arena, "postgresql://assay@/%s?host=%s", strrchr(path, '/') + 1, postgresql_of_run());
}

/* --- Content -------------------------------------------------------------------------------------- */

static void fill(struct store *store, size_t questions, size_t pool_size)
{
    struct arena arena = {0};
    struct err err;
    enum stored stored;
    assert_true(store_begin(store, &err));
    for (size_t i = 1; i <= pool_size; i++) {
        struct item item = {.id = bytes_of(arena_format(&arena, "d%02zu", i)),
                            .title = bytes_of(arena_format(&arena, "Title %zu", i)),
                            .text = bytes_of(arena_format(&arena, "Text of document %zu.", i))};
        assert_true(store_put_document(store, &item, false, &stored, &err));
    }
    for (size_t q = 1; q <= questions; q++) {
        int64_t question_id;
        struct item item = {.id = bytes_of(arena_format(&arena, "q%02zu", q)),
                            .text = bytes_of(arena_format(&arena, "Question %zu?", q))};
        assert_true(store_put_question(store, &item, false, &stored, &err));
        assert_true(store_find_question(store, item.id, &question_id, &err));
        for (size_t i = 1; i <= pool_size; i++)
            assert_true(store_put_candidate(store, question_id, (int64_t)i,
                                            &(struct candidate_origin){.source = bytes_of("test.run"),
                                                                       .rank = (int64_t)i,
                                                                       .score = 1.0 / (double)i},
                                            &stored, &err));
    }
    assert_true(store_put_setting(store, "order", bytes_of("import"), &err));
    assert_true(settings_apply(store, &err));
    assert_true(store_commit(store, &err));
    arena_release(&arena);
}

static struct store *open_at(const char *place, enum store_mode mode)
{
    struct err err;
    struct store *store = NULL;
    if (!store_open(&store, place, mode, &err))
        fail_msg("%s", err.text);
    return store;
}

static void make(const char *place, size_t questions, size_t pool_size)
{
    struct store *store = open_at(place, STORE_CREATE);
    fill(store, questions, pool_size);
    store_close(store);
}

/* The content of the database file that was made last. Tests that need hundreds of such databases copy it. */
static struct {
    size_t questions, pool_size;
    struct arena memory;
    struct bytes content; /* empty: there is none yet */
} made;

static void make_file(const char *path, size_t questions, size_t pool_size)
{
    make(path, questions, pool_size);
    arena_release(&made.memory);
    made.questions = questions;
    made.pool_size = pool_size;
    made.content = content_of(&made.memory, path);
}

static const char *sample_file(struct arena *arena, const char *name, size_t questions, size_t pool_size)
{
    const char *path = sample_place(arena, name);
    if (made.content.size == 0 || made.questions != questions || made.pool_size != pool_size)
        make_file(path, questions, pool_size);
    else
        support_file(arena, name, made.content);
    return path;
}

static const char *sample_on_server(struct arena *arena, size_t questions, size_t pool_size)
{
    bool is_filled;
    const char *name = arena_format(arena, "%zu of %zu", questions, pool_size);
    const char *url = recycled_database(arena, name, &is_filled);
    if (!is_filled) {
        make(url, questions, pool_size);
        recycled_keep(url, name);
    }
    return url;
}

struct store *sample_store(const char *name, size_t questions, size_t pool_size)
{
    struct arena arena = {0};
    struct store *store = open_at(sample_is_on_server() ? sample_on_server(&arena, questions, pool_size)
                                                        : sample_file(&arena, name, questions, pool_size),
                                  STORE_EXISTING);
    arena_release(&arena);
    return store;
}

/* --- Sessions ------------------------------------------------------------------------------------- */

struct session *sample_session(struct store *store, const char *annotator, uint64_t seed,
                               struct test_clock *time)
{
    struct session *session = NULL;
    struct err err;
    const struct session_options options = {.store = store,
                                            .annotator = bytes_of(annotator),
                                            .seed = seed,
                                            .clock = test_clock_make(time)};
    if (!session_open(&session, &options, &err))
        fail_msg("%s", err.text);
    return session;
}

void sample_session_close(struct session *session)
{
    struct err err;
    if (!session_close(session, &err))
        fail_msg("%s", err.text);
}

void sample_vote(struct session *session, int position)
{
    struct err err;
    if (!session_answer(session, &(struct answer){.position = position, .elapsed_ms = 100}, &err))
        fail_msg("%s", err.text);
}

void sample_correct(struct store *store, struct bytes docid, const char *text)
{
    struct err err;
    enum stored stored;
    const struct item item = {.id = docid, .text = bytes_of(text)};
    assert_true(store_begin(store, &err));
    assert_true(store_begin_import(store, bytes_of("corrected.jsonl"), 5000000, &err));
    assert_true(store_put_document(store, &item, REPLACE_KEEPING_VOTES, &stored, &err));
    assert_true(store_commit(store, &err));
}
