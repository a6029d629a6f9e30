#include "tests/support/tampering.h"

#include "core/base/arena.h"
#include "core/base/bug.h"

#include <sqlite3.h>
#include <stdio.h>

enum { STEPS_MAX = 8 };

static const char *const values[] = {
    "NULL",
    "0",
    "1",
    "2",
    "-1",
    "1099511627777",
    "9223372036854775807",
    "-9223372036854775808",
    "0.5",
    "1e308",
    "-1e999",
    "''",
    "'x'",
    "'1'",
    "x'00ff1b5b'",
    "char(27) || '[2J' || char(10)",
    "hex(zeroblob(600))",
    "'{\"a\":'",
    "'adaptive'",
    "'../../journal.jsonl'",
};

enum { VALUES = sizeof values / sizeof *values };

struct column {
    const char *table, *name;
};

static struct column *columns;
static size_t n_columns;

static void list_columns(sqlite3 *handle)
{
    static struct arena arena;
    static const char sql[] = "SELECT m.name, p.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS p"
                              " WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' ORDER BY 1, p.cid";
    sqlite3_stmt *rows;
    BUG_UNLESS(sqlite3_prepare_v2(handle, sql, -1, &rows, NULL) == SQLITE_OK);
    while (sqlite3_step(rows) == SQLITE_ROW)
        ARENA_PUSH(&arena, columns, n_columns) =
            (struct column){arena_copy_string(&arena, (const char *)sqlite3_column_text(rows, 0)),
                            arena_copy_string(&arena, (const char *)sqlite3_column_text(rows, 1))};
    sqlite3_finalize(rows);
}

/* A change that SQLite itself refuses is ignored. */
static void tamper(sqlite3 *handle, const uint8_t step[TAMPERING_STEP])
{
    char sql[1024];
    const struct column *column = &columns[(size_t)(step[0] << 8 | step[1]) % n_columns];
    if (step[3] == UINT8_MAX)
        snprintf(sql, sizeof sql,
                 "DELETE FROM \"%s\" WHERE rowid = (SELECT rowid FROM \"%s\" LIMIT 1 OFFSET %u)",
                 column->table, column->table, step[2] % 16U);
    else
        snprintf(sql, sizeof sql,
                 "UPDATE \"%s\" SET \"%s\" = %s WHERE rowid = (SELECT rowid FROM \"%s\" LIMIT 1 OFFSET %u)",
                 column->table, column->name, values[step[3] % VALUES], column->table, step[2] % 16U);
    sqlite3_exec(handle, sql, NULL, NULL, NULL);
}

void tamper_rows(const char *database, const uint8_t *data, size_t size)
{
    sqlite3 *handle;
    BUG_UNLESS(sqlite3_open(database, &handle) == SQLITE_OK);
    BUG_UNLESS(sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL) == SQLITE_OK);
    BUG_UNLESS(sqlite3_exec(handle, "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; BEGIN",
                            NULL, NULL, NULL) == SQLITE_OK);
    if (columns == NULL)
        list_columns(handle);
    for (size_t i = 0; i < STEPS_MAX && (i + 1) * TAMPERING_STEP <= size; i++)
        tamper(handle, data + i * TAMPERING_STEP);
    BUG_UNLESS(sqlite3_exec(handle, "COMMIT", NULL, NULL, NULL) == SQLITE_OK);
    BUG_UNLESS(sqlite3_close(handle) == SQLITE_OK);
}
