/* What the files of this folder share: the open connection. */
#pragma once

#include "core/base/bug.h"
#include "core/base/map.h"
#include "core/store/database/db_driver.h"
#include "core/store/postgresql/libpq.h"
#include "core/store/postgresql/server.h"

/* The answer to a request. */
struct server_answer {
    bool is_there;
    /* NULL: it has failed, see `failure`, or the connection was lost. */
    PGresult *result;
};

enum parameter_kind { PARAMETER_NULL, PARAMETER_INTEGER, PARAMETER_REAL, PARAMETER_BYTES };

/* A parameter, in the form that PostgreSQL gets. */
struct bound_value {
    enum parameter_kind kind;
    char number[32];    /* of PARAMETER_INTEGER and PARAMETER_REAL */
    struct bytes bytes; /* of PARAMETER_BYTES */
};

/* A value of a row, as the server gave it. */
struct server_cell {
    unsigned type;    /* of its column */
    int number_size;  /* in bytes, by the type; 0: not a number */
    int size;         /* in bytes; NULL_SIZE: NULL */
    const char *data; /* valid as long as the row */
};

enum { NULL_SIZE = -1 };

/* One of the statements of queries.sql. */
struct server_statement {
    bool is_prepared; /* by this connection */
    bool is_busy;     /* started and not ended */
    bool is_asked;
    bool is_damaged; /* an invalid value was read */
    bool has_cursor; /* with its name, in this transaction; … */
    int n_fetched;   /* … the number of rows of the last FETCH */
    struct server_answer answer;
    struct server_lot *lot; /* the lot that contains the answer, up to end_row; NULL: none */
    int end_row;
    int row;                   /* the present row */
    struct server_cell *cells; /* of that row */
    size_t cells_capacity;
    int n_columns; /* 0: not known */
    int n_parameters;
    struct bound_value *parameters; /* as they were bound */
};

/* A message to send; it stays in memory until it is answered. */
struct server_message {
    enum statement statement; /* STATEMENT_COUNT: none, `text` is sent */
    const char *text;
    int n_parameters;
    const struct bound_value *parameters;
    struct server_answer *answer; /* NULL: nobody waits for it */
};

/* A message that was sent and is not answered yet. */
struct server_expectation {
    enum { EXPECT_PREPARED, EXPECT_RESULT, EXPECT_SYNC } kind;
    enum statement statement;     /* of EXPECT_PREPARED */
    struct server_answer *answer; /* of EXPECT_RESULT; NULL: nobody waits for it */
};

/* See trips.c. */
struct server_pipeline {
    struct arena arena; /* of the messages */
    struct server_message *messages;
    size_t n_messages, messages_capacity;
    size_t size; /* of the parameters, in bytes */
    struct server_expectation *expected;
    size_t n_expected, expected_capacity;
};

/* Answers that are requested before they are needed, see prefetching.c. */
struct server_prefetches {
    struct arena arena;            /* holds everything below */
    struct map keys;               /* a statement with its parameters */
    struct answer_ahead **answers; /* by number of the key: the next answer to take; NULL: none is left */
    size_t answers_capacity;
    /* Not sent yet, to be put together with others, in the order in which they were prefetched. */
    struct answer_ahead **waiting;
    size_t n_waiting, waiting_capacity;
};

/* Rows that come as a stream, see streaming.c. */
struct server_stream {
    bool is_open;              /* nothing else can be asked */
    bool has_begun, has_ended; /* the first message came; the last one came */
    char *message;             /* from libpq: the last row */
};

