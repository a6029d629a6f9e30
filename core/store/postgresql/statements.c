/*
 * Each named statement is prepared when it is used first, and kept as long as the connection is. Numbers are sent as text,
 * from which the server takes the type that it wants, and bytes as they are; what comes back is binary, all rows at once. What can
 * be a million rows comes by a cursor, some thousand at a time.
 */
#include "core/store/postgresql/server_db.h"

#include "core/base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Types of columns: https://www.postgresql.org/docs/current/catalog-pg-type.html, src/include/catalog/pg_type.dat. */
enum { TYPE_BOOL = 16, TYPE_INT8 = 20, TYPE_INT2 = 21, TYPE_INT4 = 23, TYPE_FLOAT4 = 700, TYPE_FLOAT8 = 701 };

enum bound_kind { PARAMETER_NULL, PARAMETER_TEXT, PARAMETER_BYTES };

/* As PostgreSQL is to get it. */
struct bound_value {
    enum bound_kind kind;
    char number[32];    /* of PARAMETER_TEXT */
    struct bytes bytes; /* of PARAMETER_BYTES */
};

enum { PARAMETERS_MAX = 99, ROWS_AT_ONCE = 1000 };

/* What query->result is. */
enum { HAS_WORKED, HAS_FAILED, IS_REFUSED };

static struct server_statement *statement_of(const struct query *query)
{
    return query->statement;
}

static enum statement number_of(const struct query *query)
{
    return (enum statement)(statement_of(query) - server_of(query->db)->statements);
}

/* The largest N of $N. */
static int count_parameters(const char *text)
{
    long most = 0;
    for (const char *at = strchr(text, '$'); at != NULL; at = strchr(at + 1, '$')) {
        long number = strtol(at + 1, NULL, 10);
        if (number > most)
            most = number;
    }
    BUG_UNLESS(most <= PARAMETERS_MAX);
    return (int)most;
}

static const char *text_of(enum statement statement)
{
    return postgresql_texts[statement] != NULL ? postgresql_texts[statement] : statement_texts[statement];
}

/* Lists of whatever is there, and one of which seldom more than the first rows are looked at. */
static const bool is_long[STATEMENT_COUNT] = {
    [STATEMENT_DOCUMENT_ALL] = true,
    [STATEMENT_QUESTION_ALL] = true,
    [STATEMENT_QUESTION_LIST] = true,
    [STATEMENT_QUESTION_WITH_WORK_LIST] = true,
    [STATEMENT_ANSWER_ALL] = true,
    [STATEMENT_VOTE_LIST] = true,
    [STATEMENT_VOTE_SLOT_LIST] = true,
    [STATEMENT_CAST_SLOT_LIST] = true,
    [STATEMENT_STANDING_ANSWER_LIST] = true,
    [STATEMENT_DOCUMENT_NAME_LIST] = true,
    [STATEMENT_KEPT_QUESTION_LIST] = true,
    [STATEMENT_KEPT_CANDIDATE_LIST] = true,
    [STATEMENT_ANSWERED_BALLOT_LIST] = true,
    [STATEMENT_BALLOT_OWNER_LIST] = true,
    [STATEMENT_JUDGMENT_LIST] = true,
    [STATEMENT_ANSWER_UUID_LIST] = true,
    [STATEMENT_CARRIED_DOCUMENT_LIST] = true,
    [STATEMENT_POOLED_DOCUMENT_LIST] = true,
};

static void drop_result(struct server_statement *statement)
{
    libpq.PQclear(statement->result);
    statement->result = NULL;
    statement->is_sent = false;
}

void server_forget_prepared(struct server_db *db)
{
    for (size_t i = 0; i < STATEMENT_COUNT; i++)
        db->statements[i].is_prepared = false;
}

void server_free_statements(struct server_db *db)
{
    for (size_t i = 0; i < STATEMENT_COUNT; i++) {
        drop_result(&db->statements[i]);
        free(db->statements[i].parameters);
    }
}

/* --- Bound ---------------------------------------------------------------------------------------- */

void server_start(struct query *query, enum statement number)
{
    struct server_statement *statement = &server_of(query->db)->statements[number];
    if (statement->is_busy)
        BUG("the query %s is started inside itself", statement_names[number]);
    if (statement->parameters == NULL) {
        statement->n_parameters = count_parameters(text_of(number));
        statement->parameters =
            memory_get_zeroed((size_t)statement->n_parameters + 1, sizeof *statement->parameters);
    }
    statement->is_busy = true;
    query->statement = statement;
    query->result = sqlite_reasons[number] != NULL ? IS_REFUSED : HAS_WORKED;
}

static struct bound_value *parameter_of(const struct query *query, int parameter)
{
    struct server_statement *statement = statement_of(query);
    BUG_UNLESS(parameter >= 1 && parameter <= statement->n_parameters);
    return &statement->parameters[parameter - 1];
}

