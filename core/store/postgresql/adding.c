/*
 * Adds many rows to one table by COPY, in its binary form (https://www.postgresql.org/docs/current/sql-copy.html): one
 * trip to begin and one to end, however many rows there are. Every column of assay's tables is BIGINT, DOUBLE PRECISION
 * or BYTEA. The server reports an error of a row only at the end.
 */
#include "core/store/postgresql/server_db.h"

#include <string.h>

enum { SENT_AT_ONCE = 64 * 1024 };

static void add_number(struct buffer *buffer, uint64_t number, int size)
{
    for (int i = size - 1; i >= 0; i--)
        buffer_add_byte(buffer, (char)(number >> (8 * i) & 0xff));
}

/* A signature, no flags, no extension. */
static void add_header(struct buffer *buffer)
{
    static const char header[19] = "PGCOPY\n\377\r\n";
    buffer_add(buffer, (struct bytes){.data = header, .size = sizeof header});
}

static void add_cell(struct buffer *buffer, const struct column_value *cell)
{
    uint64_t bits;
    switch (cell->kind) {
    case COLUMN_NULL:
        add_number(buffer, UINT32_MAX, 4);
        break;
    case COLUMN_INTEGER:
        add_number(buffer, 8, 4);
        add_number(buffer, (uint64_t)cell->integer, 8);
        break;
    case COLUMN_REAL:
        memcpy(&bits, &cell->real, sizeof bits);
        add_number(buffer, 8, 4);
        add_number(buffer, bits, 8);
        break;
    case COLUMN_BYTES:
        add_number(buffer, cell->bytes.size, 4);
        buffer_add(buffer, cell->bytes);
        break;
    }
}

/* --- Beginning ------------------------------------------------------------------------------------ */

/* Keeps a failed result as the failure of the transaction. */
static bool keep_result(struct server_db *db, PGresult *result, bool has_worked, struct err *err)
{
    if (has_worked)
        libpq.PQclear(result);
    else
        db->failure = result;
    return has_worked || server_fail(db, result, err);
}

/*
 * COPY can't run in the pipeline. From here on libpq buffers the rows until they can be sent, so that no call waits
 * without end.
 */
static bool begin_copy(struct server_db *db, const char *sql, struct err *err)
{
    PGresult *result;
    if (!pipeline_leave(db, sql, &result, err))
        return false;
    bool begun =
        libpq.PQresultStatus(result) == PGRES_COPY_IN && libpq.PQsetnonblocking(db->connection, 1) == 0;
    return keep_result(db, result, begun, err);
}

/* Returns to the pipeline. If the connection is lost this fails, and the next query reports it. */
static void leave_copy(struct server_db *db)
{
    libpq.PQsetnonblocking(db->connection, 0);
    libpq.PQenterPipelineMode(db->connection);
    buffer_release(&db->rows);
}

bool server_begin_rows(struct db *base, const char *table, const char *columns, struct err *err)
{
    struct server_db *db = server_of(base);
    struct buffer sql = {0};
    buffer_add_format(&sql, "COPY %s (%s) FROM STDIN (FORMAT binary)", table, columns);
    bool begun = begin_copy(db, buffer_string(&sql), err);
    buffer_release(&sql);
    buffer_clear(&db->rows);
    if (begun)
        add_header(&db->rows);
    else
        leave_copy(db);
    return begun;
}

/* --- Adding --------------------------------------------------------------------------------------- */

static bool send_rows(struct server_db *db, struct err *err)
{
    struct buffer *rows = &db->rows;
    bool sent = libpq.PQputCopyData(db->connection, buffer_string(rows), (int)rows->size) == 1 &&
                server_wait_until_sent(db);
    buffer_clear(rows);
    return sent || server_fail_lost(db, err);
}

bool server_add_row(struct db *base, const struct column_value *cells, size_t n, struct err *err)
{
    struct server_db *db = server_of(base);
    add_number(&db->rows, n, 2);
    for (size_t i = 0; i < n; i++)
        add_cell(&db->rows, &cells[i]);
    return db->rows.size < SENT_AT_ONCE || send_rows(db, err);
}

/* --- Ending --------------------------------------------------------------------------------------- */

/* Ends the COPY and takes the server's result for all rows. */
static bool end_copy(struct server_db *db, struct err *err)
{
    PGresult *result = NULL;
    add_number(&db->rows, UINT16_MAX, 2);
    if (!send_rows(db, err))
        return false;
    if (libpq.PQputCopyEnd(db->connection, NULL) == 1 && server_wait_until_sent(db))
        result = server_wait_for_result(db);
    return keep_result(db, result, server_has_worked(result), err);
}

/* Cancels the COPY, so that the server stores none of its rows. */
static void give_up(struct server_db *db)
{
    if (libpq.PQputCopyEnd(db->connection, "given up") == 1 && server_wait_until_sent(db))
        libpq.PQclear(server_wait_for_result(db));
}

bool server_end_rows(struct db *base, bool added, struct err *err)
{
    struct server_db *db = server_of(base);
    bool ended = added && end_copy(db, err);
    if (!added)
        give_up(db);
    leave_copy(db);
    return ended;
}
