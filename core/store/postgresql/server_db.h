/* What the files of this folder share: the open connection. */
#ifndef ASSAY_CORE_STORE_POSTGRESQL_SERVER_DB_H
#define ASSAY_CORE_STORE_POSTGRESQL_SERVER_DB_H

#include "core/base/bug.h"
#include "core/store/database/db_driver.h"
#include "core/store/postgresql/libpq.h"
#include "core/store/postgresql/server.h"

#include <stdatomic.h>

/* One of the statements of queries.sql. */
struct server_statement {
    bool is_prepared; /* by this connection */
    bool is_busy;     /* started, and not ended */
    bool is_sent;
    bool has_cursor;  /* of its name, in this transaction */
    PGresult *result; /* all of its rows, or its failure; NULL: there is none */
    int row;          /* at which it stands */
    int n_parameters;
    struct bound_value *parameters; /* as they were bound */
};

struct server_db {
    struct db base;
    char *address;
    bool writes;
    PGconn *connection; /* NULL: none */
    PGcancel *cancel;   /* of this connection, for another thread */
    bool is_open;       /* it was connected once, and set up */
    bool is_inside;     /* a transaction was begun, and not ended, whatever the connection is */
    bool is_writing;    /* that one writes, or one that was to be begun would have */
    atomic_bool is_committing;
    int64_t change_count;
    struct server_statement statements[STATEMENT_COUNT];
};

extern const struct db_driver server_driver;

static inline struct server_db *server_of(const struct db *db)
{
    BUG_UNLESS(db->driver == &server_driver);
    return (struct server_db *)db;
}

/* --- server_db.c ------------------------------------------------------------------------------ */

/* Whether there is a connection. One that was lost is made anew, unless a transaction was: nothing of that may go on. */
bool server_has_connection(struct server_db *db, struct err *err) __attribute__((warn_unused_result));

/* --- waiting.c -------------------------------------------------------------------------------- */

/* Waits for the result of what was sent; NULL: the connection is lost. It is the caller's. */
PGresult *server_wait_for_result(struct server_db *db);

/* --- failure.c -------------------------------------------------------------------------------- */

/* Says what a result (NULL: that there is none) means for who reads it; returns false. */
bool server_fail(struct server_db *db, const PGresult *result, struct err *err);
/* The same of a connection that is not there. */
bool server_fail_lost(struct server_db *db, struct err *err);
bool server_fail_damaged(const struct db *base, const char *damage, struct err *err);
bool server_has_worked(const PGresult *result);

/* --- statements.c ----------------------------------------------------------------------------- */

/* Nothing is prepared by a connection that is new. */
void server_forget_prepared(struct server_db *db);
void server_free_statements(struct server_db *db);
void server_start(struct query *query, enum statement statement);
void server_bind_integer(struct query *query, int parameter, int64_t value);
void server_bind_real(struct query *query, int parameter, double value);
void server_bind_bytes(struct query *query, int parameter, struct bytes value);
void server_bind_null(struct query *query, int parameter);
bool server_next(struct query *query);
int server_count_columns(const struct query *query);
enum column_kind server_kind_of(const struct query *query, int column);
int64_t server_integer(const struct query *query, int column);
double server_real(const struct query *query, int column);
struct bytes server_bytes(const struct query *query, int column);
bool server_end(struct query *query, struct err *err);

#endif