struct server_db {
    struct db base;
    bool writes;
    PGconn *connection;     /* NULL: none */
    int ticks;              /* a timer, readable every BUSY_AGAIN_MS of a wait, see waiting.c */
    int last_word_ms;       /* left for the answer to a cancelled statement */
    int look_again_ms;      /* left until a wait is looked at (again) */
    struct aside *looking;  /* the thread that looks at the wait; NULL: none */
    struct wait_look *look; /* its data, see connecting.c */
    bool is_unfit;          /* the server said that this connection can begin no transaction any more */
    char refusal[6];        /* the SQLSTATE of the last refusal, see is_refused */
    bool is_open;           /* it was connected once, and set up */
    bool is_inside;         /* a transaction was begun and not ended, whatever the state of the connection */
    bool is_writing;        /* it writes, or failed to begin and would have written */
    bool is_begun;          /* BEGIN was sent */
    /* The first failure of the transaction, or of the last query outside one; NULL: none. */
    PGresult *failure;
    struct server_pipeline pipeline;
    struct server_prefetches prefetches;
    struct server_stream stream;
    bool is_committing;             /* the next trip commits, or the last one has */
    struct server_answer committed; /* the answer to the COMMIT */
    struct server_answer tried;     /* the answer to the statement of server_try */
    int64_t change_count;
    struct buffer rows; /* that are added and not sent yet, see adding.c */
    struct server_statement statements[STATEMENT_COUNT];
};

extern const struct db_driver server_driver;

static inline struct server_db *server_of(const struct db *db)
{
    BUG_UNLESS(db->driver == &server_driver);
    return (struct server_db *)db;
}

/* The passwords that were removed from an address; NULL: unknown. */
struct server_passwords {
    char *of_user, *of_key;
};

/* --- passwords.c ------------------------------------------------------------------------------ */

/* Returns copies of those of server_use_password, which the caller forgets; NULL where one is unknown. */
struct server_passwords server_passwords_of(const char *address);
/* Frees the passwords, and erases them from memory. */
void server_forget_passwords(struct server_passwords *passwords);

/* --- connection.c ----------------------------------------------------------------------------- */

/*
 * Returns whether there is a connection. Replaces a lost one, unless a transaction has begun on it, which can't
 * continue.
 */
MUST_CHECK bool server_has_connection(struct server_db *db, struct err *err);
/* Makes a new connection. */
MUST_CHECK bool server_connect(struct server_db *db, struct err *err);

/* --- connecting.c ----------------------------------------------------------------------------- */

/* Connects to the address, successfully or not; NULL: the busy watch has ended the wait. */
PGconn *server_make_connection(struct server_db *db);
/*
 * Call it every BUSY_AGAIN_MS of a wait in a transaction that writes. When the wait is long, another connection asks
 * the server, without blocking, what it waits for. A COMMIT may wait for a standby, anything else for a lock; the
 * lock's holder is noted in `base.holder`, and the cause of the wait is set.
 */
void server_look_at_wait(struct server_db *db);
/* Ends such a look. */
void server_end_look(struct server_db *db);

/* --- sending.c -------------------------------------------------------------------------------- */

const char *server_text_of(enum statement statement);
/* Returns the text without the semicolon and white space at its end. */
struct bytes server_inner_text_of(enum statement statement);
/* Sends all waiting messages. False: the connection is lost. */
MUST_CHECK bool server_send_messages(struct server_db *db);
/* Sends these texts, ended by NULL, before the collected messages, and does not wait for their results. */
void server_send_now(struct server_db *db, const char *const *texts);
/* Call it when the connection on which answers were expected is gone. */
void server_drop_expected(struct server_db *db);
/* Call it for a new connection, on which nothing is prepared. */
void server_forget_prepared(struct server_db *db);

/* --- trips.c ---------------------------------------------------------------------------------- */

/*
 * Collects a statement, or a text with parameters (statement: STATEMENT_COUNT), for the next trip. Copies everything
 * except the text. The answer must stay valid until it is there, or until trip_forget; NULL: nobody waits for it.
 */
void trip_add(struct server_db *db, enum statement statement, const char *text,
              const struct bound_value *parameters, int n_parameters, struct server_answer *answer);
/* Call it when the answer is not needed any more. */
void trip_forget(struct server_db *db, struct server_answer *answer);
/*
 * Sends all collected messages, and waits for the answers. Returns whether all have worked; `failure` is the first
 * failure.
 */
