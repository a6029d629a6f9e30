/*
 * The questions that a wait asks while it waits for another program or for a server.
 *
 * The watch is asked inside a call of the store. It is the only way by which a signal reaches a wait: nothing
 * below cli/ and tui/terminal/ knows of signals.
 */
#ifndef ASSAY_CORE_BASE_BUSY_H
#define ASSAY_CORE_BASE_BUSY_H

#include "core/base/bytes.h"

#include <stdbool.h>

/* The cause of a wait. */
enum busy_cause {
    BUSY_WRITER, /* another program that writes to the file */
    BUSY_SERVER, /* the server's answer */
    BUSY_LOCK,   /* the server's answer, which waits for what another connection has locked */
    BUSY_STANDBY, /* the server's answer to a COMMIT, which waits for a standby that does not say that it has it */
    BUSY_CONNECTION, /* a connection to the server, which was lost */
};

struct busy_wait {
    enum busy_cause cause;
    const char *whom;   /* of a server: host and database */
    const char *holder; /* of BUSY_LOCK: "connection 4711 of ben", as the server calls them */
    bool is_new; /* the watch is asked in this wait for the first time, or the cause is another than before */
};

/*
 * Asked after BUSY_QUIET_MS, then about every BUSY_AGAIN_MS: whether to go on waiting. When not, what waits fails as
 * ERR_INTERRUPTED.
 */
enum { BUSY_QUIET_MS = 300, BUSY_AGAIN_MS = 100 };
struct busy_watch {
    bool (*go_on)(void *context, const struct busy_wait *wait); /* NULL: nobody is asked */
    void *context;
};

/* "waiting for …": the wait as one line for people. */
void busy_add_text(const struct busy_wait *wait, struct buffer *text);

#endif
