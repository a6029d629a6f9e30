/*
 * A wire between the program and a server: it may be long, it counts how often one end waits for the other, and it breaks
 * where a test wants it to. Include support.h first; the server is that of postgresql.h, but for the URL nothing asks for it.
 */
#ifndef ASSAY_TESTS_SUPPORT_WIRE_H
#define ASSAY_TESTS_SUPPORT_WIRE_H

#include "core/base/arena.h"

struct wire;

/*
 * To the server of this URL, whose host is the folder of a socket. Each byte arrives `delay_ms` after it was sent, in both
 * directions; 0: at once.
 */
struct wire *wire_open(const char *url, unsigned delay_ms);
/* Ends its connections. NULL is fine. */
void wire_close(struct wire *wire);

/* The URL of the same database, through the wire. */
const char *wire_url(struct arena *arena, const struct wire *wire);

/*
 * The trips since the last call: how often the program sent something after it had heard from the server, or as the first
 * thing on a connection. What it sends in several parts before it listens is one trip. A connection that is made while another one
 * waits has none: by that the program asks, after a third of a second, what it waits for, or cancels it.
 */
unsigned wire_count_trips(struct wire *wire);

enum wire_loss {
    WIRE_REQUEST, /* the server hears nothing of that trip */
    WIRE_ANSWER,  /* it does what it was asked for, and the program hears nothing of that */
};
/* On the nth trip from now, 1 the next one, 0 never, the connection ends and this is lost. Connections made later are whole. */
void wire_break(struct wire *wire, unsigned nth, enum wire_loss loss);
/* Whether that has come about. */
bool wire_has_broken(struct wire *wire);

#endif