bool trip_run(struct server_db *db);
/* See pipeline_leave. */
MUST_CHECK bool trip_leave(struct server_db *db, const char *text, PGresult **result, struct err *err);
void trip_forget_failure(struct server_db *db);
/* Drops the collected messages without sending them. */
void trip_drop_messages(struct server_db *db);
void trip_release(struct server_db *db);

/* --- pipeline.c: trips with prefetched queries -------------------------------------------------- */

/* Sends the text with the next query, without waiting for it. The text must stay valid. */
void pipeline_post_text(struct server_db *db, const char *text);
/* Sends the text with the next pipeline_run. The answer must stay valid until it is there, or until trip_forget. */
void pipeline_ask_text(struct server_db *db, const char *text, struct server_answer *answer);
/* As trip_add. */
void pipeline_add(struct server_db *db, enum statement statement, const char *text,
                  const struct bound_value *parameters, int n_parameters, struct server_answer *answer);
/* Makes one trip, as trip_run. */
bool pipeline_run(struct server_db *db);
/*
 * Makes one trip with a text that can't be in the pipeline, after the collected messages. The caller then returns to
 * the pipeline (PQenterPipelineMode). False: a collected message has failed, and the text was not sent. The result is
 * the caller's; NULL: the connection is lost.
 */
MUST_CHECK bool pipeline_leave(struct server_db *db, const char *text, PGresult **result, struct err *err);

/* --- waiting.c -------------------------------------------------------------------------------- */

/* Makes the timer that measures waits; false: the system has none left, see errno. Closing the database closes it. */
MUST_CHECK bool server_make_ticks(struct server_db *db);
/* Begins a trip: waiting for all its results is one wait. */
void server_begin_wait(struct server_db *db);
/* Waits for the next result; it is NULL if a statement has no more. False: the connection is lost. */
bool server_take_result(struct server_db *db, PGresult **result);
/*
 * Waits for the result of a text sent outside the pipeline. The result is the caller's; NULL: the connection is lost. A
 * result of PGRES_COPY_IN or PGRES_COPY_OUT is not the last: rows follow, to the server or from it.
 */
PGresult *server_wait_for_result(struct server_db *db);
/*
 * Waits for the next message with rows, which the caller frees (PQfreemem); NULL: there are no more, and
 * server_take_result says why.
 */
MUST_CHECK char *server_take_message(struct server_db *db, int *size);
/* Waits until everything that libpq has buffered is sent; false: the connection is lost. */
MUST_CHECK bool server_wait_until_sent(struct server_db *db);

/* --- failure.c -------------------------------------------------------------------------------- */

/* Sets the error that describes a result (NULL: there is none) to the user; returns false. */
bool server_fail(struct server_db *db, const PGresult *result, struct err *err);
/* The same for a lost connection. */
bool server_fail_lost(struct server_db *db, struct err *err);
/* Call it when the server refuses nothing more, see is_refused. */
void server_forget_refusal(struct server_db *db);
/* The same with these words; the next transaction makes a new connection. */
bool server_fail_away(struct server_db *db, const char *words, struct err *err);
/* The same for a conflict with another session. */
bool server_fail_after_another(struct server_db *db, struct err *err);
bool server_fail_damaged(const struct db *base, const char *damage, struct err *err);
bool server_has_worked(const PGresult *result);
/* Returns whether the failure is a missing table. */
bool server_misses_table(const PGresult *failure);

/* --- cells.c ---------------------------------------------------------------------------------- */

