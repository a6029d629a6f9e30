/*
 * The database behind one door, whatever keeps it: a driver does (db_driver.h). Opening is the driver's own (sqlite.h).
 * A query is one of the statements of queries.sql, prepared once and kept.
 *
 * Errors are sticky in a query: bind, step and read freely, then ask once, at
 * query_end, whether all of it worked.
 *
 * On a server each wait costs a trip. Code that looks for many things one after the other says before which ones
 * (query_foresee) and posts what it writes; an import then waits once for some thousand items, and test_import_trips counts. If
 * you add a look to such code, foresee it, too. A foreseen answer can be taken once and does not reflect later writes;
 * db_forget_foreseen drops all of them. PostgreSQL plans each statement once for a session that writes, whatever its parameters
 * are, so a plan must be good for any number; test_statements looks at the plans of a vote.
 */
#ifndef ASSAY_CORE_STORE_DATABASE_DB_H
#define ASSAY_CORE_STORE_DATABASE_DB_H

#include "core/base/arena.h"
#include "core/base/busy.h"
#include "core/base/err.h"
#include "core/store/database/made.h"
#include "core/store/database/statements.h"

struct db;

/* Ends what goes on, and closes; NULL is fine. */
void db_close(struct db *db);
/* The name of the database in messages. */
const char *db_path(const struct db *db);
/* The name of the database on the command line: the path of the file, or the address of the server as given, without passwords. */
const char *db_address(const struct db *db);
bool db_is_on_server(const struct db *db);
/* Whether the database can be asked this: some statements are of files alone, and are refused elsewhere by name. */
bool db_can_ask(const struct db *db, enum statement statement);
/* Whether the last failure was that another program holds the database. */
bool db_was_busy(const struct db *db);
/* Whether it is not known if the last transaction was committed: the connection was lost before the server had answered. */
bool db_may_be_kept(const struct db *db);
/* How often a server was waited for so far; a file has none. */
int64_t db_count_trips(const struct db *db);
/* Whether there is no server to be had, since a connection was lost, or could not be made; until one is made. */
bool db_is_away(const struct db *db);
/*
 * Whether so, and a watch has let this wait for it, for so long: who waits can end it, so nobody waits without. A server that
 * would let nobody in is not waited for, and one that lets in and refuses the same each time for no longer than another program.
 */
bool db_wait_if_away(struct db *db, int ms);
/* How long another program is waited for; a minute at first. */
void db_set_patience(struct db *db, int ms);
/* Whether the last failure was that others were at the database, and there is patience left; waits so long if so. */
bool db_wait_if_busy(struct db *db, int ms);
/*
 * Whether the last failure was that another session wrote the same at the same time, and was first: a server lets them, and
 * who begins the transaction again finds what that one wrote. Waits so long if so.
 */
bool db_wait_if_met_another(struct db *db, int ms);
/*
 * From true on all waits are one, which has the patience for one; until false. Otherwise each call has it for
 * itself. Returns what held before.
 */
bool db_wait_as_one(struct db *db, bool as_one);
/* Asked while another program holds the database, in the middle of any other call. Returns the watch before. */
struct busy_watch db_watch_busy(struct db *db, struct busy_watch watch);

/* Sets the error that the file is damaged, and how; returns false. */
bool db_fail_damaged(const struct db *db, const char *damage, struct err *err);

/* Runs SQL that is no named statement: the schema, pragmas. */
bool db_execute(struct db *db, const char *sql, struct err *err) __attribute__((warn_unused_result));
/* Whether there is any table, of whomever. */
bool db_has_tables(struct db *db, bool *has_tables, struct err *err) __attribute__((warn_unused_result));
/* Makes all tables, indexes, triggers and views where there are none; inside the caller's transaction. */
bool db_make_schema(struct db *db, struct err *err) __attribute__((warn_unused_result));
/* Reads the facts that the database stores about itself, into the arena; on a server in one trip. */
bool db_read_made(struct db *db, struct arena *arena, struct made *made, struct err *err)
    __attribute__((warn_unused_result));
