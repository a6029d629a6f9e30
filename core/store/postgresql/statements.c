/*
 * Each named statement is prepared at its first use, and kept as long as the connection. Numbers are sent as text, from
 * which the server infers their types, and bytes as they are. Results are binary, all rows at once. Results that may
 * have a million rows are read by a cursor, some thousand rows at a time, or as a stream. trips.c decides when
 * statements are sent.
 */
#include "core/store/postgresql/server_db.h"

#include "core/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Rows to fetch from a cursor: at first ROWS_FIRST, then twice as many each time, while they take at most PART_SIZE
 * bytes.
 */
enum { ROWS_FIRST = 1000, ROWS_MOST = 16 * ROWS_FIRST, PART_SIZE = 2 * 1024 * 1024 };

/* The values of query->result. */
enum { HAS_WORKED, HAS_FAILED, IS_REFUSED };

static struct server_statement *statement_of(const struct query *query)
{
    return query->statement;
}

static enum statement number_of(const struct query *query)
{
    return (enum statement)(statement_of(query) - server_of(query->db)->statements);
}

/* Returns the largest N of $N. */
static int count_parameters(const char *text)
{
    long most = 0;
    for (const char *at = strchr(text, '$'); at != NULL; at = strchr(at + 1, '$')) {
        long number = strtol(at + 1, NULL, 10);
        if (number > most)
            most = number;
    }
    return (int)most;
}

static void drop_answer(struct server_db *db, struct server_statement *statement)
{
    if (statement->is_asked && !statement->answer.is_there)
        trip_forget(db, &statement->answer);
    if (statement->lot != NULL)
        lot_let_go(db, statement->lot);
    else
        libpq.PQclear(statement->answer.result);
    statement->lot = NULL;
    statement->answer = (struct server_answer){0};
    statement->is_asked = false;
    statement->n_columns = 0;
}

void server_free_statements(struct server_db *db)
{
    for (size_t i = 0; i < STATEMENT_COUNT; i++) {
        drop_answer(db, &db->statements[i]);
        free(db->statements[i].cells);
        free(db->statements[i].parameters);
    }
}

/* --- Binding -------------------------------------------------------------------------------------- */

