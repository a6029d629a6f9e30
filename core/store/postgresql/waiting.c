/*
 * Waits for the server, never in a call that can't be ended. Every tenth of a second the busy watch is asked, even
 * while bytes arrive, because a server can send notices or rows without end. When the watch ends the wait, the
 * statement is cancelled. A COMMIT is never cancelled, because then it would be unknown whether it is replicated.
 * Instead the connection is given up, and it is unknown whether the transaction was saved.
 */
#include "core/base/system.h"
#include "core/store/postgresql/aside.h"
#include "core/store/postgresql/server_db.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

/* The time for the answer to a cancelled statement. */
enum { LAST_WORD_MS = 1000 };

/*
 * How long to wait before another connection asks what the server waits for. That costs the server as much as a dozen
 * votes. If many annotators asked a busy server earlier, their questions would keep it busy.
 */
enum { LOOK_AFTER_MS = 1000 };

bool server_make_ticks(struct server_db *db)
{
    db->ticks = system_ticks_open();
    return db->ticks >= 0;
}

static void begin_ticks(struct server_db *db)
{
    system_ticks_begin(db->ticks, BUSY_AGAIN_MS);
}

/* Several missed ticks count as one, for example while the program was stopped. */
static bool has_ticked(struct server_db *db)
{
    return system_ticks_has_ticked(db->ticks);
}

/*
 * Waits until the next tick. Returns whether there is something to read (POLLIN), room to write (POLLOUT), or a failure
 * that the next call reports.
 */
static bool wait_for_socket(const struct server_db *db, short events)
{
    struct pollfd ends[] = {{.fd = libpq.PQsocket(db->connection), .events = events},
                            {.fd = db->ticks, .events = POLLIN}};
    int found = poll(ends, 2, -1);
    return found < 0 ? errno != EINTR : ends[0].revents != 0;
}

static void cancel(void *context)
{
    char failure[256];
    libpq.PQcancel(context, failure, sizeof failure);
}

static void release_cancel(void *context)
{
    libpq.PQfreeCancel(context);
}

/*
 * Cancels the statement; returns whether it can be cancelled. That needs a connection of its own, so it is also done in
 * another thread.
 */
static bool stop(struct server_db *db)
{
    PGcancel *request = db->is_committing ? NULL : libpq.PQgetCancel(db->connection);
    if (request == NULL)
        return false;
    aside_leave(aside_begin(cancel, release_cancel, request));
    db->last_word_ms = LAST_WORD_MS;
    return true;
}

/* Returns whether to go on waiting after a tick. */
static bool goes_on(struct server_db *db)
{
    if (db->is_writing)
        server_look_at_wait(db);
    if (!db->base.was_stopped)
        return db_count_wait(&db->base, BUSY_AGAIN_MS) || stop(db);
    db->last_word_ms -= BUSY_AGAIN_MS;
    return db->last_word_ms > 0;
}

/* Returns whether the server has answered. */
static bool wait_for_answer(struct server_db *db)
{
    for (;;) {
        if (has_ticked(db) && !goes_on(db))
            return false;
        if (!libpq.PQisBusy(db->connection))
            return true;
        if (wait_for_socket(db, POLLIN) && !libpq.PQconsumeInput(db->connection))
            return false;
    }
}

/* Gives the connection up if the wait was ended: an answer may still come, and nobody would read it. */
static void give_up(struct server_db *db)
{
    if (!db->base.was_stopped)
        return;
    libpq.PQfinish(db->connection);
    db->connection = NULL;
}

void server_begin_wait(struct server_db *db)
{
    db->base.n_trips++;
    db_begin_wait(&db->base, BUSY_SERVER);
    server_end_look(db);
    db->look_again_ms = LOOK_AFTER_MS;
    db->base.holder[0] = '\0';
    begin_ticks(db);
}

bool server_take_result(struct server_db *db, PGresult **result)
{
    bool is_there = wait_for_answer(db);
    *result = is_there ? libpq.PQgetResult(db->connection) : NULL;
    if (!is_there)
        give_up(db);
    return is_there;
}

/* For several statements in one text, returns the result of the last one, or of the first that failed. */
PGresult *server_wait_for_result(struct server_db *db)
{
    PGresult *last = NULL, *result;
    server_begin_wait(db);
    while (server_take_result(db, &result)) {
        if (result == NULL)
            return last;
        libpq.PQclear(last);
        last = result;
        if (libpq.PQresultStatus(last) == PGRES_COPY_IN || libpq.PQresultStatus(last) == PGRES_COPY_OUT)
            return last;
    }
    libpq.PQclear(last);
    return NULL;
}

/* Each message has a wait of its own, because the work between two messages is no wait. */
static bool wait_for_message(struct server_db *db)
{
    db_begin_wait(&db->base, BUSY_SERVER);
    begin_ticks(db);
    for (;;) {
        if (has_ticked(db) && !goes_on(db))
            return false;
        if (wait_for_socket(db, POLLIN))
            return libpq.PQconsumeInput(db->connection) != 0;
    }
}

char *server_take_message(struct server_db *db, int *size)
{
    char *message = NULL;
    while ((*size = libpq.PQgetCopyData(db->connection, &message, 1)) == 0) {
        if (!wait_for_message(db)) {
            give_up(db);
            return NULL;
        }
    }
    return *size > 0 ? message : NULL;
}

/* Also reads what the server sends meanwhile: otherwise each end could wait for the other to read. */
bool server_wait_until_sent(struct server_db *db)
{
    int left;
    db_begin_wait(&db->base, BUSY_SERVER);
    begin_ticks(db);
    while ((left = libpq.PQflush(db->connection)) > 0) {
        bool is_ready = wait_for_socket(db, POLLIN | POLLOUT);
        if (has_ticked(db) && !db_count_wait(&db->base, BUSY_AGAIN_MS)) {
            give_up(db);
            return false;
        }
        if (is_ready && !libpq.PQconsumeInput(db->connection))
            return false;
    }
    return left == 0;
}
