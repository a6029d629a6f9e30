/* What the files of this folder share: the open connection. */
#ifndef ASSAY_CORE_STORE_POSTGRESQL_SERVER_DB_H
#define ASSAY_CORE_STORE_POSTGRESQL_SERVER_DB_H

#include "core/base/bug.h"
#include "core/base/map.h"
#include "core/store/database/db_driver.h"
#include "core/store/postgresql/libpq.h"
#include "core/store/postgresql/server.h"

/* The answer to a request. */
struct server_answer {
    bool is_there;
    PGresult *result; /* NULL: it has failed, see `failure`, or the connection was lost */
};

enum parameter_kind { PARAMETER_NULL, PARAMETER_INTEGER, PARAMETER_REAL, PARAMETER_BYTES };

/* A parameter, as PostgreSQL is to get it. */
struct bound_value {
    enum parameter_kind kind;
    char number[32];    /* of PARAMETER_INTEGER and PARAMETER_REAL */
    struct bytes bytes; /* of PARAMETER_BYTES */
};

/* A value of a row, as the server gave it. */
struct server_cell {
    unsigned type;    /* its column's */
    int number_size;  /* in bytes, by the type; 0: it is no number */
    int size;         /* in bytes; NULL_SIZE: it is NULL */
    const char *data; /* lives as long as the row */
};

enum { NULL_SIZE = -1 };

/* One of the statements of queries.sql. */
struct server_statement {
    bool is_prepared; /* by this connection */
    bool is_busy;     /* started, and not ended */
    bool is_asked;
    bool is_damaged; /* a value that was read can't be */
    bool has_cursor; /* of its name, in this transaction … */
    int n_fetched;   /* … and so many rows were asked for of it last */
    struct server_answer answer;
    struct server_lot *lot; /* of which the answer is a part, up to end_row; NULL: of none */
    int end_row;
    int row;                   /* at which it stands */
    struct server_cell *cells; /* of that row */
    size_t cells_capacity;
    int n_columns; /* 0: none is known */
    int n_parameters;
    struct bound_value *parameters; /* as they were bound */
};

/* A message to send; it stays in memory until it is answered. */
struct server_message {
    enum statement statement; /* STATEMENT_COUNT: none, `text` is asked */
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
    size_t size; /* of their parameters, in bytes */
    struct server_expectation *expected;
    size_t n_expected, expected_capacity;
};

/* Answers that were asked for before anybody wants them, see foreseeing.c. */
struct server_foresight {
    struct arena arena;            /* of all of it */
    struct map keys;               /* a statement with its parameters */
    struct answer_ahead **answers; /* by the number of the key: the next one that is taken; NULL: all were */
    size_t answers_capacity;
    struct answer_ahead *
        *waiting; /* to be put together with others, in the order in which they were foreseen */
    size_t n_waiting, waiting_capacity;
};

/* Rows that come as a stream, see streaming.c. */
struct server_stream {
    bool is_open;              /* nothing else can be asked */
    bool has_begun, has_ended; /* there was a first message, and one that said that it is the last */
    char *message;             /* libpq's: the row that came last */
};

