/*
 * Running one statement for many parameters costs a server less than running many statements. Here the parameters are
 * the rows of a table, and the statement runs for each. The rows come in the order of the parameters, each with the
 * number of its parameters at the end; each query gets its part of them. OFFSET 0 keeps the server from joining both in
 * another order.
 *
 * A statement that is used in a lot has no parameter after LIMIT. test_command_trips counts the trips of commands in a
 * small project and a large one.
 */
#include "core/store/postgresql/server_db.h"

#include "core/base/memory.h"

#include <stdlib.h>
#include <string.h>

struct server_lot {
    struct server_answer answer;
    size_t n; /* lists of parameters */
    /* Where the rows of each list begin, and where the last ones end; NULL: not known yet. */
    int *begins;
    bool is_damaged;
    size_t n_users; /* queries that can still get rows, or read them */
};

/* --- Asking --------------------------------------------------------------------------------------- */

enum { TYPE_BYTEA = 17, TYPE_INT8 = 20, TYPE_FLOAT8 = 701 };

/* For each kind of parameters: the array type, and the type of its elements. */
static const struct {
    const char *array;
    unsigned type;
} arrays[] = {
    [PARAMETER_INTEGER] = {"BIGINT[]", TYPE_INT8},
    [PARAMETER_REAL] = {"DOUBLE PRECISION[]", TYPE_FLOAT8},
    [PARAMETER_BYTES] = {"BYTEA[]", TYPE_BYTEA},
};

/* In network byte order. */
static void add_number(struct buffer *array, uint64_t number, int size)
{
    for (int i = size - 1; i >= 0; i--)
        buffer_add_byte(array, (char)(number >> 8 * i & 0xff));
}

static void add_bytes(struct buffer *array, struct bytes value)
{
    add_number(array, value.size, 4);
    buffer_add(array, value);
}

static void add_element(struct buffer *array, const struct bound_value *bound)
{
    double real = 0;
    uint64_t number = 0;
    if (bound->kind == PARAMETER_BYTES) {
        add_bytes(array, bound->bytes);
        return;
    }
    if (bound->kind == PARAMETER_REAL) {
        real = strtod(bound->number, NULL);
        memcpy(&number, &real, sizeof number);
    } else {
        number = (uint64_t)strtoll(bound->number, NULL, 10);
    }
    add_number(array, sizeof number, 4);
    add_number(array, number, sizeof number);
}

/* Adds the binary form of an array: src/backend/utils/adt/arrayfuncs.c, array_recv. */
static void add_array(struct buffer *array, const struct bound_value *const *parameters, size_t n, int place)
{
    add_number(array, 1, 4); /* dimensions */
    add_number(array, 0, 4); /* no NULL */
    add_number(array, arrays[parameters[0][place].kind].type, 4);
    add_number(array, n, 4);
    add_number(array, 1, 4); /* lower bound */
    for (size_t i = 0; i < n; i++)
        add_element(array, &parameters[i][place]);
}

/* Turns $1 into a column, and so on. */
static void add_inner_text(struct buffer *sql, struct bytes text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '$')
            buffer_add_string(sql, "prefetched.p");
        else
            buffer_add_byte(sql, text.data[i]);
    }
}

static void add_text(struct buffer *sql, enum statement statement, const struct bound_value *parameters,
                     int n_parameters)
{
    buffer_add_string(sql, "SELECT found.*, prefetched.number FROM unnest(");
    for (int i = 0; i < n_parameters; i++)
        buffer_add_format(sql, "%s$%d::%s", i > 0 ? ", " : "", i + 1, arrays[parameters[i].kind].array);
    buffer_add_string(sql, ") WITH ORDINALITY AS prefetched(");
    for (int i = 0; i < n_parameters; i++)
        buffer_add_format(sql, "p%d, ", i + 1);
    buffer_add_string(sql, "number) CROSS JOIN LATERAL (SELECT * FROM (");
    add_inner_text(sql, server_inner_text_of(statement));
    buffer_add_string(sql, ") AS row_found OFFSET 0) AS found");
}

struct server_lot *lot_ask(struct server_db *db, enum statement statement,
                           const struct bound_value *const *parameters, int n_parameters, size_t n)
{
    struct server_lot *lot = memory_get_zeroed(1, sizeof *lot);
    struct bound_value *sent = memory_get_zeroed((size_t)n_parameters, sizeof *sent);
    struct buffer *columns = memory_get_zeroed((size_t)n_parameters, sizeof *columns);
    struct buffer sql = {0};
    lot->n = lot->n_users = n;
    add_text(&sql, statement, parameters[0], n_parameters);
    for (int i = 0; i < n_parameters; i++) {
        add_array(&columns[i], parameters, n, i);
        sent[i] = (struct bound_value){.kind = PARAMETER_BYTES, .bytes = buffer_bytes(&columns[i])};
    }
    trip_add(db, STATEMENT_COUNT, arena_copy(&db->pipeline.arena, buffer_bytes(&sql)).data, sent,
             n_parameters, &lot->answer);
    for (int i = 0; i < n_parameters; i++)
        buffer_release(&columns[i]);
    buffer_release(&sql);
    free(columns);
    free(sent);
    return lot;
}

/* --- Handing out ---------------------------------------------------------------------------------- */

/* Finds the number of a row's parameters, from 0. False: there is none, or it is below `least`. */
static bool find_number(const struct server_lot *lot, int row, size_t least, size_t *number)
{
    int64_t from_one;
    if (!server_read_last_bigint(lot->answer.result, row, &from_one) || from_one < 1)
        return false;
    *number = (size_t)from_one - 1;
    return *number >= least && *number < lot->n;
}

/* Finds where the rows of each number begin. False: the last column has no numbers, or they do not ascend. */
static bool find_begins(struct server_lot *lot)
{
    const int n_rows = libpq.PQntuples(lot->answer.result);
    size_t next = 0, number = 0; /* `next`: the number whose beginning is found next */
    for (int row = 0; row < n_rows; row++) {
        if (!find_number(lot, row, number, &number))
            return false;
        while (next <= number)
            lot->begins[next++] = row;
    }
    while (next <= lot->n)
        lot->begins[next++] = n_rows;
    return true;
}

/* Reads the numbers of the rows; a damaged lot hands out no rows. */
static void look_at_rows(struct server_lot *lot)
{
    lot->begins = memory_get_zeroed(lot->n + 1, sizeof *lot->begins);
    lot->is_damaged = !find_begins(lot);
    if (lot->is_damaged)
        memset(lot->begins, 0, (lot->n + 1) * sizeof *lot->begins);
}

bool lot_is_there(const struct server_lot *lot)
{
    return lot->answer.is_there;
}

void lot_hand_out(struct server_lot *lot, size_t number, struct server_statement *statement)
{
    const bool has_rows = lot->answer.result != NULL;
    if (has_rows && lot->begins == NULL)
        look_at_rows(lot);
    statement->lot = lot;
    statement->answer = lot->answer;
    statement->row = has_rows ? lot->begins[number] - 1 : -1;
    statement->end_row = has_rows ? lot->begins[number + 1] : 0;
    statement->is_damaged = lot->is_damaged;
}

void lot_let_go(struct server_db *db, struct server_lot *lot)
{
    if (--lot->n_users > 0)
        return;
    if (!lot->answer.is_there)
        trip_forget(db, &lot->answer);
    libpq.PQclear(lot->answer.result);
    free(lot->begins);
    free(lot);
}