/* Return the cell of a column, without a value, and fill it from a row. */
struct server_cell cell_of_column(const PGresult *result, int column);
void cell_fill(struct server_cell *cell, const PGresult *result, int row, int column);
/* Return whether the cell is a number in the exact form of its type, or a real. */
bool cell_is_number(const struct server_cell *cell);
bool cell_is_real(const struct server_cell *cell);
int64_t cell_integer(const struct server_cell *cell);
double cell_real(const struct server_cell *cell);
/* Read a value of a row, or its last one, a BIGINT; false: it is not one. */
MUST_CHECK bool server_read_bigint_at(const PGresult *result, int row, int column, int64_t *number);
MUST_CHECK bool server_read_last_bigint(const PGresult *result, int row, int64_t *number);
/* Reads the only value of the result, a BIGINT; false: it is not one. */
MUST_CHECK bool server_read_bigint(const PGresult *result, int64_t *number);

/* --- statements.c ----------------------------------------------------------------------------- */

void server_free_statements(struct server_db *db);
void server_start(struct query *query, enum statement statement);
void server_bind_integer(struct query *query, int parameter, int64_t value);
void server_bind_real(struct query *query, int parameter, double value);
void server_bind_bytes(struct query *query, int parameter, struct bytes value);
void server_bind_null(struct query *query, int parameter);
void server_ask(struct query *query);
void server_post(struct query *query);
void server_try(struct query *query);
bool server_was_refused(struct db *base, struct err *err);
int64_t server_tried_integer(const struct db *base, int column);
bool server_next(struct query *query);
int server_count_columns(const struct query *query);
enum column_kind server_kind_of(const struct query *query, int column);
int64_t server_integer(const struct query *query, int column);
double server_real(const struct query *query, int column);
struct bytes server_bytes(const struct query *query, int column);
bool server_end(struct query *query, struct err *err);

/* --- streaming.c ------------------------------------------------------------------------------ */

enum stream_step { STREAM_ROW, STREAM_END, STREAM_FAILED, STREAM_DAMAGED };

/*
 * Begins to stream all rows of a statement without parameters. `columns` gets the columns, as a result without rows,
 * which the caller frees (PQclear); NULL: there are none. Nothing else may be asked until stream_next has ended or
 * failed, or until stream_end.
 */
MUST_CHECK bool stream_begin(struct server_db *db, enum statement statement, PGresult **columns);
/* Gets the values of the next row for `n` cells, valid until the next call. After a damaged row call stream_end. */
MUST_CHECK enum stream_step stream_next(struct server_db *db, struct server_cell *cells, int n);
/* Skips the rest of the stream. */
void stream_end(struct server_db *db);

/* --- prefetching.c ----------------------------------------------------------------------------- */

void server_prefetch(struct query *query);
bool server_is_prefetched(const struct query *query);
/* Moves the query's prefetched answer to its statement; false: there is none. */
bool server_take_prefetched(struct query *query);
/* Sends the prefetched requests before the next request. */
void server_collect_prefetched(struct server_db *db);
void server_drop_prefetched(struct db *base);
void server_free_prefetched(struct server_db *db);

/* --- lots.c ----------------------------------------------------------------------------------- */

struct server_lot;

/*
 * Asks for the statement with each of `n` lists of parameters, which have equal kinds and no NULL. A caller that
 * receives rows holds one of the n uses, and must release it.
 */
struct server_lot *lot_ask(struct server_db *db, enum statement statement,
                           const struct bound_value *const *parameters, int n_parameters, size_t n);
/* Returns whether the answer is there. */
bool lot_is_there(const struct server_lot *lot);
/* Gives the statement the rows for the list of parameters with this number, from 0. */
void lot_hand_out(struct server_lot *lot, size_t number, struct server_statement *statement);
void lot_let_go(struct server_db *db, struct server_lot *lot);

/* --- upkeep.c --------------------------------------------------------------------------------- */

bool server_begin_removing(struct db *db, struct err *err);
bool server_end_removing(struct db *db, struct err *err);

/* --- adding.c --------------------------------------------------------------------------------- */

bool server_begin_rows(struct db *base, const char *table, const char *columns, struct err *err);
bool server_add_row(struct db *base, const struct column_value *cells, size_t n, struct err *err);
bool server_end_rows(struct db *base, bool added, struct err *err);
