/*
 * One interface to the database, whatever stores it: a driver implements it (db_driver.h). Each driver has its own
 * functions to open a database (sqlite.h). A query is one of the statements of queries.sql, prepared once and kept.
 *
 * Errors are sticky in a query: bind, step and read freely, and check once, at query_end, whether everything worked.
 *
 * On a server each wait costs a round trip. Code that looks up many things one after the other announces them first
 * (query_prefetch), and posts what it writes. An import then waits once for some thousand items; test_import_trips
 * counts the trips. If you add a lookup to such code, prefetch it, too. A prefetched answer can be taken once and does
 * not reflect later writes; db_drop_prefetched drops all of them. PostgreSQL plans each statement once for a session
 * that writes, for any parameters, so a plan must be good for any numbers; test_statements checks the plans of a vote.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/busy.h"
#include "core/base/err.h"
#include "core/store/database/made.h"
#include "core/store/database/statements.h"

struct db;

/* Cancels what is in progress, and closes; NULL is allowed. */
void db_close(struct db *db);
/* Returns the name of the database for messages. */
const char *db_path(const struct db *db);
/*
 * Returns the database as the command line names it: the path of the file, or the address of the server as given,
 * without passwords.
 */
const char *db_address(const struct db *db);
bool db_is_on_server(const struct db *db);
/*
 * Returns whether this database supports the statement: some statements exist for files alone, and a server refuses
 * them by name.
 */
bool db_can_ask(const struct db *db, enum statement statement);
/* Returns whether the last failure was that another program holds the database. */
bool db_was_busy(const struct db *db);
/*
 * Returns whether it is unknown if the last transaction was committed, because the connection was lost before the
 * server had answered.
 */
bool db_may_be_kept(const struct db *db);
/* Returns the number of waits for a server so far; a file has none. */
int64_t db_count_trips(const struct db *db);
/*
 * Returns whether the server can't be reached: a connection was lost or could not be made, and none has been made
 * since.
 */
bool db_is_away(const struct db *db);
/*
 * Waits for `ms` milliseconds if the server can't be reached; returns whether to try again. It waits only with a watch,
 * because the watch can end the wait. It does not wait for a server that refuses the login. A server that accepts a
 * connection and then refuses it each time is waited for no longer than another program.
 */
bool db_wait_if_away(struct db *db, int ms);
/* Sets how long to wait for another program; at first a minute. */
void db_set_patience(struct db *db, int ms);
/*
 * Waits for `ms` milliseconds if the last failure was that others held the database; returns whether to try again:
 * there is patience left, and nobody has stopped the wait.
 */
bool db_wait_if_busy(struct db *db, int ms);
/*
 * Returns whether the last failure was a conflict on a server: another session wrote the same rows at the same time,
 * and was first. If so, it waits for `ms` milliseconds. When the caller begins the transaction again, it sees the
 * other's changes.
 */
bool db_wait_if_met_another(struct db *db, int ms);
/*
 * With true, all waits from now on share one patience, until it is called with false. Otherwise each call has the full
 * patience. Returns the previous value.
 */
bool db_wait_as_one(struct db *db, bool as_one);
/*
 * Sets the watch, which is asked in the middle of any other call while another program holds the database. Returns the
 * previous watch.
 */
struct busy_watch db_watch_busy(struct db *db, struct busy_watch watch);

/* Sets the error that the database is damaged, and how; returns false. */
bool db_fail_damaged(const struct db *db, const char *damage, struct err *err);
/*
 * Sets the error that rows of a step do not fit each other; returns false. A step on a file reads one state, so the file
 * is damaged. On a server, rows that were read ahead can be older than others: another session has changed them, and
 * the step can be repeated (db_wait_if_met_another).
 */
bool db_fail_unfit(struct db *db, const char *damage, struct err *err);

/* Runs SQL that is not a named statement: the schema, pragmas. */
MUST_CHECK bool db_execute(struct db *db, const char *sql, struct err *err);
/* Returns in `has_tables` whether there is any table, of any program. */
MUST_CHECK bool db_has_tables(struct db *db, bool *has_tables, struct err *err);
/* Makes all tables, indexes, triggers and views in an empty database; inside the caller's transaction. */
MUST_CHECK bool db_make_schema(struct db *db, struct err *err);
/* Reads the facts that the database stores about itself, into the arena; on a server in one trip. */
MUST_CHECK bool db_read_made(struct db *db, struct arena *arena, struct made *made, struct err *err);
/* Gets a number that changes when anybody else has written to the database. */
MUST_CHECK bool db_get_version(struct db *db, int64_t *version, struct err *err);

