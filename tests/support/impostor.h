/*
 * A fake server. It first passes a conversation through to a real server and records the answers. Later it repeats
 * these answers to a client that asks the same, with changes that the bytes of a fuzz target's input describe. So it
 * acts like a hostile, broken or newly promoted server. Include support.h first.
 */
#pragma once

#include "core/base/arena.h"

struct impostor;

enum { IMPOSTOR_CONVERSATIONS = 32 };
/*
 * The size of one change in bytes: two for the message, one for the kind of change, two for the place in the message,
 * and a value.
 */
enum { IMPOSTOR_CHANGE = 6 };

enum impostor_change {
    CHANGE_BYTE,
    /* These change a row description and all its rows. Their message number counts only row descriptions. */
    REPLACE_COLUMN,
    ADD_COLUMN,
    LEAVE_OUT_COLUMN,
    /* These change one message. */
    CHANGE_VALUE,
    CHANGE_TYPE,
    CHANGE_FORM,
    CHANGE_COLUMNS,
    CHANGE_COMMAND,
    ADD_REMARK,
    ADD_ERROR,
    BECOME_ERROR,
    REPEAT,
    /* After these, the client may wait for something that never comes. */
    CHANGE_KIND,
    LIE,
    LEAVE_OUT,
    HANG_UP,
    CHANGE_KINDS,
};

/* Puts an impostor in front of the server of this URL, whose host is the folder of a socket. */
struct impostor *impostor_open(const char *url);
void impostor_close(struct impostor *impostor);
/* Returns the URL of the same database through the impostor, which accepts one connection at a time. */
const char *impostor_url(struct arena *arena, const struct impostor *impostor);

/* From now on, connections are passed to the server, and its answers are recorded as this conversation. */
void impostor_remember(struct impostor *impostor, unsigned conversation);
/* From now on, connections get the recorded conversation again, changed as these bytes say. */
void impostor_repeat(struct impostor *impostor, unsigned conversation, const uint8_t *data, size_t size);
/* Returns how many row descriptions a conversation contains. */
size_t impostor_count_tables(struct impostor *impostor, unsigned conversation);
/*
 * Returns whether the impostor has since hung up or had nothing left to say. A client that waits for more then waits in
 * vain.
 */
bool impostor_has_hung_up(struct impostor *impostor);
