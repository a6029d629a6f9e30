/* The part that all databases share. Everything else calls the driver's function of the same name. */
#include "core/store/database/db_driver.h"

#include "core/base/memory.h"
#include "core/store/database/trace.h"

#include <stdlib.h>

/* Long enough for the import of a slow neighbour, so nobody sees "database is locked". */
enum { PATIENCE_MS = 60 * 1000 };

void db_init(struct db *db, const struct db_driver *driver, const char *path, const char *address)
{
    db->driver = driver;
    db->path = memory_copy_string(path);
    db->address = memory_copy_string(address);
    db->patience_ms = PATIENCE_MS;
}

void db_close(struct db *db)
{
    if (db == NULL)
        return;
    db->driver->close(db);
    free(db->path);
    free(db->address);
    free(db);
}

const char *db_path(const struct db *db)
{
    return db->path;
}

const char *db_address(const struct db *db)
{
    return db->address;
}

bool db_is_on_server(const struct db *db)
{
    return db->driver->is_of_server;
}

bool db_can_ask(const struct db *db, enum statement statement)
{
    return !db->driver->is_of_server || sqlite_reasons[statement] == NULL;
}

bool db_fail_damaged(const struct db *db, const char *damage, struct err *err)
{
    return db->driver->fail_damaged(db, damage, err);
}

bool db_fail_unfit(struct db *db, const char *damage, struct err *err)
{
    return db->driver->fail_unfit(db, damage, err);
}

bool db_execute(struct db *db, const char *sql, struct err *err)
{
    return db->driver->execute(db, sql, err);
}

bool db_execute_lines(struct db *db, const char *const *lines, struct err *err)
{
    struct buffer sql = {0};
    for (size_t i = 0; lines[i] != NULL; i++)
        buffer_add_string(&sql, lines[i]);
    bool executed = db_execute(db, buffer_string(&sql), err);
    buffer_release(&sql);
    return executed;
}

bool db_has_tables(struct db *db, bool *has_tables, struct err *err)
{
    return db->driver->has_tables(db, has_tables, err);
}

/*
 * If two sessions make the same database on a server, the second waits at the first table for the first session's
 * transaction, and then fails.
 */
bool db_make_schema(struct db *db, struct err *err)
{
    struct buffer sql = {0};
    made_add_all(&sql, db->driver->is_of_server);
    bool made = db_execute(db, buffer_string(&sql), err);
    buffer_release(&sql);
    return made;
}

bool db_read_made(struct db *db, struct arena *arena, struct made *made, struct err *err)
{
    return db->driver->read_made(db, arena, made, err);
}

bool db_get_version(struct db *db, int64_t *version, struct err *err)
{
    return db->driver->get_version(db, version, err);
}

static bool tell(const struct db *db, const char *what, struct trace_mark since, bool worked)
{
    struct db_cost cost = {0};
    trace_add(db, since, &cost);
    trace_tell(what, &cost);
    return worked;
}

bool db_begin(struct db *db, struct err *err)
{
    const struct trace_mark mark = trace_begin(db);
    return tell(db, "BEGIN", mark, db->driver->begin(db, err));
}

bool db_begin_reading(struct db *db, struct err *err)
{
    const struct trace_mark mark = trace_begin(db);
    return tell(db, "BEGIN, to read", mark, db->driver->begin_reading(db, err));
}

void db_prefetch_commit(struct db *db)
{
    if (db->driver->prefetch_commit != NULL)
        db->driver->prefetch_commit(db);
}

bool db_commit(struct db *db, struct err *err)
{
    const struct trace_mark mark = trace_begin(db);
    return tell(db, "COMMIT", mark, db->driver->commit(db, err));
}

void db_rollback(struct db *db)
{
    db->driver->rollback(db);
}

void db_interrupt(struct db *db)
{
    db->was_interrupted = true;
    if (db->driver->interrupt != NULL)
        db->driver->interrupt(db);
}

int64_t db_last_id(const struct db *db)
{
    return db->driver->last_id(db);
}

int64_t db_change_count(const struct db *db)
{
    return db->driver->change_count(db);
}

bool db_begin_rows(struct db *db, const char *table, const char *columns, struct err *err)
{
    return db->driver->begin_rows(db, table, columns, err);
}

bool db_add_row(struct db *db, const struct column_value *cells, size_t n, struct err *err)
{
    return db->driver->add_row(db, cells, n, err);
}

bool db_end_rows(struct db *db, bool added, struct err *err)
{
    const struct trace_mark mark = trace_begin(db);
    return tell(db, "rows of a table", mark, db->driver->end_rows(db, added, err));
}

bool db_begin_removing(struct db *db, struct err *err)
{
    return db->driver->begin_removing(db, err);
}

bool db_end_removing(struct db *db, struct err *err)
{
    return db->driver->end_removing(db, err);
}
