/*
 * Each named statement is prepared at its first use, and kept until the database is closed.
 *
 * For SQLite "$2" is a name, with an index by the place of its first use; this file looks up the index.
 */
#include "core/store/sqlite/sqlite_db.h"

#include "core/base/bug.h"

void sqlite_start(struct query *query, enum statement statement)
{
    struct sqlite_db *db = sqlite_of(query->db);
    sqlite3_stmt **kept = &db->statements[statement];
    if (*kept == NULL)
        query->result = sqlite3_prepare_v3(db->handle, statement_texts[statement], -1,
                                           SQLITE_PREPARE_PERSISTENT, kept, NULL);
    else if (sqlite3_stmt_busy(*kept))
        BUG("the query %s is started inside itself", statement_names[statement]);
    query->statement = *kept;
}

static void keep_first_failure(struct query *query, int code)
{
    if (query->result == SQLITE_OK)
        query->result = code;
}

static int index_of(const struct query *query, int parameter)
{
    BUG_UNLESS(parameter >= 1 && parameter <= 99);
    char name[4] = {'$'}, *digit = &name[1];
    if (parameter >= 10)
        *digit++ = (char)('0' + parameter / 10);
    *digit = (char)('0' + parameter % 10);
    int index = sqlite3_bind_parameter_index(query->statement, name);
    BUG_UNLESS(index > 0 || query->statement == NULL);
    return index;
}

void sqlite_bind_integer(struct query *query, int parameter, int64_t value)
{
    keep_first_failure(query, sqlite3_bind_int64(query->statement, index_of(query, parameter), value));
}

void sqlite_bind_real(struct query *query, int parameter, double value)
{
    keep_first_failure(query, sqlite3_bind_double(query->statement, index_of(query, parameter), value));
}

void sqlite_bind_bytes(struct query *query, int parameter, struct bytes value)
{
    keep_first_failure(query, sqlite3_bind_text64(query->statement, index_of(query, parameter), value.data,
                                                  value.size, SQLITE_STATIC, SQLITE_UTF8));
}

void sqlite_bind_null(struct query *query, int parameter)
{
    keep_first_failure(query, sqlite3_bind_null(query->statement, index_of(query, parameter)));
}

bool sqlite_next(struct query *query)
{
    if (query->result != SQLITE_OK && query->result != SQLITE_ROW)
        return false;
    query->result = sqlite3_step(query->statement);
    return query->result == SQLITE_ROW;
}

int sqlite_count_columns(const struct query *query)
{
    return sqlite3_column_count(query->statement);
}

enum column_kind sqlite_kind_of(const struct query *query, int column)
{
    switch (sqlite3_column_type(query->statement, column)) {
    case SQLITE_NULL:
        return COLUMN_NULL;
    case SQLITE_INTEGER:
        return COLUMN_INTEGER;
    case SQLITE_FLOAT:
        return COLUMN_REAL;
    default:
        return COLUMN_BYTES;
    }
}

int64_t sqlite_integer(const struct query *query, int column)
{
    return sqlite3_column_int64(query->statement, column);
}

double sqlite_real(const struct query *query, int column)
{
    return sqlite3_column_double(query->statement, column);
}

struct bytes sqlite_bytes(const struct query *query, int column)
{
    const unsigned char *text = sqlite3_column_text(query->statement, column);
    return (struct bytes){.data = (const char *)text,
                          .size = (size_t)sqlite3_column_bytes(query->statement, column)};
}

bool sqlite_end(struct query *query, struct err *err)
{
    struct sqlite_db *db = sqlite_of(query->db);
    int code = query->result;
    bool worked = code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE;
    if (!sqlite_is_still(db))
        worked = sqlite_fail_not_still(db, err);
    else if (!worked)
        sqlite_fail(db, code, err);
    sqlite3_reset(query->statement);
    if (query->statement != NULL)
        sqlite3_clear_bindings(query->statement);
    return worked;
}

bool sqlite_pragma(struct db *base, const char *sql, int64_t *value, struct err *err)
{
    struct sqlite_db *db = sqlite_of(base);
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db->handle, sql, -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        *value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return code == SQLITE_ROW || sqlite_fail(db, code, err);
}
