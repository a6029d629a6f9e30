/* The PostgreSQL server that tests start for themselves. */
#include "tests/support/support.h"

#include "tests/support/postgresql.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE_MS = 30 * 1000 };

static void each_database_is_new_and_empty(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *one = postgresql_database(&arena), *other = postgresql_database(&arena);
    postgresql_do(one, "CREATE TABLE t (n BIGINT); INSERT INTO t VALUES (7)");
    assert_string_equal(postgresql_value(&arena, one, "SELECT n FROM t"), "7");
    assert_string_equal(postgresql_refusal(&arena, other, "SELECT n FROM t"), "42P01");
    arena_release(&arena);
}

static void a_refusal_is_reported_by_its_sqlstate(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *url = postgresql_database(&arena);
    postgresql_do(url, "CREATE TABLE t (n BIGINT); CREATE ROLE maria LOGIN");
    assert_string_equal(postgresql_refusal(&arena, url, "SELECT n FROM t"), "");
    assert_string_equal(postgresql_refusal(&arena, postgresql_as(&arena, url, "maria"), "SELECT n FROM t"),
                        "42501");
    arena_release(&arena);
}

/* In /dev/shm the shared memory would remain after the server is killed. */
static void the_servers_shared_memory_lies_in_its_folder(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *url = postgresql_database(&arena);
    assert_string_equal(postgresql_value(&arena, url, "SHOW dynamic_shared_memory_type"), "mmap");
    arena_release(&arena);
}

static void the_server_is_on_no_network(void **state)
{
    (void)state;
    struct arena arena = {0};
    const char *url = postgresql_database(&arena);
    assert_string_equal(postgresql_value(&arena, url, "SHOW listen_addresses"), "");
    arena_release(&arena);
}

/* This must be the first test of the program, so that the forked child starts a server of its own. */
static void a_test_that_is_killed_leaves_no_server(void **state)
{
    (void)state;
    struct arena arena = {0};
    int ends[2];
    char byte;
    if (!postgresql_is_there())
        skip_because("there is no PostgreSQL");
    assert_int_equal(pipe(ends), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        postgresql_database(&arena);
        assert_int_equal(write(ends[1], "s", 1), 1); /* the server runs; its processes hold this end, too */
        pause();
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], &byte, 1), 1);
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    struct pollfd end = {.fd = ends[0], .events = POLLIN};
    assert_int_equal(poll(&end, 1, PATIENCE_MS), 1);
    assert_int_equal(read(ends[0], &byte, 1), 0);
    close(ends[0]);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_test_that_is_killed_leaves_no_server),
        cmocka_unit_test(each_database_is_new_and_empty),
        cmocka_unit_test(a_refusal_is_reported_by_its_sqlstate),
        cmocka_unit_test(the_servers_shared_memory_lies_in_its_folder),
        cmocka_unit_test(the_server_is_on_no_network),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
