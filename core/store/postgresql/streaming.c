/*
 * Reads all rows of a statement as one stream: COPY, in its binary form
 * (https://www.postgresql.org/docs/current/sql-copy.html). For a cursor a server uses one process; for COPY it may use
 * several, and it continues while the rows are read. COPY takes no parameters and does not send the types of columns,
 * so these are asked for first.
 */
#include "core/store/postgresql/server_db.h"

#include <string.h>

enum { HEADER_SIZE = 19, COUNT_SIZE = 2, LENGTH_SIZE = 4 };

/* --- Beginning ------------------------------------------------------------------------------------ */

/* Frees a result, or keeps it as the transaction's first failure. */
static void drop_result(struct server_db *db, PGresult *result)
{
    if (db->failure == NULL && libpq.PQresultStatus(result) == PGRES_FATAL_ERROR)
        db->failure = result;
    else
        libpq.PQclear(result);
}

/* COPY can't run in the pipeline. */
static bool begin_copy(struct server_db *db, const char *sql)
{
    PGresult *result;
    if (!pipeline_leave(db, sql, &result, err_ignored()))
        return false;
    db->stream = (struct server_stream){.is_open = libpq.PQresultStatus(result) == PGRES_COPY_OUT};
    drop_result(db, result);
    if (!db->stream.is_open)
        libpq.PQenterPipelineMode(db->connection);
    return db->stream.is_open;
}

static void put_around(struct buffer *sql, const char *before, struct bytes text, const char *behind)
{
    buffer_clear(sql);
    buffer_add_string(sql, before);
    buffer_add(sql, text);
    buffer_add_string(sql, behind);
}

static void ask_for_columns(struct server_db *db, struct buffer *sql, struct bytes text,
                            struct server_answer *none)
{
    put_around(sql, "SELECT * FROM (", text, ") AS streamed LIMIT 0");
    pipeline_ask_text(db, arena_copy(&db->pipeline.arena, buffer_bytes(sql)).data, none);
}

bool stream_begin(struct server_db *db, enum statement statement, PGresult **columns)
{
    const struct bytes text = server_inner_text_of(statement);
    struct server_answer none = {0};
    struct buffer sql = {0};
    ask_for_columns(db, &sql, text, &none);
    put_around(&sql, "COPY (", text, ") TO STDOUT (FORMAT binary)");
    bool begun = begin_copy(db, buffer_string(&sql));
    buffer_release(&sql);
    *columns = none.result;
    return begun;
}

/* --- Ending --------------------------------------------------------------------------------------- */

/*
 * Returns whether rows are announced again after their end, which no real server does. libpq would repeat this result
 * each time.
 */
static bool begins_again(const PGresult *result)
{
    const ExecStatusType status = libpq.PQresultStatus(result);
    return status == PGRES_COPY_OUT || status == PGRES_COPY_IN || status == PGRES_COPY_BOTH;
}

/*
 * Ends the COPY; returns whether it has worked. Then it returns to the pipeline; if the connection is lost this fails,
 * and the next query reports it.
 */
static bool end_copy(struct server_db *db)
{
    PGresult *result;
    bool worked = false, goes_on = true;
    while (goes_on && server_take_result(db, &result) && result != NULL) {
        worked = server_has_worked(result);
        goes_on = !begins_again(result);
        drop_result(db, result);
    }
    if (!goes_on) {
        libpq.PQfinish(db->connection);
        db->connection = NULL;
    }
    libpq.PQenterPipelineMode(db->connection);
    libpq.PQfreemem(db->stream.message);
    db->stream = (struct server_stream){0};
    return worked;
}

static bool take_message(struct server_db *db, struct bytes *message)
{
    int size;
    libpq.PQfreemem(db->stream.message);
    db->stream.message = server_take_message(db, &size);
    *message = (struct bytes){.data = db->stream.message, .size = size > 0 ? (size_t)size : 0};
    return db->stream.message != NULL;
}

void stream_end(struct server_db *db)
{
    struct bytes rest;
    while (take_message(db, &rest)) {
    }
    end_copy(db);
}

/* --- Rows ----------------------------------------------------------------------------------------- */

/* Takes a number in network byte order from the front of the rest. */
static bool take_number(struct bytes *rest, size_t size, int32_t *number)
{
    uint32_t bits = 0;
    if (rest->size < size)
        return false;
    for (size_t i = 0; i < size; i++)
        bits = bits << 8 | (unsigned char)rest->data[i];
    *number = size == COUNT_SIZE ? (int16_t)bits : (int32_t)bits;
    *rest = bytes_from(*rest, size);
    return true;
}

static bool take_cell(struct bytes *rest, struct server_cell *cell)
{
    int32_t size;
    if (!take_number(rest, LENGTH_SIZE, &size) || size < NULL_SIZE || (size > 0 && (size_t)size > rest->size))
        return false;
    cell->size = size;
    cell->data = rest->data;
    *rest = bytes_from(*rest, size > 0 ? (size_t)size : 0);
    return true;
}

static bool take_cells(struct bytes rest, struct server_cell *cells, int n)
{
    for (int i = 0; i < n; i++) {
        if (!take_cell(&rest, &cells[i]))
            return false;
    }
    return rest.size == 0;
}

/* A signature, no flags, no extension. */
static bool take_header(struct bytes *message)
{
    static const char header[HEADER_SIZE] = "PGCOPY\n\377\r\n";
    if (message->size < HEADER_SIZE || memcmp(message->data, header, HEADER_SIZE) != 0)
        return false;
    *message = bytes_from(*message, HEADER_SIZE);
    return true;
}

/* Reads a row, which begins with the number of its columns; -1: there are no more rows. */
static enum stream_step read_message(struct server_db *db, struct bytes message, struct server_cell *cells,
                                     int n)
{
    struct server_stream *stream = &db->stream;
    int32_t count;
    bool is_first = !stream->has_begun;
    stream->has_begun = true;
    if (stream->has_ended || (is_first && !take_header(&message)) ||
        !take_number(&message, COUNT_SIZE, &count))
        return STREAM_DAMAGED;
    stream->has_ended = count == -1 && message.size == 0;
    if (stream->has_ended)
        return STREAM_END;
    return count == n && take_cells(message, cells, n) ? STREAM_ROW : STREAM_DAMAGED;
}

enum stream_step stream_next(struct server_db *db, struct server_cell *cells, int n)
{
    struct bytes message;
    enum stream_step step = STREAM_END;
    while (step == STREAM_END && take_message(db, &message))
        step = read_message(db, message, cells, n);
    if (step != STREAM_END)
        return step;
    bool is_whole = db->stream.has_ended;
    return !end_copy(db) ? STREAM_FAILED : is_whole ? STREAM_END : STREAM_DAMAGED;
}
