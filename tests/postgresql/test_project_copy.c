/*
 * A project is copied to a distant server, from one, or to one that is lost. tests/postgresql/test_copy.sh shows that
 * the content is the same.
 */
#include "tests/support/support.h"

#include "core/store/upkeep/project_copy.h"
#include "core/store/content/questions.h"
#include "core/store/labelling/status.h"
#include "core/store/store.h"
#include "tests/support/postgresql.h"
#include "tests/support/sample.h"
#include "tests/support/wire.h"

#include <string.h>

enum { NOW = 1000000, POOL = 2 };

static bool go_on(void *context, const char *path, int64_t done, int64_t total)
{
    (void)context;
    (void)path;
    assert_in_range(done, 0, total);
    return true;
}

static bool copy(struct store *from, const char *url, copy_watch *watch, struct err *err)
{
    struct store *to = NULL;
    struct project_counts counts;
    bool copied = store_open(&to, url, STORE_CREATE, err) &&
                  store_copy_project(from, to, NOW, watch, NULL, &counts, err);
    store_close(to);
    return copied;
}

static unsigned count_trips(size_t questions)
{
    struct arena arena = {0};
    struct err err;
    struct wire *wire = wire_open(postgresql_database(&arena), 0);
    struct store *from = sample_store("from.db", questions, POOL);
    wire_count_trips(wire);
    if (!copy(from, wire_url(&arena, wire), go_on, &err))
        fail_msg("%s", err.text);
    unsigned trips = wire_count_trips(wire);
    store_close(from);
    wire_close(wire);
    arena_release(&arena);
    return trips;
}

static void rows_cost_no_trips(void **state)
{
    (void)state;
    unsigned few = count_trips(1), many = count_trips(3000);
    assert_in_range(few, 1, 90);       /* three for each table */
    assert_in_range(many, 1, few + 3); /* rows that are sent in parts can cross a message of the server */
}

static int64_t count_tables(struct arena *arena, const char *url)
{
    static const char sql[] = "SELECT count(*) FROM pg_class WHERE relname = 'question'";
    return postgresql_value(arena, url, sql)[0] - '0';
}

static bool stop_at_rows(void *context, const char *path, int64_t done, int64_t total)
{
    (void)context;
    (void)path;
    (void)total;
    return done == 0;
}

static void a_stopped_copy_leaves_nothing(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    const char *url = postgresql_database(&arena);
    struct store *from = sample_store("from.db", 2000, POOL);
    assert_false(copy(from, url, stop_at_rows, &err));
    assert_int_equal(err.code, ERR_INTERRUPTED);
    assert_string_equal(err.text, "stopped; nothing was written");
    assert_int_equal(count_tables(&arena, url), 0);
    if (!copy(from, url, go_on, &err)) /* as if nothing had happened before */
        fail_msg("%s", err.text);
    store_close(from);
    arena_release(&arena);
}

/* The copy must be complete or absent, whichever trip fails. */
static void a_copy_to_a_lost_server_is_complete_or_absent(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct err err;
    struct store *from = sample_store("from.db", 20, POOL);
    bool has_broken = true;
    for (unsigned nth = 2; has_broken; nth += 7) {
        const char *url = postgresql_database(&arena);
        struct wire *wire = wire_open(url, 0);
        wire_break(wire, nth, nth % 2 == 0 ? WIRE_REQUEST : WIRE_ANSWER);
        bool copied = copy(from, wire_url(&arena, wire), go_on, &err);
        has_broken = wire_has_broken(wire);
        if (!has_broken || copied)
            assert_true(copied);
        else
            assert_non_null(strstr(err.text, "connection"));
        if (copied || strstr(err.text, "perhaps saved") == NULL) /* otherwise the answer to COMMIT was lost */
            assert_int_equal(count_tables(&arena, url), copied);
        wire_close(wire);
    }
    store_close(from);
    arena_release(&arena);
}

static struct store *open_store(const char *url, enum store_mode mode)
{
    struct err err;
    struct store *store;
    if (!store_open(&store, url, mode, &err))
        fail_msg("%s", err.text);
    return store;
}

static size_t count_questions(const char *path)
{
    struct arena arena = {0};
    struct err err;
    struct question_row *rows;
    size_t n;
    struct store *store = open_store(path, STORE_CREATE);
    bool has_tables = store_list_questions(store, &arena, &rows, &n, &err);
    store_close(store);
    arena_release(&arena);
    return has_tables ? n : 0;
}

/* Some of the trips break in the middle of the rows. */
static void a_copy_from_a_lost_server_leaves_nothing(void **state)
{
    (void)state;
    enum { QUESTIONS = 20 };
    struct arena arena = {0};
    struct err err;
    const char *url = postgresql_database(&arena), *path = sample_place(&arena, "to.db");
    struct store *from = sample_store("from.db", QUESTIONS, POOL);
    assert_true(copy(from, url, go_on, &err));
    store_close(from);
    unsigned n_broken = 0;
    for (bool has_broken = true; has_broken; n_broken += has_broken) {
        struct wire *wire = wire_open(url, 0);
        from = open_store(wire_url(&arena, wire), STORE_EXISTING);
        wire_break(wire, n_broken + 1, WIRE_ANSWER);
        bool copied = copy(from, path, go_on, &err);
        has_broken = wire_has_broken(wire);
        assert_true(copied || has_broken);
        if (!copied)
            assert_non_null(strstr(err.text, "connection"));
        assert_int_equal(count_questions(path), copied ? QUESTIONS : 0);
        sample_remove(path);
        store_close(from);
        wire_close(wire);
    }
    assert_in_range(n_broken, 2, 90);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_cost_no_trips),
        cmocka_unit_test(a_stopped_copy_leaves_nothing),
        cmocka_unit_test(a_copy_to_a_lost_server_is_complete_or_absent),
        cmocka_unit_test(a_copy_from_a_lost_server_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
