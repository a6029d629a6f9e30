/*
 * People send each other databases as files, so assay tells SQLite to refuse some of their contents. Each test uses
 * something that SQLite accepts by default.
 */
#include "tests/support/support.h"

#include "core/store/content/documents.h"
#include "core/store/content/fill.h"
#include "core/store/database/db.h"
#include "core/store/sqlite/sqlite.h"
#include "core/store/store.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static int open_in_memory(void **state)
{
    struct db *db = NULL;
    struct err err;
    bool opened = sqlite_open_private(&db, "private", &err);
    *state = db;
    return opened ? 0 : -1;
}

static int close_db(void **state)
{
    db_close(*state);
    return 0;
}

static void assert_refused(struct db *db, const char *sql, const char *why)
{
    struct err err;
    assert_false(db_execute(db, sql, &err));
    if (strstr(err.text, why) == NULL)
        fail_msg("%s", err.text);
}

/* SQLITE_DBCONFIG_DEFENSIVE */
static void no_statement_writes_to_the_schema_table(void **state)
{
    assert_refused(*state,
                   "CREATE TABLE votes (n); PRAGMA writable_schema = ON;"
                   "UPDATE sqlite_schema SET sql = 'CREATE TABLE votes (n, m)'",
                   "may not be modified");
}

/* SQLITE_DBCONFIG_TRUSTED_SCHEMA: assay itself may query this, but a view in the file may not. */
static void a_view_of_the_file_may_not_ask_sqlite_for_more_than_rows(void **state)
{
    struct err err;
    assert_true(db_execute(*state, "SELECT file FROM pragma_database_list", &err));
    assert_true(db_execute(*state, "CREATE VIEW document AS SELECT file FROM pragma_database_list", &err));
    assert_refused(*state, "SELECT * FROM document", "unsafe use of virtual table");
}

/* --- Rows longer than their page ------------------------------------------------------------------------ */

static void put_document(struct store *store, const char *docid, const char *text)
{
    struct err err;
    enum stored stored;
    struct item item = {.id = bytes_of(docid), .text = bytes_of(text)};
    if (!store_put_document(store, &item, false, &stored, &err))
        fail_msg("%s", err.text);
}

static const char *make_database(struct arena *arena)
{
    struct err err;
    struct store *store = NULL;
    const char *path = support_file(arena, "cells.db", bytes_of(""));
    assert_true(store_open(&store, path, STORE_CREATE, &err));
    assert_true(store_begin(store, &err));
    put_document(store, "first", "at the end of the page");
    put_document(store, "second", "before it");
    assert_true(store_commit(store, &err));
    store_close(store);
    return path;
}

/*
 * Makes the first row longer than its page, at whose end it lies. A row begins with its size, its number, the size of
 * its header, and one byte for each of five columns. The number and the missing fields take no further bytes, so the
 * docid follows.
 */
static void lengthen_first_row(const char *path)
{
    enum { MOST = 64 * 4096, HEADER = 6, BEFORE_DOCID = 2 + HEADER };
    static char content[MOST];
    static const char row[] = "first"
                              "at the end of the page";
    int file = open(path, O_RDWR);
    ssize_t size = read(file, content, sizeof content);
    const char *docid = size > 0 ? memmem(content, (size_t)size, row, strlen(row)) : NULL;
    assert_non_null(docid);
    const char *start = docid - BEFORE_DOCID;
    assert_int_equal(start[0], HEADER + strlen(row));
    assert_int_equal(start[1], 1);
    assert_int_equal(start[2], HEADER);
    assert_int_equal(pwrite(file, "\x7f", 1, start - content), 1);
    close(file);
}

/* PRAGMA cell_size_check: without it, only reading that row would show the damage. */
static void no_row_is_read_from_a_page_whose_rows_do_not_fit_into_it(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct store *store = NULL;
    struct ballot_document document;
    struct err err;
    const char *path = make_database(&arena);
    lengthen_first_row(path);
    assert_true(store_open(&store, path, STORE_READING, &err));
    assert_false(store_read_document(store, bytes_of("second"), &arena, &document, &err));
    assert_non_null(strstr(err.text, "the file is damaged"));
    store_close(store);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(no_statement_writes_to_the_schema_table, open_in_memory, close_db),
        cmocka_unit_test_setup_teardown(a_view_of_the_file_may_not_ask_sqlite_for_more_than_rows,
                                        open_in_memory, close_db),
        cmocka_unit_test(no_row_is_read_from_a_page_whose_rows_do_not_fit_into_it),
    };
    return cmocka_run_group_tests_name("defences", tests, NULL, NULL);
}