void server_bind_integer(struct query *query, int parameter, int64_t value)
{
    struct bound_value *bound = parameter_of(query, parameter);
    bound->kind = PARAMETER_TEXT;
    snprintf(bound->number, sizeof bound->number, "%lld", (long long)value);
}

void server_bind_real(struct query *query, int parameter, double value)
{
    struct bound_value *bound = parameter_of(query, parameter);
    bound->kind = PARAMETER_TEXT;
    snprintf(bound->number, sizeof bound->number, "%.17g", value);
}

void server_bind_bytes(struct query *query, int parameter, struct bytes value)
{
    struct bound_value *bound = parameter_of(query, parameter);
    bound->kind = PARAMETER_BYTES;
    bound->bytes = value;
}

void server_bind_null(struct query *query, int parameter)
{
    parameter_of(query, parameter)->kind = PARAMETER_NULL;
}

/* --- Sent ----------------------------------------------------------------------------------------- */

static bool prepare(struct server_db *db, struct server_statement *statement, enum statement number)
{
    if (statement->is_prepared)
        return true;
    if (libpq.PQsendPrepare(db->connection, statement_names[number], text_of(number), 0, NULL) != 0)
        statement->result = server_wait_for_result(db);
    statement->is_prepared = server_has_worked(statement->result);
    if (statement->is_prepared)
        drop_result(statement);
    return statement->is_prepared;
}

/* What is bound, as libpq takes it. */
struct sent_values {
    const char *values[PARAMETERS_MAX];
    int lengths[PARAMETERS_MAX], formats[PARAMETERS_MAX];
};

static void take_bound(const struct server_statement *statement, struct sent_values *sent)
{
    for (int i = 0; i < statement->n_parameters; i++) {
        const struct bound_value *bound = &statement->parameters[i];
        sent->formats[i] = bound->kind == PARAMETER_BYTES;
        sent->lengths[i] = (int)bound->bytes.size;
        sent->values[i] = bound->kind == PARAMETER_NULL    ? NULL
                          : bound->kind == PARAMETER_BYTES ? bound->bytes.data
                                                           : bound->number;
    }
}

static bool send_prepared(struct server_db *db, struct server_statement *statement, enum statement number)
{
    struct sent_values sent;
    take_bound(statement, &sent);
    return prepare(db, statement, number) &&
           libpq.PQsendQueryPrepared(db->connection, statement_names[number], statement->n_parameters,
                                     sent.values, sent.lengths, sent.formats, 1) != 0;
}

/* --- A part at a time ----------------------------------------------------------------------------- */

static bool declare(struct server_db *db, struct server_statement *statement, enum statement number)
{
    struct sent_values sent;
    struct buffer sql = {0};
    take_bound(statement, &sent);
    buffer_add_format(&sql, "DECLARE %s NO SCROLL CURSOR FOR %s", statement_names[number], text_of(number));
    if (libpq.PQsendQueryParams(db->connection, buffer_string(&sql), statement->n_parameters, NULL,
                                sent.values, sent.lengths, sent.formats, 1) != 0)
        statement->result = server_wait_for_result(db);
    buffer_release(&sql);
    statement->has_cursor = server_has_worked(statement->result);
    if (statement->has_cursor)
        drop_result(statement);
    return statement->has_cursor;
}

static bool send_fetch(struct server_db *db, enum statement number)
{
    char sql[128];
    snprintf(sql, sizeof sql, "FETCH %d FROM %s", ROWS_AT_ONCE, statement_names[number]);
    return libpq.PQsendQueryParams(db->connection, sql, 0, NULL, NULL, NULL, NULL, 1) != 0;
}

/* A cursor of a transaction that failed is gone. */
static void close_cursor(struct server_db *db, struct server_statement *statement, enum statement number)
{
    char sql[128];
    snprintf(sql, sizeof sql, "CLOSE %s", statement_names[number]);
    if (statement->has_cursor && libpq.PQtransactionStatus(db->connection) == PQTRANS_INTRANS &&
        libpq.PQsendQuery(db->connection, sql) != 0)
        libpq.PQclear(server_wait_for_result(db));
    statement->has_cursor = false;
}

/* --- Run ------------------------------------------------------------------------------------------ */

static void note_change_count(struct server_db *db, const PGresult *result)
{
    if (libpq.PQresultStatus(result) == PGRES_COMMAND_OK)
        db->change_count = strtoll(libpq.PQcmdTuples((PGresult *)result), NULL, 10);
}

/* A cursor lives as long as the transaction. */
static bool send(struct server_db *db, struct server_statement *statement, enum statement number)
{
    if (is_long[number] && libpq.PQtransactionStatus(db->connection) == PQTRANS_INTRANS)
        return declare(db, statement, number) && send_fetch(db, number);
    return send_prepared(db, statement, number);
}

/* The result of what was sent, in the place of the one before. */
static bool take_result(struct server_db *db, struct server_statement *statement, bool is_sent)
{
    if (is_sent) {
        libpq.PQclear(statement->result);
        statement->result = server_wait_for_result(db);
    }
    statement->is_sent = true;
    statement->row = -1;
    return is_sent && server_has_worked(statement->result);
}