/*
 * Begins a transaction that may write from its first moment. Where only one can write at a time, waits for the others.
 */
MUST_CHECK bool db_begin(struct db *db, struct err *err);
/* Begins a transaction that only reads, and sees one state of the database throughout. */
MUST_CHECK bool db_begin_reading(struct db *db, struct err *err);
/*
 * Announces that the transaction writes nothing more, and that its other queries have been asked. A server commits it
 * in the same trip; db_commit returns whether that worked.
 */
void db_prefetch_commit(struct db *db);
/* When it returns true, the transaction is durable. When false, nothing of it is there, unless db_may_be_kept. */
MUST_CHECK bool db_commit(struct db *db, struct err *err);
/* Does nothing outside a transaction. */
void db_rollback(struct db *db);
/* For another thread: makes the running statement fail, and ends all waits. */
void db_interrupt(struct db *db);
/* Returns the rowid of the last row added. */
int64_t db_last_id(const struct db *db);
/* Returns how many rows the last writing statement has added, changed or deleted itself. */
int64_t db_change_count(const struct db *db);

/*
 * The largest row number and count. Sums of such numbers, and what dealing computes from them, stay far below 64 bits.
 */
#define ROW_NUMBER_MAX (INT64_C(1) << 40)

/* The cost of calls of the driver; all 0 unless a trace is on (core/store/trace.h). */
struct db_cost {
    int64_t microseconds, trips;
};

struct query {
    struct db *db;
    enum statement number;
    void *statement;    /* the driver's; NULL: it could not be prepared */
    int result;         /* the driver's code of the first failure, or of the last step */
    const char *damage; /* describes the first invalid row; NULL: all are valid */
    struct db_cost cost;
};

/* A query must be ended before the same statement is started again. */
struct query query_start(struct db *db, enum statement statement);
/* Parameters count from 1. Bytes must stay valid until query_end. */
void query_bind_integer(struct query *query, int parameter, int64_t value);
void query_bind_real(struct query *query, int parameter, double value);
void query_bind_bytes(struct query *query, int parameter, struct bytes value);
void query_bind_null(struct query *query, int parameter);
/*
 * Binds the columns of the current row of a query, which may be on another database, to this parameter and those after
 * it.
 */
void query_bind_row(struct query *query, int parameter, const struct query *row);
/* Returns the integer that query_bind_row, called with `first`, binds to the parameter with this number. */
int64_t query_passed_integer(struct query *row, int first, int parameter);
/*
 * Call it when all parameters are bound. A server gets the query together with the next query that is stepped, so
 * queries that are asked together cost one trip. A file is read only when the query is stepped.
 */
void query_ask(struct query *query);
/*
 * Call it when all parameters are bound. The answer is fetched together with all other prefetched ones. The next query
 * with the same statement and parameters takes it, once; it does not reflect writes in between. Ends the query. A file
 * is read only when the query is started again.
 */
void query_prefetch(struct query *query);
/*
 * Call it when all parameters are bound: returns whether the rows need no wait of their own, because they were
 * prefetched or are in a file.
 */
bool query_is_at_hand(const struct query *query);
/* Drops the prefetched answers that were not taken. */
void db_drop_prefetched(struct db *db);
/* Steps to the next row; false: there is none, or something failed. */
bool query_next(struct query *query);
/*
 * For the functions that are generated from the rows in queries.sql. Columns count from 0. Bytes stay valid until the
 * next step.
 */
int64_t query_integer(struct query *query, int column);
/*
 * An impossible value counts as a failed query_require, and is read as the smallest possible one. The number of a row
 * is at least 1, a count at least 0, both at most ROW_NUMBER_MAX; a time is from 0 to ANSWER_TIME_MAX
 * (core/store/votes/votes.h). A text or a real is impossible; a missing value (NULL) is read as 0.
 */
