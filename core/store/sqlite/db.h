/*
 * SQLite, behind one door: the only file that includes <sqlite3.h> is db.c.
 * A query is one of the statements of queries.sql, prepared once and kept.
 *
 * Errors are sticky in a query: bind, step and read freely, then ask once, at
 * query_end, whether all of it worked.
 */
#ifndef ASSAY_CORE_STORE_SQLITE_DB_H
#define ASSAY_CORE_STORE_SQLITE_DB_H

#include "core/base/arena.h"
#include "core/base/busy.h"
#include "core/base/err.h"
#include "core/store/sqlite/statements.h"

struct db;
struct sqlite3_stmt;

/* `create`: make the file when it is not there. The file is not looked into yet. */
bool db_open(struct db **out, const char *path, bool create, struct err *err)
    __attribute__((warn_unused_result));
/*
 * Opens a file that is there, to read it and no more, with whatever rights there are, and leaves nothing beside it that
 * could be in its owner's way. Where it can be written it is read like any other; where not, with the -shm of those who
 * have it open; and where nobody has, a query fails if it was written to meanwhile.
 */
bool db_open_reading(struct db **out, const char *path, struct busy_watch watch, struct err *err)
    __attribute__((warn_unused_result));
/* An empty database that is nobody else's, and gone once it is closed. */
bool db_open_in_memory(struct db **out, struct err *err) __attribute__((warn_unused_result));
/*
 * From now on a copy of one's own is read and written, that nobody else sees and that is gone once it is closed. To be
 * called before the first query.
 */
bool db_take_private_copy(struct db *db, struct err *err) __attribute__((warn_unused_result));
/* Copies all pages of the database as of now into an empty file, and makes them durable. */
bool db_copy_to(struct db *db, const char *path, struct err *err) __attribute__((warn_unused_result));
/*
 * Writes what is committed into the file `to`, which is empty or not there, while others write: they do not wait for it.
 * Not from inside a transaction. The watch is asked all along, and can stop it.
 */
bool db_copy_into(struct db *db, const char *to, struct err *err) __attribute__((warn_unused_result));
/*
 * Gives the -wal and the -shm that this program made to the database's group: SQLite gives them its rights alone, and in
 * a folder that does not hand its group on, others of the group could not write to them.
 */
void db_share_files(const struct db *db);
/* Removes the file again when db_open made it, it is empty, and nobody else has it open. NULL is fine. */
void db_close(struct db *db);
/*
 * Whether the path leads to a file of a database that is open in this program: the
 * database itself, its -wal, -shm or -journal. For any thread.
 */
bool db_has_file(const char *path);
const char *db_path(const struct db *db);
/* Whether the last failure was that another program holds the file. */
bool db_was_busy(const struct db *db);
/* How long another program is waited for; a minute at first. */
void db_set_patience(struct db *db, int ms);
/* Whether the last failure was that others were at the file, and there is patience left; waits so long if so. */
bool db_wait_if_busy(struct db *db, int ms);
/*
 * From true on all waits are one, which has the patience for one; until false. Otherwise each call has it for
 * itself. Returns what held before.
 */
bool db_wait_as_one(struct db *db, bool as_one);
/* Asked while another program holds the file, in the middle of any other call. Returns the watch before. */
struct busy_watch db_watch_busy(struct db *db, struct busy_watch watch);

/* Sets the error that the file is damaged, and how; returns false. */
bool db_fail_damaged(const struct db *db, const char *damage, struct err *err);

/* Runs SQL that is no named statement: the schema, pragmas. */
bool db_execute(struct db *db, const char *sql, struct err *err) __attribute__((warn_unused_result));
/* The same of the tables in which FTS5 keeps an index, and which are for FTS5 alone. */
bool db_execute_inside_index(struct db *db, const char *sql, struct err *err)
    __attribute__((warn_unused_result));
/*
 * Reads an index of FTS5 from end to end, which the check of a file does not: it looks at the tables in which the index is
 * kept, not at what they say. `is_sound` is false where that can't be.
 */