static bool run(struct query *query)
{
    struct server_db *db = server_of(query->db);
    struct server_statement *statement = statement_of(query);
    struct err unused;
    bool is_sent = server_has_connection(db, &unused) && send(db, statement, number_of(query));
    if (!take_result(db, statement, is_sent))
        return false;
    note_change_count(db, statement->result);
    return true;
}

static bool has_row_behind(const struct server_statement *statement)
{
    return statement->row + 1 < libpq.PQntuples(statement->result);
}

/* What comes behind the rows that are here; false: nothing could be asked. */
static bool run_on(struct query *query)
{
    struct server_db *db = server_of(query->db);
    struct server_statement *statement = statement_of(query);
    bool is_whole = !statement->has_cursor || libpq.PQntuples(statement->result) < ROWS_AT_ONCE;
    return is_whole || take_result(db, statement, send_fetch(db, number_of(query)));
}

bool server_next(struct query *query)
{
    struct server_statement *statement = statement_of(query);
    if (query->result != HAS_WORKED)
        return false;
    if ((!statement->is_sent && !run(query)) || (!has_row_behind(statement) && !run_on(query))) {
        query->result = HAS_FAILED;
        return false;
    }
    if (!has_row_behind(statement))
        return false;
    statement->row++;
    return true;
}

/* --- Read ----------------------------------------------------------------------------------------- */

static const char *value_of(const struct query *query, int column)
{
    const struct server_statement *statement = statement_of(query);
    return libpq.PQgetvalue(statement->result, statement->row, column);
}

static unsigned type_of(const struct query *query, int column)
{
    return libpq.PQftype(statement_of(query)->result, column);
}

/* A number in the network's order. */
static uint64_t read_number(const struct query *query, int column)
{
    const struct server_statement *statement = statement_of(query);
    const unsigned char *bytes = (const unsigned char *)value_of(query, column);
    int size = libpq.PQgetlength(statement->result, statement->row, column);
    uint64_t number = 0;
    for (int i = 0; i < size; i++)
        number = number << 8 | bytes[i];
    return number;
}

int server_count_columns(const struct query *query)
{
    return libpq.PQnfields(statement_of(query)->result);
}

enum column_kind server_kind_of(const struct query *query, int column)
{
    const struct server_statement *statement = statement_of(query);
    if (libpq.PQgetisnull(statement->result, statement->row, column))
        return COLUMN_NULL;
    switch (type_of(query, column)) {
    case TYPE_BOOL:
    case TYPE_INT2:
    case TYPE_INT4:
    case TYPE_INT8:
        return COLUMN_INTEGER;
    case TYPE_FLOAT4:
    case TYPE_FLOAT8:
        return COLUMN_REAL;
    default:
        return COLUMN_BYTES;
    }
}

static double read_real(const struct query *query, int column)
{
    uint64_t bits = read_number(query, column);
    uint32_t few_bits = (uint32_t)bits;
    double real;
    float short_real;
    memcpy(&real, &bits, sizeof real);
    memcpy(&short_real, &few_bits, sizeof short_real);
    return type_of(query, column) == TYPE_FLOAT4 ? (double)short_real : real;
}

int64_t server_integer(const struct query *query, int column)
{
    enum column_kind kind = server_kind_of(query, column);
    if (kind != COLUMN_INTEGER)
        return kind == COLUMN_REAL ? (int64_t)read_real(query, column) : 0;
    uint64_t number = read_number(query, column);
    switch (type_of(query, column)) {
    case TYPE_INT2:
        return (int16_t)number;
    case TYPE_INT4:
        return (int32_t)number;
    default:
        return (int64_t)number;
    }
}

double server_real(const struct query *query, int column)
{
    enum column_kind kind = server_kind_of(query, column);
    return kind == COLUMN_REAL ? read_real(query, column) : (double)server_integer(query, column);
}

struct bytes server_bytes(const struct query *query, int column)
{
    const struct server_statement *statement = statement_of(query);
    if (server_kind_of(query, column) != COLUMN_BYTES)
        return (struct bytes){0};
    return (struct bytes){
        .data = value_of(query, column),
        .size = (size_t)libpq.PQgetlength(statement->result, statement->row, column),
    };
}

/* --- Ended ---------------------------------------------------------------------------------------- */

bool server_end(struct query *query, struct err *err)
{
    struct server_db *db = server_of(query->db);
    struct server_statement *statement = statement_of(query);
    if (query->result == IS_REFUSED)
        err_set(err, ERR_INPUT, "%s: that can't be done on a server: %s", db->base.path,
                sqlite_reasons[number_of(query)]);
    else if (query->result == HAS_FAILED)
        server_fail(db, statement->result, err);
    drop_result(statement);
    close_cursor(db, statement, number_of(query));
    for (int i = 0; i < statement->n_parameters; i++)
        statement->parameters[i] = (struct bound_value){0};
    statement->is_busy = false;
    return query->result == HAS_WORKED;
}