int64_t query_id(struct query *query, int column);
int64_t query_count(struct query *query, int column);
int64_t query_time(struct query *query, int column);
double query_real(struct query *query, int column);
struct bytes query_bytes(struct query *query, int column);
/* A missing value counts as a failed query_require: a LEFT JOIN gives NULL for a missing row. */
struct bytes query_key(struct query *query, int column);
/* Read the column of a query that has only one. */
int64_t query_only_integer(struct query *query);
double query_only_real(struct query *query);
struct bytes query_only_bytes(struct query *query);
/*
 * Requires that a row is valid, whoever wrote the file. If `holds` is false, `damage` describes the flaw, there is no
 * next row, and query_end fails. Returns `holds`.
 */
bool query_require(struct query *query, bool holds, const char *damage);
/* Ends the query and returns whether everything in it worked. */
MUST_CHECK bool query_end(struct query *query, struct err *err);
/* The same for rows that were handed to a visitor: if `visited` is false, err keeps the visitor's error. */
MUST_CHECK bool query_end_visit(struct query *query, bool visited, struct err *err);
/* Ends a query whose result is not needed any more. */
void query_drop(struct query *query);
/* Runs query_next until the end, then query_end: for statements that write. */
MUST_CHECK bool query_run(struct query *query, struct err *err);
/*
 * Does query_run without waiting: a server gets the statement together with the next query. If the statement fails,
 * that query or the commit fails. Only for statements that can't fail by input, and whose number of changed rows is not
 * needed.
 */
MUST_CHECK bool query_post(struct query *query, struct err *err);
/*
 * Like query_post, for a statement that a server may refuse to execute because others were first. At most one in a
 * transaction. The queries after it are answered nevertheless.
 */
MUST_CHECK bool query_try(struct query *query, struct err *err);
/*
 * Returns whether the last trip has refused the statement of query_try, and if so, sets the error. Then this is a conflict
 * (db_wait_if_met_another), nothing was written, and what was read is the present state.
 */
bool db_was_refused(struct db *db, struct err *err);
/* Returns this column of the row that the statement of query_try has returned; 0: it is NULL, or there is no such row. */
int64_t db_tried_integer(const struct db *db, int column);
/* Runs a statement that writes, with these integers as its parameters. */
MUST_CHECK bool db_run(struct db *db, enum statement statement, const int64_t *integers, size_t n,
                       struct err *err);
/* The same without waiting, as query_post. */
MUST_CHECK bool db_post(struct db *db, enum statement statement, const int64_t *integers, size_t n,
                        struct err *err);
/* Reads one integer of a query that has at most one row; `absent` if it has none. Ends the query. */
MUST_CHECK bool query_one_integer(struct query *query, int64_t absent, int64_t *value, struct err *err);

/* The kind of a value in a column. */
enum column_kind { COLUMN_NULL, COLUMN_INTEGER, COLUMN_REAL, COLUMN_BYTES };

struct column_value {
    enum column_kind kind;
    union {
        int64_t integer;
        double real;
        struct bytes bytes; /* of a row that was read: valid until the next step */
    };
};

int query_count_columns(const struct query *query);
/* Columns count from 0. */
struct column_value query_cell(const struct query *query, int column);

/*
 * Call these around deletions, inside their transaction, after the candidates that are deleted were written to `doomed`.
 * A file looks for references to each deleted document or ballot; without indexes it searches the whole table. The
 * indexes exist only during the deletions, so that they cost no vote anything. On a server, db_begin_removing waits for
 * those who deal or answer ballots of the questions in `doomed`; until the transaction ends, nobody else does so.
 */
MUST_CHECK bool db_begin_removing(struct db *db, struct err *err);
MUST_CHECK bool db_end_removing(struct db *db, struct err *err);

/*
 * Add many rows to one table, inside a transaction, in the driver's fastest way; on a server without a trip for each
 * row. `columns` are the names as an SQL list; each row has a cell for each column. No other query is possible until
 * db_end_rows. A row that the database refuses may fail only there.
 */
MUST_CHECK bool db_begin_rows(struct db *db, const char *table, const char *columns, struct err *err);
MUST_CHECK bool db_add_row(struct db *db, const struct column_value *cells, size_t n, struct err *err);
/* If `added` is false, err keeps the caller's error, and the transaction must be rolled back. */
MUST_CHECK bool db_end_rows(struct db *db, bool added, struct err *err);
