/* Adds many rows to one table by a statement that is made for it. */
#include "core/store/sqlite/sqlite_db.h"

static void add_insert(struct buffer *sql, const char *table, const char *columns)
{
    buffer_add_format(sql, "INSERT INTO %s (%s) VALUES (?", table, columns);
    for (const char *at = columns; *at != '\0'; at++) {
        if (*at == ',')
            buffer_add_string(sql, ", ?");
    }
    buffer_add_byte(sql, ')');
}

bool sqlite_begin_rows(struct db *base, const char *table, const char *columns, struct err *err)
{
    struct sqlite_db *db = sqlite_of(base);
    struct buffer sql = {0};
    BUG_UNLESS(db->adding == NULL);
    add_insert(&sql, table, columns);
    int code = sqlite3_prepare_v2(db->handle, buffer_string(&sql), -1, &db->adding, NULL);
    buffer_release(&sql);
    return code == SQLITE_OK || sqlite_fail(db, code, err);
}

/* Bytes must stay valid until the row is added. */
static int bind_cell(sqlite3_stmt *statement, int index, const struct column_value *cell)
{
    switch (cell->kind) {
    case COLUMN_INTEGER:
        return sqlite3_bind_int64(statement, index, cell->integer);
    case COLUMN_REAL:
        return sqlite3_bind_double(statement, index, cell->real);
    case COLUMN_BYTES:
        return sqlite3_bind_text64(statement, index, cell->bytes.data != NULL ? cell->bytes.data : "",
                                   cell->bytes.size, SQLITE_STATIC, SQLITE_UTF8);
    default:
        return sqlite3_bind_null(statement, index);
    }
}

bool sqlite_add_row(struct db *base, const struct column_value *cells, size_t n, struct err *err)
{
    struct sqlite_db *db = sqlite_of(base);
    int code = SQLITE_OK;
    for (size_t i = 0; code == SQLITE_OK && i < n; i++)
        code = bind_cell(db->adding, (int)i + 1, &cells[i]);
    if (code == SQLITE_OK)
        code = sqlite3_step(db->adding);
    bool added = code == SQLITE_DONE || sqlite_fail(db, code, err);
    sqlite3_reset(db->adding);
    return added;
}

bool sqlite_end_rows(struct db *base, bool added, struct err *err)
{
    struct sqlite_db *db = sqlite_of(base);
    (void)err; /* a failure was reported with its row */
    sqlite3_finalize(db->adding);
    db->adding = NULL;
    return added;
}
