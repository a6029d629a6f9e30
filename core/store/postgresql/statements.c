/*
 * Each named statement is prepared when it is used first, and kept as long as the connection is. Numbers are sent as text,
 * from which the server takes the type that it wants, and bytes as they are; what comes back is binary, all rows at once.
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

enum { PARAMETERS_MAX = 99 };

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

/* --- Run ------------------------------------------------------------------------------------------ */

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

static bool send_bound(struct server_db *db, const struct server_statement *statement, enum statement number)
{
    const char *values[PARAMETERS_MAX];
    int lengths[PARAMETERS_MAX], formats[PARAMETERS_MAX];
    for (int i = 0; i < statement->n_parameters; i++) {
        const struct bound_value *bound = &statement->parameters[i];
        formats[i] = bound->kind == PARAMETER_BYTES;
        lengths[i] = (int)bound->bytes.size;
        values[i] = bound->kind == PARAMETER_NULL    ? NULL
                    : bound->kind == PARAMETER_BYTES ? bound->bytes.data
                                                     : bound->number;
    }
    return libpq.PQsendQueryPrepared(db->connection, statement_names[number], statement->n_parameters, values,
                                     lengths, formats, 1) != 0;
}

static void note_change_count(struct server_db *db, const PGresult *result)
{
    if (libpq.PQresultStatus(result) == PGRES_COMMAND_OK)
        db->change_count = strtoll(libpq.PQcmdTuples((PGresult *)result), NULL, 10);
}

static bool run(struct query *query)
{
    struct server_db *db = server_of(query->db);
    struct server_statement *statement = statement_of(query);
    struct err unused;
    if (server_has_connection(db, &unused) && prepare(db, statement, number_of(query)) &&
        send_bound(db, statement, number_of(query)))
        statement->result = server_wait_for_result(db);
    statement->is_sent = true;
    statement->row = -1;
    if (!server_has_worked(statement->result))
        return false;
    note_change_count(db, statement->result);
    return true;
}

bool server_next(struct query *query)
{
    struct server_statement *statement = statement_of(query);
    if (query->result != HAS_WORKED)
        return false;
    if (!statement->is_sent && !run(query)) {
        query->result = HAS_FAILED;
        return false;
    }
    if (statement->row + 1 >= libpq.PQntuples(statement->result))
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
    for (int i = 0; i < statement->n_parameters; i++)
        statement->parameters[i] = (struct bound_value){0};
    statement->is_busy = false;
    return query->result == HAS_WORKED;
}
