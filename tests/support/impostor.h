/*
 * A server that is none. It stands before a real one, remembers what that answers, and says the same again to who asks the
 * same: but for what bytes of a fuzz target's input change, as a server that is a stranger's, broken or promoted could. Include
 * support.h first.
 */
#ifndef ASSAY_TESTS_SUPPORT_IMPOSTOR_H
#define ASSAY_TESTS_SUPPORT_IMPOSTOR_H

#include "core/base/arena.h"

struct impostor;

enum { IMPOSTOR_CONVERSATIONS = 32 };
/* Bytes that are one change: two for a message, one for what becomes of it, two for where in it, and a value. */
enum { IMPOSTOR_CHANGE = 6 };

enum impostor_change {
    CHANGE_BYTE,
    /* Of a description of rows and of all its rows: such descriptions are counted, and no other messages. */
    REPLACE_COLUMN,
    ADD_COLUMN,
    LEAVE_OUT_COLUMN,
    /* Of one message. */
    CHANGE_VALUE,
    CHANGE_TYPE,
    CHANGE_FORM,
    CHANGE_COLUMNS,
    CHANGE_COMMAND,
    ADD_REMARK,
    ADD_ERROR,
    BECOME_ERROR,
    REPEAT,
    /* What is awaited may be missing then. */
    CHANGE_KIND,
    LIE,
    LEAVE_OUT,
    HANG_UP,
    CHANGE_KINDS,
};

/* Before the server of this URL, whose host is the folder of a socket. */
struct impostor *impostor_open(const char *url);
void impostor_close(struct impostor *impostor);
/* The URL of the same database, by the impostor. It takes one connection at a time. */
const char *impostor_url(struct arena *arena, const struct impostor *impostor);

/* Who connects from now on talks with the server, and what that answers is remembered as this conversation. */
void impostor_remember(struct impostor *impostor, unsigned conversation);
/* Who connects from now on hears the conversation again, changed as these bytes say. */
void impostor_repeat(struct impostor *impostor, unsigned conversation, const uint8_t *data, size_t size);
/* How many descriptions of rows there are in a conversation. */
size_t impostor_count_tables(struct impostor *impostor, unsigned conversation);
/* Whether it has hung up since, or had nothing left to say: who waits for more of it waits in vain. */
bool impostor_has_hung_up(struct impostor *impostor);

#endif