void server_start(struct query *query, enum statement number)
{
    struct server_statement *statement = &server_of(query->db)->statements[number];
    if (statement->is_busy)
        BUG("the query %s is started inside itself", statement_names[number]);
    if (statement->parameters == NULL) {
        statement->n_parameters = count_parameters(server_text_of(number));
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
    bound->kind = PARAMETER_INTEGER;
    snprintf(bound->number, sizeof bound->number, "%lld", (long long)value);
}

void server_bind_real(struct query *query, int parameter, double value)
{
    struct bound_value *bound = parameter_of(query, parameter);
    bound->kind = PARAMETER_REAL;
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

/* --- Asking --------------------------------------------------------------------------------------- */

static void ask_for_rows(struct server_db *db, struct server_statement *statement, enum statement number)
{
    const char *sql =
        arena_format(&db->pipeline.arena, "FETCH %d FROM %s", statement->n_fetched, statement_names[number]);
    pipeline_ask_text(db, sql, &statement->answer);
}

/* Asks for some rows at a time; a cursor lives as long as the transaction. */
static void ask_by_cursor(struct server_db *db, struct server_statement *statement, enum statement number)
{
    const char *sql = arena_format(&db->pipeline.arena, "DECLARE %s NO SCROLL CURSOR FOR %s",
                                   statement_names[number], server_text_of(number));
    pipeline_add(db, STATEMENT_COUNT, sql, statement->parameters, statement->n_parameters, NULL);
    statement->n_fetched = ROWS_FIRST;
    ask_for_rows(db, statement, number);
    statement->has_cursor = true;
}

static void close_cursor(struct server_db *db, struct server_statement *statement, enum statement number)
{
    if (statement->has_cursor && db->is_inside && db->failure == NULL)
        pipeline_post_text(db, arena_format(&db->pipeline.arena, "CLOSE %s", statement_names[number]));
    statement->has_cursor = false;
}

/* Returns whether the rows are streamed; outside a transaction nobody would end the stream. */
static bool comes_alone(const struct query *query)
{
    return statement_rows[number_of(query)] == ROWS_ALONE && server_of(query->db)->is_inside;
}

/* A stream is begun with its first row instead. */
void server_ask(struct query *query)
{
    struct server_db *db = server_of(query->db);
    struct server_statement *statement = statement_of(query);
    enum statement number = number_of(query);
    if (query->result != HAS_WORKED || statement->is_asked || comes_alone(query))
        return;
    if (server_take_prefetched(query))
        return;
    if (statement_rows[number] == ROWS_LONG && db->is_inside)
        ask_by_cursor(db, statement, number);
    else
        pipeline_add(db, number, server_text_of(number), statement->parameters, statement->n_parameters,
                     &statement->answer);
    statement->is_asked = true;
    statement->row = -1;
}

/* --- Running -------------------------------------------------------------------------------------- */

static void note_change_count(struct server_db *db, const PGresult *result)
{
    if (libpq.PQresultStatus(result) == PGRES_COMMAND_OK)
        db->change_count = strtoll(libpq.PQcmdTuples((PGresult *)result), NULL, 10);
}

/* Waits for the requested rows; false: they could not be had. */
static bool await_rows(struct query *query)
{
    struct server_db *db = server_of(query->db);
    struct server_statement *statement = statement_of(query);
    server_ask(query);
    if (statement->answer.is_there)
        return statement->answer.result != NULL;
    pipeline_run(db);
    if (statement->answer.result != NULL)
        note_change_count(db, statement->answer.result);
    return statement->answer.result != NULL;
}

static int end_row_of(const struct server_statement *statement)
{
    return statement->lot != NULL ? statement->end_row : libpq.PQntuples(statement->answer.result);
}

static bool has_row_behind(const struct server_statement *statement)
{
    return statement->row + 1 < end_row_of(statement);
}

/* Returns the number of rows of the next part. */
static int count_next_rows(const struct server_statement *statement)
{
    const size_t size = libpq.PQresultMemorySize(statement->answer.result);
    const bool is_small = size <= PART_SIZE / 2 && statement->n_fetched < ROWS_MOST;
    const bool is_large = size > PART_SIZE && statement->n_fetched > ROWS_FIRST;
    return is_small ? statement->n_fetched * 2 : is_large ? ROWS_FIRST : statement->n_fetched;
}

/* Fetches the next rows from a cursor, if these are used up; false: they could not be had. */
static bool await_rows_behind(struct query *query)
{
    struct server_db *db = server_of(query->db);
    struct server_statement *statement = statement_of(query);
    if (!statement->has_cursor || libpq.PQntuples(statement->answer.result) < statement->n_fetched)
        return true;
    statement->n_fetched = count_next_rows(statement);
    libpq.PQclear(statement->answer.result);
    statement->n_columns = 0;
    ask_for_rows(db, statement, number_of(query));
    statement->row = -1;
    return await_rows(query);
}

/* Takes the columns of a result's rows; false: numbers are in text form. */
static bool take_columns(struct server_statement *statement, const PGresult *result)
{
    bool can_be = true;
    statement->n_columns = libpq.PQnfields(result);
    statement->cells = memory_grow(statement->cells, &statement->cells_capacity, (size_t)statement->n_columns,
                                   sizeof *statement->cells);
    for (int i = 0; i < statement->n_columns; i++) {
        statement->cells[i] = cell_of_column(result, i);
        can_be = can_be && (statement->cells[i].number_size == 0 || libpq.PQfformat(result, i) == 1);
    }
    return can_be;
}

/* False: a number does not have the exact form of its type. */
static bool row_can_be(const struct server_statement *statement)
{
    for (int i = 0; i < statement->n_columns; i++) {
        const struct server_cell *cell = &statement->cells[i];
        if (cell->size != NULL_SIZE && cell->number_size > 0 && !cell_is_number(cell))
            return false;
    }
    return true;
}

static bool take_row(struct server_statement *statement)
{
    const PGresult *result = statement->answer.result;
    if (statement->n_columns == 0 && !take_columns(statement, result))
        return false;
    for (int i = 0; i < statement->n_columns; i++)
        cell_fill(&statement->cells[i], result, statement->row, i);
    return row_can_be(statement);
}

static bool begin_streaming(struct server_db *db, struct server_statement *statement, enum statement number)
{
    PGresult *columns;
    BUG_UNLESS(statement->n_parameters == 0);
    bool begun = stream_begin(db, number, &columns);
    statement->is_asked = true;
    statement->is_damaged = begun && !take_columns(statement, columns);
    libpq.PQclear(columns);
    return begun;
}

static bool next_of_stream(struct query *query)
{
    struct server_db *db = server_of(query->db);
    struct server_statement *statement = statement_of(query);
    enum stream_step step = STREAM_FAILED;
    if (statement->is_asked || begin_streaming(db, statement, number_of(query)))
        step = statement->is_damaged ? STREAM_DAMAGED
               : db->stream.is_open  ? stream_next(db, statement->cells, statement->n_columns)
                                     : STREAM_END;
    if (step == STREAM_FAILED)
        query->result = HAS_FAILED;
    if (step == STREAM_DAMAGED || (step == STREAM_ROW && !row_can_be(statement)))
        statement->is_damaged = true;
    return step == STREAM_ROW && !statement->is_damaged;
}

bool server_next(struct query *query)
{
    struct server_statement *statement = statement_of(query);
    if (query->result != HAS_WORKED)
        return false;
    if (comes_alone(query))
        return next_of_stream(query);
    if (!await_rows(query) || (!has_row_behind(statement) && !await_rows_behind(query))) {
        query->result = HAS_FAILED;
        return false;
    }
    if (!has_row_behind(statement))
        return false;
    statement->row++;
    statement->is_damaged = statement->is_damaged || !take_row(statement);
    return !statement->is_damaged;
}

/* Outside a transaction it is run at once, because no commit would report its failure. */
void server_post(struct query *query)
{
    struct server_db *db = server_of(query->db);
    struct server_statement *statement = statement_of(query);
    enum statement number = number_of(query);
    if (!db->is_inside)
        server_next(query);
    else if (query->result == HAS_WORKED)
        pipeline_add(db, number, server_text_of(number), statement->parameters, statement->n_parameters,
                     NULL);
}

void server_try(struct query *query)
{
    struct server_db *db = server_of(query->db);
    const struct server_statement *statement = statement_of(query);
    enum statement number = number_of(query);
    BUG_UNLESS(db->is_inside && !db->tried.is_there);
    pipeline_add(db, number, server_text_of(number), statement->parameters, statement->n_parameters,
                 &db->tried);
}

bool server_was_refused(struct db *base, struct err *err)
{
    struct server_db *db = server_of(base);
    int64_t done;
    if (db->tried.result == NULL || !server_read_bigint_at(db->tried.result, 0, 0, &done) || done != 0)
        return false;
    server_fail_after_another(db, err);
    return true;
}

int64_t server_tried_integer(const struct db *base, int column)
{
    const struct server_db *db = (const struct server_db *)base;
    int64_t number = 0;
    if (db->tried.result != NULL && !server_read_bigint_at(db->tried.result, 0, column, &number))
        number = 0;
    return number;
}

/* --- Reading -------------------------------------------------------------------------------------- */

/* A malicious server can leave columns out. */
static const struct server_cell *cell_of(const struct query *query, int column)
{
    static const struct server_cell absent = {.size = NULL_SIZE};
    const struct server_statement *statement = statement_of(query);
    return column < statement->n_columns ? &statement->cells[column] : &absent;
}

/* In a lot the last column is the number of the parameters, which is not counted. */
int server_count_columns(const struct query *query)
{
    const struct server_statement *statement = statement_of(query);
    return statement->n_columns - (statement->lot != NULL);
}

enum column_kind server_kind_of(const struct query *query, int column)
{
    const struct server_cell *cell = cell_of(query, column);
    if (cell->size == NULL_SIZE)
        return COLUMN_NULL;
    if (cell->number_size == 0)
        return COLUMN_BYTES;
    return cell_is_real(cell) ? COLUMN_REAL : COLUMN_INTEGER;
}

/*
 * Returns whether the column can be read as a number of this kind; NULL is read as 0. Anything else is damage, which
 * server_end reports.
 */
static bool is_read_as(const struct query *query, enum column_kind kind, bool is_fit)
{
    if (!is_fit && kind != COLUMN_NULL)
        statement_of(query)->is_damaged = true;
    return is_fit;
}

int64_t server_integer(const struct query *query, int column)
{
    enum column_kind kind = server_kind_of(query, column);
    return is_read_as(query, kind, kind == COLUMN_INTEGER) ? cell_integer(cell_of(query, column)) : 0;
}

double server_real(const struct query *query, int column)
{
    enum column_kind kind = server_kind_of(query, column);
    return kind == COLUMN_REAL ? cell_real(cell_of(query, column)) : (double)server_integer(query, column);
}

struct bytes server_bytes(const struct query *query, int column)
{
    const struct server_cell *cell = cell_of(query, column);
    if (server_kind_of(query, column) != COLUMN_BYTES)
        return (struct bytes){0};
    return (struct bytes){.data = cell->data, .size = (size_t)cell->size};
}

/* --- Ending --------------------------------------------------------------------------------------- */

bool server_end(struct query *query, struct err *err)
{
    struct server_db *db = server_of(query->db);
    struct server_statement *statement = statement_of(query);
    if (db->stream.is_open && statement->is_asked && comes_alone(query))
        stream_end(db);
    if (query->result == IS_REFUSED)
        err_set(err, ERR_INPUT, "%s: this can't be done on a server: %s", db->base.path,
                sqlite_reasons[number_of(query)]);
    else if (query->result == HAS_FAILED)
        server_fail(db, db->failure, err);
    else if (statement->is_damaged)
        server_fail_damaged(query->db, "a value is not a whole number", err);
    bool worked = query->result == HAS_WORKED && !statement->is_damaged;
    drop_answer(db, statement);
    close_cursor(db, statement, number_of(query));
    for (int i = 0; i < statement->n_parameters; i++)
        statement->parameters[i] = (struct bound_value){0};
    statement->is_busy = statement->is_damaged = false;
    return worked;
}