bool db_read_index(struct db *db, const char *name, bool *is_sound, struct err *err)
    __attribute__((warn_unused_result));
/* One integer out of a pragma such as "PRAGMA user_version". */
bool db_pragma(struct db *db, const char *sql, int64_t *value, struct err *err)
    __attribute__((warn_unused_result));

/* A write transaction from its first moment (BEGIN IMMEDIATE); waits for others'. */
bool db_begin(struct db *db, struct err *err) __attribute__((warn_unused_result));
/* A transaction that only reads and sees one state of the database all along. */
bool db_begin_reading(struct db *db, struct err *err) __attribute__((warn_unused_result));
/* Durable when it returns true. When false, nothing of the transaction is there. */
bool db_commit(struct db *db, struct err *err) __attribute__((warn_unused_result));
/* Does nothing outside a transaction. */
void db_rollback(struct db *db);
/* Whether triggers run; true at first. Who turns them off sees to all that they would do. */
void db_set_triggers(struct db *db, bool run);
/* From now on the busy watch is asked in the middle of long statements, too, and can stop them: ERR_INTERRUPTED. */
void db_watch_statements(struct db *db);
/* For another thread: the statement that runs now fails. */
void db_interrupt(struct db *db);
/* The rowid of the last row added. */
int64_t db_last_id(const struct db *db);
/* How many rows the last statement that writes has added, changed or deleted itself. */
int64_t db_change_count(const struct db *db);

/* Sums of such numbers, and what dealing makes of them, are far from what 64 bits hold. */
#define ROW_NUMBER_MAX (INT64_C(1) << 40)

struct query {
    struct db *db;
    struct sqlite3_stmt *statement;
    int result;         /* SQLite's code of the first thing that failed, or of the last step */
    const char *damage; /* what the first row that can't be has wrong; NULL: all can be */
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
/* Steps to the next row; false: there is none, or something failed. */
bool query_next(struct query *query);
/* For the functions that are made of the rows in queries.sql: columns count from 0. Bytes stay until the next step. */
int64_t query_integer(struct query *query, int column);
/*
 * What can't be, whoever wrote the file, is as if query_require did not hold, and read as the least that can be: the number
 * of a row from 1, a count from 0, both to ROW_NUMBER_MAX, a time from 0 to ANSWER_TIME_MAX (core/store/votes.h).
 */
int64_t query_id(struct query *query, int column);
int64_t query_count(struct query *query, int column);
int64_t query_time(struct query *query, int column);
double query_real(struct query *query, int column);
struct bytes query_bytes(struct query *query, int column);
/* What is not there is as if query_require did not hold: a LEFT JOIN brings NULL for a row that is missing. */
struct bytes query_key(struct query *query, int column);
/* The column of a query that has no other. */
int64_t query_only_integer(struct query *query);
double query_only_real(struct query *query);
struct bytes query_only_bytes(struct query *query);
/*
 * What a row must be, whoever wrote the file: when it does not hold, `damage` says in
 * words what was found, there is no next row, and query_end fails. Returns `holds`.
 */
bool query_require(struct query *query, bool holds, const char *damage);
/* Ends the query and says whether everything in it worked. */
bool query_end(struct query *query, struct err *err) __attribute__((warn_unused_result));
/* The same for rows that were handed to a visitor: when `visited` is false, err is what the visitor left in it. */
bool query_end_visit(struct query *query, bool visited, struct err *err) __attribute__((warn_unused_result));
/* query_next until the end, then query_end: for statements that write. */
bool query_run(struct query *query, struct err *err) __attribute__((warn_unused_result));
/* Runs a statement that writes, with these integers as its parameters, from the first on. */
bool db_run(struct db *db, enum statement statement, const int64_t *integers, size_t n, struct err *err)
    __attribute__((warn_unused_result));
/* One integer of a query with one row at most; `absent` when it has none. */
bool query_one_integer(struct query *query, int64_t absent, int64_t *value, struct err *err)
    __attribute__((warn_unused_result));

#endif