/* A number that is another one once anybody else has written to the database. */
bool db_get_version(struct db *db, int64_t *version, struct err *err) __attribute__((warn_unused_result));

/* A write transaction from its first moment; waits for others' where there is one at a time. */
bool db_begin(struct db *db, struct err *err) __attribute__((warn_unused_result));
/* A transaction that only reads and sees one state of the database all along. */
bool db_begin_reading(struct db *db, struct err *err) __attribute__((warn_unused_result));
/*
 * Nothing more is written in this transaction, and what else is asked is asked now: a server commits it in the same trip.
 * Whether it did db_commit tells.
 */
void db_foresee_commit(struct db *db);
/* Durable when it returns true. When false, nothing of the transaction is there, unless db_may_be_kept. */
bool db_commit(struct db *db, struct err *err) __attribute__((warn_unused_result));
/* Does nothing outside a transaction. */
void db_rollback(struct db *db);
/* For another thread: the statement that runs now fails, and nothing is waited for any more. */
void db_interrupt(struct db *db);
/* The rowid of the last row added. */
int64_t db_last_id(const struct db *db);
/* How many rows the last statement that writes has added, changed or deleted itself. */
int64_t db_change_count(const struct db *db);

/* Sums of such numbers, and what dealing makes of them, are far from what 64 bits hold. */
#define ROW_NUMBER_MAX (INT64_C(1) << 40)

/* Of calls of the driver; all 0 unless somebody wants to know (core/store/trace.h). */
struct db_cost {
    int64_t microseconds, trips;
};

struct query {
    struct db *db;
    enum statement number;
    void *statement;    /* the driver's; NULL: it could not be prepared */
    int result;         /* the driver's code of the first thing that failed, or of the last step */
    const char *damage; /* what the first row that can't be has wrong; NULL: all can be */
    struct db_cost cost;
};

/* A query must be ended before the same statement is started again. */
struct query query_start(struct db *db, enum statement statement);
/* Parameters count from 1. Bytes must stay until query_end. */
void query_bind_integer(struct query *query, int parameter, int64_t value);
void query_bind_real(struct query *query, int parameter, double value);
void query_bind_bytes(struct query *query, int parameter, struct bytes value);
void query_bind_null(struct query *query, int parameter);
/* Binds the columns of the row at which a query stands, of any database, to this parameter and those behind it. */
void query_bind_row(struct query *query, int parameter, const struct query *row);
/* The integer that query_bind_row, called with `first`, binds to the parameter with this number. */
int64_t query_passed_integer(struct query *row, int first, int parameter);
/*
 * All is bound: a server gets it together with whatever is stepped first from now on, so what is asked together is one trip.
 * A file is read when the query is stepped, and no sooner.
 */
void query_ask(struct query *query);
/*
 * All is bound: the answer is asked for together with all others that are foreseen, and whoever starts the same statement with
 * the same parameters takes it, each once, without what was written meanwhile. Ends the query. A file is read when it is
 * started again, and no sooner.
 */
void query_foresee(struct query *query);
/* All is bound: whether its rows take no wait of their own, since they were foreseen, or are those of a file. */
bool query_is_at_hand(const struct query *query);
/* Drops the foreseen answers that nobody has taken. */
void db_forget_foreseen(struct db *db);
/* Steps to the next row; false: there is none, or something failed. */
bool query_next(struct query *query);
/* For the functions that are made of the rows in queries.sql: columns count from 0. Bytes stay until the next step. */
int64_t query_integer(struct query *query, int column);
/*
 * An impossible value counts as if query_require did not hold, whoever wrote the file, and is read as the smallest possible
 * one: the number of a row from 1, a count from 0, both to ROW_NUMBER_MAX, a time from 0 to ANSWER_TIME_MAX
 * (core/store/votes/votes.h). A text or a real is no such number; what is missing (NULL) is 0.
 */
