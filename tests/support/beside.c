#include "tests/support/support.h"

#include "core/store/content/questions.h"
#include "core/store/upkeep/check.h"
#include "core/store/store.h"
#include "core/store/votes/votes.h"

#include "tests/support/beside.h"
#include "tests/support/postgresql.h"
#include "tests/support/sample.h"

#include <stdlib.h>
#include <string.h>

sqlite3 *beside_open(struct store *store)
{
    sqlite3 *handle = NULL;
    assert_int_equal(sqlite3_open(store_path(store), &handle), SQLITE_OK);
    return handle;
}

/* SQLSTATE class 23 is a constraint; P0001 is an exception raised by a trigger. */
static int execute_on_server(struct store *store, const char *sql)
{
    struct arena arena = {0};
    const char *state = postgresql_refusal(&arena, sample_address(&arena, store), sql);
    const int code = state[0] == '\0'                                              ? SQLITE_OK
                     : strncmp(state, "23", 2) == 0 || strcmp(state, "P0001") == 0 ? SQLITE_CONSTRAINT
                                                                                   : SQLITE_ERROR;
    arena_release(&arena);
    return code;
}

int beside_execute(struct store *store, const char *sql)
{
    if (store_is_on_server(store))
        return execute_on_server(store, sql);
    sqlite3 *handle = beside_open(store);
    int code = sqlite3_exec(handle, sql, NULL, NULL, NULL);
    sqlite3_close(handle);
    return code;
}

char *beside_text(struct store *store, const char *sql, struct arena *arena)
{
    if (store_is_on_server(store))
        return (char *)postgresql_value(arena, sample_address(arena, store), sql);
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
    const char *text = beside_text(store, sql, &arena);
    int64_t value = strcmp(text, "t") == 0 ? 1 : strtoll(text, NULL, 10); /* PostgreSQL's text for true */
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

int64_t store_impressions(struct store *store, int64_t *wins)
{
    struct arena arena = {0};
    struct err err;
    struct question_row *rows;
    size_t n;
    int64_t impressions = 0;
    *wins = 0;
    assert_true(store_list_questions(store, &arena, &rows, &n, &err));
    for (size_t i = 0; i < n; i++) {
        struct tally *tallies;
        size_t n_tallies;
        assert_true(store_list_candidates(store, rows[i].question_id, &arena, &tallies, &n_tallies, &err));
        for (size_t k = 0; k < n_tallies; k++) {
            impressions += tallies[k].impressions;
            *wins += (int64_t)tallies[k].wins; /* without ties */
        }
    }
    arena_release(&arena);
    return impressions;
}
