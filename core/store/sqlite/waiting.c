/*
 * Waiting for others who have locked the file: by SQLite's busy handler, and before that for a turn to write (turn.h).
 */
#include "core/base/turn.h"
#include "core/store/sqlite/sqlite_db.h"

#include <errno.h>
#include <fcntl.h>

/* The delays before the file is tried again; the last one repeats. */
static const int busy_delays_ms[] = {1, 2, 5, 10, 15, 20, 25, 50, BUSY_AGAIN_MS};

enum { BUSY_DELAYS = sizeof busy_delays_ms / sizeof *busy_delays_ms };

/* SQLite also takes ENOLCK for another program's lock; errno is that of the call that has just failed. */
int sqlite_wait_for_others(void *context, int tries)
{
    struct sqlite_db *db = context;
    db->base.waits_in_vain = errno == ENOLCK;
    if (tries == 0)
        db_begin_wait(&db->base, BUSY_WRITER);
    if (!db_may_wait(&db->base))
        return 0;
    int delay_ms = busy_delays_ms[tries < BUSY_DELAYS ? tries : BUSY_DELAYS - 1];
    sqlite3_sleep(delay_ms);
    return db_count_wait(&db->base, delay_ms);
}

/* SQLite calls it now and then in a long statement. Returns whether to stop the statement. */
static int is_to_stop(void *context)
{
    struct sqlite_db *db = context;
    const struct busy_watch *watch = &db->base.busy_watch;
    const struct busy_wait nobody_is_waited_for = {.is_new = false};
    db->base.was_stopped = watch->go_on != NULL && !watch->go_on(watch->context, &nobody_is_waited_for);
    return db->base.was_stopped;
}

void sqlite_watch_statements(struct db *base)
{
    struct sqlite_db *db = sqlite_of(base);
    enum { STEPS_BETWEEN = 10 * 1000 };
    sqlite3_progress_handler(db->handle, STEPS_BETWEEN, is_to_stop, db);
}

static bool go_on_waiting(void *context, int ms)
{
    struct sqlite_db *db = context;
    return db_count_wait(&db->base, ms) && db_may_wait(&db->base);
}

/* A new database has no -wal yet; then writing without a turn does no harm. */
bool sqlite_take_turn(struct sqlite_db *db, struct err *err)
{
    if (db->turns < 0)
        db->turns = open(sqlite3_filename_wal(sqlite3_db_filename(db->handle, "main")), O_RDWR | O_CLOEXEC);
    db->has_turn = db->turns >= 0 && turn_take(db->turns, go_on_waiting, db);
    return db->turns < 0 || db->has_turn || sqlite_fail(db, SQLITE_BUSY, err);
}

void sqlite_give_turn_back(struct sqlite_db *db)
{
    if (db->has_turn)
        turn_give_back(db->turns);
    db->has_turn = false;
}