int64_t query_id(struct query *query, int column);
int64_t query_count(struct query *query, int column);
int64_t query_time(struct query *query, int column);
double query_real(struct query *query, int column);
struct bytes query_bytes(struct query *query, int column);
/* A missing value counts as if query_require did not hold: a LEFT JOIN gives NULL for a missing row. */
struct bytes query_key(struct query *query, int column);
/* The column of a query that has no other. */
int64_t query_only_integer(struct query *query);
double query_only_real(struct query *query);
struct bytes query_only_bytes(struct query *query);
/*
 * Requires that a row is valid, whoever wrote the file. If `holds` is false, `damage` describes what was found, there is no
 * next row, and query_end fails. Returns `holds`.
 */
bool query_require(struct query *query, bool holds, const char *damage);
/* Ends the query and says whether everything in it worked. */
bool query_end(struct query *query, struct err *err) __attribute__((warn_unused_result));
/* The same for rows that were handed to a visitor: when `visited` is false, err is what the visitor left in it. */
bool query_end_visit(struct query *query, bool visited, struct err *err) __attribute__((warn_unused_result));
/* Ends a query of which nothing is wanted any more. */
void query_drop(struct query *query);
/* query_next until the end, then query_end: for statements that write. */
bool query_run(struct query *query, struct err *err) __attribute__((warn_unused_result));
/*
 * query_run without waiting: a server gets the statement with what is asked next, and a failure of it is one of that, of the
 * commit at the latest. For what nobody's input can make fail, and of which nobody asks how much it has changed.
 */
bool query_post(struct query *query, struct err *err) __attribute__((warn_unused_result));
/* Runs a statement that writes, with these integers as its parameters, from the first on. */
bool db_run(struct db *db, enum statement statement, const int64_t *integers, size_t n, struct err *err)
    __attribute__((warn_unused_result));
/* The same without waiting, as query_post. */
bool db_post(struct db *db, enum statement statement, const int64_t *integers, size_t n, struct err *err)
    __attribute__((warn_unused_result));
/* One integer of a query with one row at most; `absent` when it has none. */
bool query_one_integer(struct query *query, int64_t absent, int64_t *value, struct err *err)
    __attribute__((warn_unused_result));

/* The kind of a value in a column. */
enum column_kind { COLUMN_NULL, COLUMN_INTEGER, COLUMN_REAL, COLUMN_BYTES };

struct column_value {
    enum column_kind kind;
    union {
        int64_t integer;
        double real;
        struct bytes bytes; /* of a row that was read: until the next step */
    };
};

int query_count_columns(const struct query *query);
/* Columns count from 0. */
struct column_value query_cell(const struct query *query, int column);

/*
 * Call these around deletions, inside their transaction. The database looks for references to each deleted document or ballot;
 * without indexes it searches the whole table. No vote pays for them, since they are there only while something is taken out.
 */
bool db_begin_removing(struct db *db, struct err *err) __attribute__((warn_unused_result));
bool db_end_removing(struct db *db, struct err *err) __attribute__((warn_unused_result));

/*
 * Many rows into one table, inside a transaction: by the driver's quickest way, on a server without a trip for each.
 * `columns` are their names, as SQL lists them; each row has a cell for each. Until db_end_rows nothing else can be asked,
 * and a row that the database refuses may fail no sooner than there.
 */
bool db_begin_rows(struct db *db, const char *table, const char *columns, struct err *err)
    __attribute__((warn_unused_result));
bool db_add_row(struct db *db, const struct column_value *cells, size_t n, struct err *err)
    __attribute__((warn_unused_result));
/* When `added` is false, err is what the caller left in it, and the transaction is to be rolled back. */
bool db_end_rows(struct db *db, bool added, struct err *err) __attribute__((warn_unused_result));

#endif
