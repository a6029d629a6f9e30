/* The wire to a server, which tests make slow and break. */
#include "tests/support/support.h"

#include "tests/support/postgresql.h"
#include "tests/support/wire.h"

#include <libpq-fe.h>
#include <time.h>

static PGconn *connect_through(struct arena *arena, const struct wire *wire)
{
    PGconn *connection = PQconnectdb(wire_url(arena, wire));
    assert_int_equal(PQstatus(connection), CONNECTION_OK);
    return connection;
}

static bool is_done(PGconn *connection, const char *sql)
{
    PGresult *result = PQexec(connection, sql);
    ExecStatusType status = PQresultStatus(result);
    PQclear(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

static void separate_statements_take_a_trip_each(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct wire *wire = wire_open(postgresql_database(&arena), 0);
    PGconn *connection = connect_through(&arena, wire);
    assert_int_equal(wire_count_trips(wire), 1); /* to connect, without a password and without TLS */
    for (int i = 0; i < 3; i++)
        assert_true(is_done(connection, "SELECT 1"));
    assert_int_equal(wire_count_trips(wire), 3);
    PQfinish(connection);
    wire_close(wire);
    arena_release(&arena);
}

static void a_connection_beside_an_open_one_has_no_trips(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct wire *wire = wire_open(postgresql_database(&arena), 0);
    PGconn *connection = connect_through(&arena, wire);
    PGconn *beside = connect_through(&arena, wire);
    assert_true(is_done(beside, "SELECT 1"));
    assert_int_equal(wire_count_trips(wire), 1); /* to connect */
    PQfinish(beside);
    PQfinish(connection);
    connection = connect_through(&arena, wire);
    assert_int_equal(wire_count_trips(wire), 2); /* to say goodbye, and to connect */
    PQfinish(connection);
    wire_close(wire);
    arena_release(&arena);
}

static void pipelined_statements_take_one_trip(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct wire *wire = wire_open(postgresql_database(&arena), 10);
    PGconn *connection = connect_through(&arena, wire);
    wire_count_trips(wire);
    assert_true(PQenterPipelineMode(connection));
    for (int i = 0; i < 20; i++) {
        assert_true(PQsendQueryParams(connection, "SELECT 1", 0, NULL, NULL, NULL, NULL, 0));
        PQflush(connection);
    }
    assert_true(PQpipelineSync(connection));
    ExecStatusType status;
    do {
        PGresult *result = PQgetResult(connection);
        status = PQresultStatus(result);
        PQclear(result);
    } while (status != PGRES_PIPELINE_SYNC);
    assert_int_equal(wire_count_trips(wire), 1);
    PQfinish(connection);
    wire_close(wire);
    arena_release(&arena);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void a_trip_takes_both_ways(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct wire *wire = wire_open(postgresql_database(&arena), 20);
    PGconn *connection = connect_through(&arena, wire);
    double begin = seconds();
    assert_true(is_done(connection, "SELECT 1"));
    assert_true(seconds() - begin >= 0.040);
    PQfinish(connection);
    wire_close(wire);
    arena_release(&arena);
}

static void large_requests_and_answers_pass_unchanged(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct wire *wire = wire_open(postgresql_database(&arena), 1);
    const char *sent = arena_format(&arena, "SELECT length('%0*d'), repeat('x', 9000000)", 3000000, 0);
    PGconn *connection = connect_through(&arena, wire);
    PGresult *result = PQexec(connection, sent);
    assert_int_equal(PQresultStatus(result), PGRES_TUPLES_OK);
    assert_string_equal(PQgetvalue(result, 0, 0), "3000000");
    assert_int_equal(PQgetlength(result, 0, 1), 9000000);
    PQclear(result);
    PQfinish(connection);
    wire_close(wire);
    arena_release(&arena);
}

/*
 * Returns what is in the database after four trips, the second of which lost this message: the numbers of the
 * statements that were done.
 */
static const char *done_in_spite_of(struct arena *arena, enum wire_loss loss)
{
    const char *url = postgresql_database(arena);
    postgresql_do(url, "CREATE TABLE t (n BIGINT)");
    struct wire *wire = wire_open(url, 0);
    PGconn *connection = connect_through(arena, wire);
    wire_break(wire, 2, loss);
    assert_true(is_done(connection, "INSERT INTO t VALUES (1)"));
    assert_false(wire_has_broken(wire));
    assert_false(is_done(connection, "INSERT INTO t VALUES (2)"));
    assert_true(wire_has_broken(wire));
    assert_false(is_done(connection, "INSERT INTO t VALUES (3)"));
    PQfinish(connection);

    connection = connect_through(arena, wire);
    assert_true(is_done(connection, "INSERT INTO t VALUES (4)"));
    PQfinish(connection);
    wire_close(wire);
    return postgresql_value(arena, url, "SELECT string_agg(n::text, ' ' ORDER BY n) FROM t");
}

static void a_lost_request_is_not_done(void **state)
{
    (void)state;
    struct arena arena = {0};
    assert_string_equal(done_in_spite_of(&arena, WIRE_REQUEST), "1 4");
    arena_release(&arena);
}

static void a_request_is_done_even_if_its_answer_is_lost(void **state)
{
    (void)state;
    struct arena arena = {0};
    assert_string_equal(done_in_spite_of(&arena, WIRE_ANSWER), "1 2 4");
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(separate_statements_take_a_trip_each),
        cmocka_unit_test(a_connection_beside_an_open_one_has_no_trips),
        cmocka_unit_test(pipelined_statements_take_one_trip),
        cmocka_unit_test(a_trip_takes_both_ways),
        cmocka_unit_test(large_requests_and_answers_pass_unchanged),
        cmocka_unit_test(a_lost_request_is_not_done),
        cmocka_unit_test(a_request_is_done_even_if_its_answer_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
