/*
 * Copies a database by VACUUM INTO: one file without a -wal, with the state that was committed when the copy began. It
 * only reads, so writers do not wait for it.
 */
#include "core/store/sqlite/sqlite_db.h"

#include <errno.h>

/* If something is full, it is almost certainly the file that is written. */
static bool fail_copy(struct sqlite_db *db, int code, const char *to, struct err *err)
{
    int error = (code & 0xff) == SQLITE_FULL ? ENOSPC : sqlite3_system_errno(db->handle);
    const char *text = sqlite_find_system_failure(error);
    if ((code & 0xff) == SQLITE_INTERRUPT)
        return err_set(err, ERR_INTERRUPTED, "%s: stopped; no copy was made", db->base.path);
    return text != NULL ? err_set(err, ERR_SYSTEM, "%s: %s", to, text) : sqlite_fail(db, code, err);
}

static int run_copy(struct sqlite_db *db, const char *to)
{
    struct buffer literal = {0};
    buffer_add_format(&literal, "%s%s", sqlite_folder_before(to), to);
    sqlite_watch_statements(&db->base);
    struct query query = query_start(&db->base, STATEMENT_DATABASE_COPY);
    query_bind_bytes(&query, 1, buffer_bytes(&literal));
    while (query_next(&query))
        continue;
    int code = query.result;
    sqlite3_reset(query.statement);
    sqlite3_progress_handler(db->handle, 0, NULL, NULL);
    buffer_release(&literal);
    return code;
}

bool sqlite_copy_into(struct db *base, const char *to, struct err *err)
{
    struct sqlite_db *db = sqlite_of(base);
    struct err failure;
    if (db->only_reads &&
        !db_execute(&db->base, "PRAGMA query_only = OFF", err)) /* query_only forbids all writing */
        return false;
    int code = run_copy(db, to);
    bool copied = code == SQLITE_DONE || fail_copy(db, code, to, err);
    bool is_reset = !db->only_reads || db_execute(&db->base, "PRAGMA query_only = ON", &failure);
    if (copied && !is_reset)
        copied = err_set(err, failure.code, "%s", failure.text);
    return copied && (sqlite_is_still(db) || sqlite_fail_not_still(db, err));
}