struct server_db {
    struct db base;
    bool writes;
    PGconn *connection;     /* NULL: none */
    int ticks;              /* readable each BUSY_AGAIN_MS of a wait, see waiting.c */
    int last_word_ms;       /* left for what was cancelled to be answered */
    int look_again_ms;      /* left until it is asked (again) what a wait is for */
    struct aside *looking;  /* the one who asks; NULL: nobody */
    struct wait_look *look; /* what they ask, see connecting.c */
    bool is_unfit;          /* the server said that no transaction can be begun by this connection any more */
    char refusal[6];        /* the SQLSTATE with which it refused last, see is_refused */
    bool is_open;           /* it was connected once, and set up */
    bool is_inside;         /* a transaction was begun, and not ended, whatever the connection is */
    bool is_writing;        /* that one writes, or one that was to be begun would have */
    bool is_begun;          /* the server was told of it */
    PGresult
        *failure; /* the first one, of the transaction or of what was asked last outside of one; NULL: none */
    struct server_pipeline pipeline;
    struct server_foresight foresight;
    struct server_stream stream;
    bool is_committing;             /* the next trip ends it, or the last one has */
    struct server_answer committed; /* what that said */
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

/* That were taken out of an address; NULL: none is known. */
struct server_passwords {
    char *of_user, *of_key;
};

/* --- passwords.c ------------------------------------------------------------------------------ */

/* Those of server_use_password, which the caller forgets; where none is known libpq looks elsewhere. */
struct server_passwords server_passwords_of(const char *address);
/* Releases them, and leaves nothing of them in memory. */
void server_forget_passwords(struct server_passwords *passwords);

/* --- connection.c ----------------------------------------------------------------------------- */

/* Whether there is a connection. One that was lost is made anew, unless a transaction was: nothing of that may go on. */
bool server_has_connection(struct server_db *db, struct err *err) __attribute__((warn_unused_result));
/* Makes a new connection. */
bool server_connect(struct server_db *db, struct err *err) __attribute__((warn_unused_result));

/* --- connecting.c ----------------------------------------------------------------------------- */

/* Connects by the address, well or not; NULL: the busy watch has ended the wait. */
PGconn *server_make_connection(struct server_db *db);
/*
 * To be called each BUSY_AGAIN_MS of a wait in a transaction that writes: once it is long the server is asked, by another connection
 * and without waiting for that, what is waited for. Of a COMMIT that can be a standby, of all else a lock, whose holder is noted
 * in `base.holder`; the wait is one for that then.
 */
void server_look_at_wait(struct server_db *db);
/* Ends the wait. */
void server_end_look(struct server_db *db);

/* --- sending.c -------------------------------------------------------------------------------- */

const char *server_text_of(enum statement statement);
/* Without what ends it. */
struct bytes server_inner_text_of(enum statement statement);
/* All messages that wait. False: the connection is lost. */
bool server_send_messages(struct server_db *db) __attribute__((warn_unused_result));
/* Sends these texts, the last of which is NULL, before what is collected, and does not wait for them. */
void server_send_now(struct server_db *db, const char *const *texts);
/* The connection is gone on which it would be answered. */
void server_drop_expected(struct server_db *db);
/* Nothing is prepared by a connection that is new. */
void server_forget_prepared(struct server_db *db);

/* --- trips.c ---------------------------------------------------------------------------------- */

/*
 * To be sent with the next trip: a statement, or a text with parameters (statement: STATEMENT_COUNT). All is copied but the
 * text. The answer must stay until it is there, or trip_forget; NULL: nobody waits for it.
 */
void trip_add(struct server_db *db, enum statement statement, const char *text,
              const struct bound_value *parameters, int n_parameters, struct server_answer *answer);
/* The answer is not waited for any more. */
void trip_forget(struct server_db *db, struct server_answer *answer);
/* Sends all, and waits until it is answered. Whether all of it has worked; `failure` is what has not. */
bool trip_run(struct server_db *db);
/* See pipeline_leave. */
bool trip_leave(struct server_db *db, const char *text, PGresult **result, struct err *err)
    __attribute__((warn_unused_result));
void trip_forget_failure(struct server_db *db);
/* Drops the collected messages without sending them. */
void trip_drop_messages(struct server_db *db);
void trip_release(struct server_db *db);

/* --- pipeline.c: behind what was foreseen ----------------------------------------------------- */

/* To be sent with what is asked next, and not waited for. The text must stay. */
void pipeline_post_text(struct server_db *db, const char *text);
/* To be sent with the next pipeline_run; the answer must stay until it is there, or trip_forget. */
void pipeline_ask_text(struct server_db *db, const char *text, struct server_answer *answer);
/* As trip_add. */
void pipeline_add(struct server_db *db, enum statement statement, const char *text,
                  const struct bound_value *parameters, int n_parameters, struct server_answer *answer);
/* One trip, as trip_run. */
bool pipeline_run(struct server_db *db);
/*
 * One trip with a text that is none of the pipeline's, behind what is collected; the caller goes back to it
 * (PQenterPipelineMode). False: what was collected has failed, and the text was not sent. The result is the caller's; NULL: the
 * connection is lost.
 */
bool pipeline_leave(struct server_db *db, const char *text, PGresult **result, struct err *err)
    __attribute__((warn_unused_result));

/* --- waiting.c -------------------------------------------------------------------------------- */

/* Makes the timer that measures waits; false: the system has none left, see errno. It is closed with the database. */
bool server_make_ticks(struct server_db *db) __attribute__((warn_unused_result));
/* A trip begins: all its results are waited for as one. */
void server_begin_wait(struct server_db *db);
/* Waits for the next result, NULL where a statement has no more of them; false: the connection is lost. */
bool server_take_result(struct server_db *db, PGresult **result);
/*
 * Waits for the result of what was sent outside of the pipeline; NULL: the connection is lost. It is the caller's. One of
 * PGRES_COPY_IN or PGRES_COPY_OUT is not the last: rows follow, to the server or from it.
 */
PGresult *server_wait_for_result(struct server_db *db);
/*
 * Waits for the next message with rows, which the caller gives back (PQfreemem); NULL: there is none any more, why says
 * server_take_result.
 */
char *server_take_message(struct server_db *db, int *size) __attribute__((warn_unused_result));
/* Waits until the server has been sent all that libpq kept for it; false: the connection is lost. */
bool server_wait_until_sent(struct server_db *db) __attribute__((warn_unused_result));

/* --- failure.c -------------------------------------------------------------------------------- */

/* Says what a result (NULL: that there is none) means for who reads it; returns false. */
bool server_fail(struct server_db *db, const PGresult *result, struct err *err);
/* The same of a connection that is not there. */
bool server_fail_lost(struct server_db *db, struct err *err);
/* The server refuses nothing more, see is_refused. */
void server_forget_refusal(struct server_db *db);
/* The same in these words; the next transaction makes a new connection. */
bool server_fail_away(struct server_db *db, const char *words, struct err *err);
bool server_fail_damaged(const struct db *base, const char *damage, struct err *err);
bool server_has_worked(const PGresult *result);
/* Whether it is that a table is not there. */
bool server_misses_table(const PGresult *failure);

/* --- cells.c ---------------------------------------------------------------------------------- */

/* The cell of a column, without a value. */
struct server_cell cell_of_column(const PGresult *result, int column);
void cell_fill(struct server_cell *cell, const PGresult *result, int row, int column);
/* Whether it is one, in the exact form of its type. */
bool cell_is_number(const struct server_cell *cell);
bool cell_is_real(const struct server_cell *cell);
int64_t cell_integer(const struct server_cell *cell);
double cell_real(const struct server_cell *cell);
/* The last value of a row, a BIGINT; false: it is none. */
bool server_read_last_bigint(const PGresult *result, int row, int64_t *number)
    __attribute__((warn_unused_result));
/* The one value of the result, a BIGINT; false: it is none. */
bool server_read_bigint(const PGresult *result, int64_t *number) __attribute__((warn_unused_result));

/* --- statements.c ----------------------------------------------------------------------------- */

void server_free_statements(struct server_db *db);
void server_start(struct query *query, enum statement statement);
void server_bind_integer(struct query *query, int parameter, int64_t value);
void server_bind_real(struct query *query, int parameter, double value);
void server_bind_bytes(struct query *query, int parameter, struct bytes value);
void server_bind_null(struct query *query, int parameter);
void server_ask(struct query *query);
void server_post(struct query *query);
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
 * All rows of a statement without parameters. The columns, as a result without rows, are the caller's (PQclear), NULL: there
 * are none. Nothing else may be asked until stream_next said that it has ended or failed, or stream_end.
 */
bool stream_begin(struct server_db *db, enum statement statement, PGresult **columns)
    __attribute__((warn_unused_result));
/* The values of the next row, for `n` cells, that live until the next call; a damaged one is to be followed by stream_end. */
enum stream_step stream_next(struct server_db *db, struct server_cell *cells, int n)
    __attribute__((warn_unused_result));
/* Skips the rest of the stream. */
void stream_end(struct server_db *db);

/* --- foreseeing.c ----------------------------------------------------------------------------- */

void server_foresee(struct query *query);
bool server_is_foreseen(const struct query *query);
/* Takes the answer that was foreseen for the query, into its statement; false: there is none. */
bool server_take_foreseen(struct query *query);
/* Sends the foreseen requests before the next request. */
void server_collect_foreseen(struct server_db *db);
void server_forget_foreseen(struct db *base);
void server_free_foreseen(struct server_db *db);

/* --- lots.c ----------------------------------------------------------------------------------- */

struct server_lot;

/*
 * Asks for the statement with each of `n` lists of parameters, which are alike in their kinds, and none of them NULL. A caller
 * that receives rows holds one of the n uses, and must release it.
 */
struct server_lot *lot_ask(struct server_db *db, enum statement statement,
                           const struct bound_value *const *parameters, int n_parameters, size_t n);
/* Whether the answer is there. */
bool lot_is_there(const struct server_lot *lot);
/* To the statement goes what was found for the parameters of this number, from 0. */
void lot_hand_out(struct server_lot *lot, size_t number, struct server_statement *statement);
void lot_let_go(struct server_db *db, struct server_lot *lot);

/* --- upkeep.c --------------------------------------------------------------------------------- */

bool server_begin_removing(struct db *db, struct err *err);
bool server_end_removing(struct db *db, struct err *err);

/* --- adding.c --------------------------------------------------------------------------------- */

bool server_begin_rows(struct db *base, const char *table, const char *columns, struct err *err);
bool server_add_row(struct db *base, const struct column_value *cells, size_t n, struct err *err);
bool server_end_rows(struct db *base, bool added, struct err *err);

#endif
