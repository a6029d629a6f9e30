/*
 * Waiting for others who have the database locked: by SQLite's busy handler, and for a turn to write before that (turn.h).
 * All waits of one transaction are one wait: its watch is asked once it is long, and its end is the same for all.
 */
#include "core/base/turn.h"
#include "core/store/sqlite/db_private.h"

#include <errno.h>
#include <fcntl.h>

/* How long is waited for others before the file is tried again, the last one again and again. */
static const int busy_delays_ms[] = {1, 2, 5, 10, 15, 20, 25, 50, BUSY_AGAIN_MS};

enum { BUSY_DELAYS = sizeof busy_delays_ms / sizeof *busy_delays_ms };

static void begin_wait(struct db *db)
{
    if (db->waits_as_one)
        return;
    db->waited_ms = 0;
    db->watch_was_asked = db->was_stopped = false;
}

/* Whether to go on after having waited so long. The sum is of the delays: below cli/ nobody reads a clock. */
static bool count_wait(struct db *db, int ms)
{
    db->waited_ms += ms;
    if (db->waited_ms < BUSY_QUIET_MS || db->busy_watch.go_on == NULL)
        return true;
    db->was_stopped = !db->busy_watch.go_on(db->busy_watch.context, !db->watch_was_asked);
    db->watch_was_asked = true;
    return !db->was_stopped;
}

static bool may_wait(const struct db *db)
{
    return db->waited_ms < db->patience_ms && !db->was_stopped && !db->has_no_locks;
}

/* SQLite takes ENOLCK, too, for another program's lock; it is the error of the call that failed just now. */
int db_wait_for_others(void *context, int tries)
{
    struct db *db = context;
    db->has_no_locks = errno == ENOLCK;
    if (tries == 0)
        begin_wait(db);
    if (!may_wait(db))
        return 0;
    int delay_ms = busy_delays_ms[tries < BUSY_DELAYS ? tries : BUSY_DELAYS - 1];
    sqlite3_sleep(delay_ms);
    return count_wait(db, delay_ms);
}

bool db_was_busy(const struct db *db)
{
    return (db->last_failure & 0xff) == SQLITE_BUSY;
}

bool db_wait_if_busy(struct db *db, int ms)
{
    if (!db_was_busy(db) || !may_wait(db))
        return false;
    db->last_failure = SQLITE_OK;
    sqlite3_sleep(ms);
    return count_wait(db, ms);
}

bool db_wait_as_one(struct db *db, bool as_one)
{
    bool before = db->waits_as_one;
    begin_wait(db);
    db->waits_as_one = as_one;
    return before;
}

void db_set_patience(struct db *db, int ms)
{
    db->patience_ms = ms;
}

struct busy_watch db_watch_busy(struct db *db, struct busy_watch watch)
{
    struct busy_watch before = db->busy_watch;
    db->busy_watch = watch;
    return before;
}

/* For SQLite, now and then in a long statement: whether to give it up. */
static int is_to_stop(void *context)
{
    struct db *db = context;
    db->was_stopped = db->busy_watch.go_on != NULL && !db->busy_watch.go_on(db->busy_watch.context, false);
    return db->was_stopped;
}

void db_watch_statements(struct db *db)
{
    enum { STEPS_BETWEEN = 10 * 1000 };
    sqlite3_progress_handler(db->handle, STEPS_BETWEEN, is_to_stop, db);
}

static bool go_on_waiting(void *context, int ms)
{
    struct db *db = context;
    return count_wait(db, ms) && may_wait(db);
}

/* A database that is being made has no -wal yet, and one turn more or less is no harm. */
bool db_take_turn(struct db *db, struct err *err)
{
    if (db->turns < 0)
        db->turns = open(sqlite3_filename_wal(sqlite3_db_filename(db->handle, "main")), O_RDWR | O_CLOEXEC);
    db->has_turn = db->turns >= 0 && turn_take(db->turns, go_on_waiting, db);
    return db->turns < 0 || db->has_turn || db_fail(db, SQLITE_BUSY, err);
}

void db_give_turn_back(struct db *db)
{
    if (db->has_turn)
        turn_give_back(db->turns);
    db->has_turn = false;
}
