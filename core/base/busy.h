/*
 * Waits for another program or for a server, and how a caller watches or ends them.
 *
 * The store calls the watch while it waits. A signal can end a wait only through the watch: nothing below cli/ and
 * tui/terminal/ handles signals.
 */
#pragma once

#include "core/base/bytes.h"

#include <stdbool.h>

/* The cause of a wait. */
enum busy_cause {
    BUSY_WRITER,     /* another program is writing to the file */
    BUSY_SERVER,     /* the server has not answered yet */
    BUSY_LOCK,       /* the server has not answered, because another connection holds a lock */
    BUSY_STANDBY,    /* the server has not answered a COMMIT, because a standby has not confirmed it */
    BUSY_CONNECTION, /* the connection to the server was lost */
};

struct busy_wait {
    enum busy_cause cause;
    const char *whom;   /* the server: host and database */
    const char *holder; /* for BUSY_LOCK: "connection 4711 of ben", as the server calls it */
    bool is_new; /* this is the first call for this wait, or the cause has changed since the last call */
};

/*
 * go_on is called after BUSY_QUIET_MS, then about every BUSY_AGAIN_MS. It says whether to go on waiting. If it
 * returns false, the waiting call fails with ERR_INTERRUPTED.
 */
enum { BUSY_QUIET_MS = 300, BUSY_AGAIN_MS = 100 };
struct busy_watch {
    bool (*go_on)(void *context, const struct busy_wait *wait); /* NULL: wait without asking */
    void *context;
};

/* Adds "waiting for …": the wait as one line for people. */
void busy_add_text(const struct busy_wait *wait, struct buffer *text);
