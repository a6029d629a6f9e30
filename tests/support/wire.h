/*
 * A connection between the program and a server that can be slow, counts the round trips, and breaks where a test
 * wants. Include support.h first. The server is that of postgresql.h, but only its URL is needed.
 */
#pragma once

#include "core/base/arena.h"

struct wire;

/*
 * Opens a wire to the server of this URL, whose host is the folder of a socket. In both directions each byte arrives
 * `delay_ms` milliseconds after it was sent; 0: at once.
 */
struct wire *wire_open(const char *url, unsigned delay_ms);
/* Ends the wire and its connections. NULL is fine. */
void wire_close(struct wire *wire);

/* Returns the URL of the same database through the wire. */
const char *wire_url(struct arena *arena, const struct wire *wire);

/*
 * Returns the number of trips since the last call. A trip begins when the program sends something after it heard from
 * the server, or as the first thing on a connection. Several parts sent before the program listens are one trip. A
 * connection that is made while another one is open has no trips: if an answer takes longer than a second, the program
 * uses it to ask what the other one waits for, or to cancel it. The answer may come first.
 */
unsigned wire_count_trips(struct wire *wire);

enum wire_loss {
    WIRE_REQUEST, /* the server does not receive the request of that trip */
    WIRE_ANSWER,  /* the server does the work, but the program does not receive the answer */
};
/*
 * Breaks the connection at the nth trip from now (1: the next one; 0: never) and loses this message. Later connections
 * are not affected.
 */
void wire_break(struct wire *wire, unsigned nth, enum wire_loss loss);
/* Returns whether the connection has broken. */
bool wire_has_broken(struct wire *wire);
