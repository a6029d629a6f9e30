/*
 * Waiting for others who hold the database. When a wait gets long, its watch is asked. All waits of one transaction, or
 * of opening, are one wait, and end together.
 */
#include "core/store/database/db_driver.h"

#include <poll.h>

void db_begin_wait(struct db *db, enum busy_cause cause)
{
    db->waits_for = cause;
    if (db->waits_as_one || db->is_away || db->is_refused)
        return;
    db->waited_ms = 0;
    db->watch_was_asked = db->was_stopped = false;
}

bool db_may_wait(const struct db *db)
{
    return db->waited_ms < db->patience_ms && !db->was_stopped && !db->waits_in_vain;
}

static bool ask_watch(struct db *db)
{
    const struct busy_wait wait = {
        .cause = db->waits_for,
        .whom = db->path,
        .holder = db->holder,
        .is_new = !db->watch_was_asked || db->waits_for != db->watch_was_told,
    };
    db->watch_was_asked = true;
    db->watch_was_told = db->waits_for;
    return db->busy_watch.go_on == NULL || db->busy_watch.go_on(db->busy_watch.context, &wait);
}

/* The sum of the delays stands for the time, because code below cli/ never reads a clock. */
bool db_count_wait(struct db *db, int ms)
{
    db->waited_ms += ms;
    db->was_stopped = db->was_interrupted || (db->waited_ms >= BUSY_QUIET_MS && !ask_watch(db));
    return !db->was_stopped;
}

bool db_was_busy(const struct db *db)
{
    return db->was_busy;
}

bool db_may_be_kept(const struct db *db)
{
    return db->may_be_kept;
}

int64_t db_count_trips(const struct db *db)
{
    return db->n_trips;
}

bool db_is_away(const struct db *db)
{
    return db->is_away;
}

bool db_wait_if_away(struct db *db, int ms)
{
    bool goes_on = db->is_away && db->busy_watch.go_on != NULL && !db->was_stopped && !db->waits_in_vain;
    db->waits_for = BUSY_CONNECTION;
    for (int waited_ms = 0; goes_on && waited_ms < ms; waited_ms += BUSY_AGAIN_MS) {
        poll(NULL, 0, BUSY_AGAIN_MS);
        db->refused_ms += db->is_refused ? BUSY_AGAIN_MS : 0;
        goes_on = db_count_wait(db, BUSY_AGAIN_MS);
    }
    return goes_on;
}

bool db_wait_if_busy(struct db *db, int ms)
{
    if (!db->was_busy || !db_may_wait(db))
        return false;
    db->was_busy = false;
    poll(NULL, 0, ms);
    return db_count_wait(db, ms);
}

bool db_wait_if_met_another(struct db *db, int ms)
{
    if (db->met_another && ms > 0)
        poll(NULL, 0, ms);
    return db->met_another;
}

bool db_wait_as_one(struct db *db, bool as_one)
{
    bool before = db->waits_as_one;
    db_begin_wait(db, db->waits_for);
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
