#include "tests/support/support.h"

#include "core/store/check.h"
#include "core/store/store.h"
#include "core/store/votes.h"

#include "tests/support/beside.h"

#include <stdlib.h>

sqlite3 *beside_open(struct store *store)
{
    sqlite3 *handle = NULL;
    assert_int_equal(sqlite3_open(store_path(store), &handle), SQLITE_OK);
    return handle;
}

int beside_execute(struct store *store, const char *sql)
{
    sqlite3 *handle = beside_open(store);
    int code = sqlite3_exec(handle, sql, NULL, NULL, NULL);
    sqlite3_close(handle);
    return code;
}

char *beside_text(struct store *store, const char *sql, struct arena *arena)
{
    sqlite3 *handle = beside_open(store);
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(handle, sql, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(handle));
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    char *text = arena_copy_string(arena, (const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    sqlite3_close(handle);
    return text;
}

int64_t beside_integer(struct store *store, const char *sql)
{
    struct arena arena = {0};
    int64_t value = strtoll(beside_text(store, sql, &arena), NULL, 10);
    arena_release(&arena);
    return value;
}

static void ignore(void *context, struct bytes problem)
{
    (void)context;
    (void)problem;
}

size_t store_problems(struct store *store)
{
    struct err err;
    size_t problems = 0;
    assert_true(store_check(store, ANSWER_TIME_MAX, ignore, NULL, &problems, &err));
    return problems;
}
