/*
 * Waiting for the server: never in a call that can't be ended. Each tenth of a second the busy watch is asked. When it ends
 * the wait the statement is cancelled; a COMMIT never is, since who cancels one is not told whether it is replicated: then
 * the connection is given up, and whether it was saved is not known.
 */
#include "core/store/postgresql/server_db.h"

#include <errno.h>
#include <poll.h>

/* Whether there is something to read, or a failure that the next call tells, before so long. */
static bool wait_for_socket(const struct server_db *db, int ms)
{
    struct pollfd socket = {.fd = libpq.PQsocket(db->connection), .events = POLLIN};
    int found = poll(&socket, 1, ms);
    return found > 0 || (found < 0 && errno != EINTR);
}

/* Whether to go on once the watch has ended the wait: for the last word of what was cancelled. */
static bool stop(struct server_db *db)
{
    enum { LAST_WORD_MS = 5000 };
    char failure[256];
    return !db->is_committing && db->cancel != NULL &&
           libpq.PQcancel(db->cancel, failure, sizeof failure) != 0 && wait_for_socket(db, LAST_WORD_MS);
}

/* Whether what was sent is answered. */
static bool wait_for_answer(struct server_db *db)
{
    while (libpq.PQisBusy(db->connection)) {
        bool is_there = wait_for_socket(db, BUSY_AGAIN_MS);
        if (!is_there && !db->base.was_stopped && !db_count_wait(&db->base, BUSY_AGAIN_MS))
            is_there = stop(db);
        if (!is_there && db->base.was_stopped)
            return false;
        if (is_there && !libpq.PQconsumeInput(db->connection))
            return false;
    }
    return true;
}

/* Of several statements in one text the last one's, or the first that failed. */
PGresult *server_wait_for_result(struct server_db *db)
{
    PGresult *last = NULL;
    db_begin_wait(&db->base, BUSY_SERVER);
    while (wait_for_answer(db)) {
        PGresult *result = libpq.PQgetResult(db->connection);
        if (result == NULL)
            return last;
        libpq.PQclear(last);
        last = result;
    }
    libpq.PQclear(last);
    if (db->base.was_stopped) { /* it may still be answered, and nobody will look */
        libpq.PQfinish(db->connection);
        db->connection = NULL;
    }
    return NULL;
}
